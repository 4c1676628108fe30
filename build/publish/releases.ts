import { randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, readFile, readlink, rename, rm, rmdir, symlink } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { check } from "../../model/check.ts";
import { fileOf, type Manifest, MANIFEST_PATH, manifestSchema } from "../../model/manifest.ts";
import { withSegments } from "../../model/segments.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { flush, flushTree } from "./flush.ts";
import { FileLock } from "./lock.ts";

/** A reader that pinned an older release can finish reading it. */
const MAX_RELEASES = 3;

const LOCK_NAME = "build.lock";
const STAGING_PREFIX = ".staging-";
const RELEASE_NAME = /^\d{6,}-/;

const checkManifest = check(manifestSchema);

/**
 * The releases of one published folder. `dist` is a symbolic link into `dist.releases/`, and publishing replaces that
 * link atomically: a reader that resolves the link once per set of files sees one complete release.
 */
export class Releases {
  /** The published folder: a symbolic link to a release. */
  readonly link: string;
  readonly #folder: string;
  #lock: FileLock | undefined;

  constructor(outFolder: string) {
    this.link = resolve(outFolder);
    this.#folder = `${this.link}.releases`;
  }

  /** Takes the lock, removes what a killed build left, and returns a new staging folder. */
  async begin(): Promise<Result<string, string>> {
    await makeFolder(this.#folder);
    this.#lock = FileLock.acquire(join(this.#folder, LOCK_NAME));
    if (this.#lock === undefined) return err("another build is publishing to it; wait until it has finished");
    const foreign = await this.#checkOwnership();
    if (foreign !== undefined) {
      this.unlock();
      return err(foreign);
    }
    await this.#removeLeftovers();
    const staging = join(this.#folder, STAGING_PREFIX + randomUUID());
    await mkdir(staging);
    return ok(staging);
  }

  /** Returns the published manifest; undefined before the first release or if the file is not a manifest. */
  async current(): Promise<Manifest | undefined> {
    return readManifest(join(this.link, fileOf(MANIFEST_PATH)));
  }

  /** Publishes the staged folder. All bytes are flushed before the link changes. */
  async swap(staging: string, release: string): Promise<void> {
    await flushTree(staging);
    const names = await this.#releaseNames();
    const number = Number(names.at(-1)?.split("-")[0] ?? 0) + 1;
    const folder = join(this.#folder, `${String(number).padStart(6, "0")}-${release}`);
    await rename(staging, folder);
    await flush(this.#folder);
    const next = `${this.link}.next`;
    await symlink(relative(dirname(this.link), folder), next, "dir");
    await rename(next, this.link);
    await flush(dirname(this.link));
    await this.#prune(basename(folder), MAX_RELEASES - 1);
  }

  async discard(staging: string): Promise<void> {
    await rm(staging, { recursive: true, force: true });
  }

  unlock(): void {
    this.#lock?.release();
    this.#lock = undefined;
  }

  /** Removes every release except the published one. The caller holds the lock. */
  async removeOlder(): Promise<void> {
    await this.#prune(await this.#currentName(), 0);
  }

  /** Returns why the published path may not be replaced; undefined if this build owns it. */
  async #checkOwnership(): Promise<string | undefined> {
    const stats = await lstat(this.link).catch(() => undefined);
    if (stats === undefined) return undefined;
    if (stats.isSymbolicLink()) {
      const target = resolve(dirname(this.link), await readlink(this.link));
      if (dirname(target) === this.#folder) return undefined;
      return `it is a link to ${target}, which this build did not make; remove it or name another folder with --out`;
    }
    const isEmpty = stats.isDirectory() && (await readdir(this.link)).length === 0;
    if (!isEmpty)
      return "it exists and is not a release of ours; move it away or name another folder with --out";
    await rmdir(this.link);
    return undefined;
  }

  /** Removes staging folders, releases newer than the link, an unfinished link, and releases over the limit. */
  async #removeLeftovers(): Promise<void> {
    const current = await this.#currentName();
    for (const name of await readdir(this.#folder)) {
      const isUnpublished = RELEASE_NAME.test(name) && name > current;
      if (isUnpublished || name.startsWith(STAGING_PREFIX))
        await rm(join(this.#folder, name), { recursive: true, force: true });
    }
    await rm(`${this.link}.next`, { force: true });
    await this.#prune(current, MAX_RELEASES - 1);
  }

  async #prune(current: string, maxOlder: number): Promise<void> {
    const older = (await this.#releaseNames()).filter((name) => name !== current);
    for (const name of older.slice(0, Math.max(0, older.length - maxOlder)))
      await rm(join(this.#folder, name), { recursive: true, force: true });
  }

  async #currentName(): Promise<string> {
    return basename(await readlink(this.link).catch(() => ""));
  }

  async #releaseNames(): Promise<string[]> {
    const names = await readdir(this.#folder);
    return names.filter((name) => RELEASE_NAME.test(name)).toSorted();
  }
}

/**
 * Reads a manifest and the segments beside it; undefined if the file is missing or fails its schema. Artifacts of a
 * segment that is missing or altered are left out.
 */
export async function readManifest(file: string): Promise<Manifest | undefined> {
  try {
    const checked = checkManifest(upgraded(JSON.parse(await readFile(file, "utf8"))));
    if (!checked.ok) return undefined;
    const read = (path: string): Promise<Buffer | undefined> =>
      readFile(join(dirname(file), fileOf(path))).catch(() => undefined);
    return (await withSegments(checked.value, read)).manifest;
  } catch {
    return undefined;
  }
}

/** Version 1 listed every artifact in the root. */
const upgraded = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "version" in value && value.version === 1
    ? { ...value, version: 2, segments: [] }
    : value;

/** On a read-only file system a recursive mkdir reports a missing folder; a plain one tells the reason. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    await mkdir(folder);
  });
}
