import {
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
} from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { check } from "../../model/check.ts";
import { CODINGS, fileOf, type Manifest, MANIFEST_PATH, manifestSchema } from "../../model/manifest.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { flush, flushTree } from "./flush.ts";
import { takeLock } from "./lock.ts";

/** A reader that pinned an older release can finish reading it. */
const MAX_RELEASES = 3;

const RELEASE_NAME = /^\d{6,}-/;

const checkManifest = check(manifestSchema);

/**
 * The releases of one published folder. `dist` is a symbolic link into `dist.releases/`, and publishing replaces that
 * link atomically: a reader that resolves the link once per set of files sees one complete release.
 */
export class Releases {
  readonly #link: string;
  readonly #folder: string;
  readonly #lockFile: string;

  constructor(outFolder: string) {
    this.#link = resolve(outFolder);
    this.#folder = `${this.#link}.releases`;
    this.#lockFile = join(this.#folder, ".lock");
  }

  /** Takes the lock, removes what a killed build left, and returns a new staging folder. */
  async begin(pid: number): Promise<Result<string, string>> {
    await mkdir(this.#folder, { recursive: true });
    const lockProblem = await takeLock(this.#lockFile, pid);
    if (lockProblem !== undefined) return err(lockProblem);
    const foreign = await this.#checkOwnership();
    if (foreign !== undefined) {
      await this.unlock();
      return err(foreign);
    }
    await this.#removeLeftovers();
    const staging = join(this.#folder, `.staging-${pid}`);
    await mkdir(staging);
    return ok(staging);
  }

  /** Returns the published manifest; undefined before the first release or if the file is not a manifest. */
  async current(): Promise<Manifest | undefined> {
    return readManifest(join(this.#link, fileOf(MANIFEST_PATH)));
  }

  /** Tells whether every file that the manifest lists exists with its length. */
  async isComplete(manifest: Manifest): Promise<boolean> {
    for (const [path, artifact] of Object.entries(manifest.artifacts)) {
      if ((await this.#length(fileOf(path))) !== artifact.bytes) return false;
      for (const coding of CODINGS) {
        const encoding = artifact.encodings[coding];
        if (encoding && (await this.#length(fileOf(path, coding))) !== encoding.bytes) return false;
      }
    }
    return true;
  }

  /** Publishes the staged folder. All bytes are flushed before the link changes. */
  async swap(staging: string, release: string): Promise<void> {
    await flushTree(staging);
    const names = await this.#releaseNames();
    const number = Number(names.at(-1)?.split("-")[0] ?? 0) + 1;
    const folder = join(this.#folder, `${String(number).padStart(6, "0")}-${release}`);
    await rename(staging, folder);
    await flush(this.#folder);
    const next = `${this.#link}.next`;
    await symlink(relative(dirname(this.#link), folder), next, "dir");
    await rename(next, this.#link);
    await flush(dirname(this.#link));
    await this.#prune(basename(folder), MAX_RELEASES - 1);
  }

  async discard(staging: string): Promise<void> {
    await rm(staging, { recursive: true, force: true });
  }

  async unlock(): Promise<void> {
    await rm(this.#lockFile, { force: true });
  }

  /** Removes every release except the published one. The caller holds the lock. */
  async removeOlder(): Promise<void> {
    await this.#prune(await this.#currentName(), 0);
  }

  async #length(file: string): Promise<number> {
    const stats = await stat(join(this.#link, file)).catch(() => undefined);
    return stats?.size ?? -1;
  }

  /** Returns why the published path may not be replaced; undefined if this build owns it. */
  async #checkOwnership(): Promise<string | undefined> {
    const stats = await lstat(this.#link).catch(() => undefined);
    if (stats === undefined) return undefined;
    if (stats.isSymbolicLink()) {
      const target = resolve(dirname(this.#link), await readlink(this.#link));
      if (dirname(target) === this.#folder) return undefined;
      return `it is a link to ${target}, which this build did not make; remove it or name another folder with --out`;
    }
    const isEmpty = stats.isDirectory() && (await readdir(this.#link)).length === 0;
    if (!isEmpty)
      return "it exists and is not a release of ours; move it away or name another folder with --out";
    await rmdir(this.#link);
    return undefined;
  }

  /** Removes staging folders, releases newer than the link, an unfinished link, and releases over the limit. */
  async #removeLeftovers(): Promise<void> {
    const current = await this.#currentName();
    for (const name of await readdir(this.#folder)) {
      const isUnpublished = RELEASE_NAME.test(name) && name > current;
      if (isUnpublished || name.startsWith(".staging-"))
        await rm(join(this.#folder, name), { recursive: true, force: true });
    }
    await rm(`${this.#link}.next`, { force: true });
    await this.#prune(current, MAX_RELEASES - 1);
  }

  async #prune(current: string, maxOlder: number): Promise<void> {
    const older = (await this.#releaseNames()).filter((name) => name !== current);
    for (const name of older.slice(0, Math.max(0, older.length - maxOlder)))
      await rm(join(this.#folder, name), { recursive: true, force: true });
  }

  async #currentName(): Promise<string> {
    return basename(await readlink(this.#link).catch(() => ""));
  }

  async #releaseNames(): Promise<string[]> {
    const names = await readdir(this.#folder);
    return names.filter((name) => RELEASE_NAME.test(name)).toSorted();
  }
}

/** Reads a manifest; undefined if the file is missing or fails its schema. */
export async function readManifest(file: string): Promise<Manifest | undefined> {
  try {
    const checked = checkManifest(JSON.parse(await readFile(file, "utf8")));
    return checked.ok ? checked.value : undefined;
  } catch {
    return undefined;
  }
}
