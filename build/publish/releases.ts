import { randomUUID } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { lstat, mkdir, readdir, readlink, realpath, rename, rm, rmdir, symlink } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileOf, type Manifest, MANIFEST_PATH } from "../../model/manifest.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { ReleaseListing } from "./release-listing.ts";
import { flush, flushTree } from "./flush.ts";
import { FileLock } from "./lock.ts";
import { Spares } from "./spares.ts";

/** A reader that pinned an older release can finish reading it. */
const MAX_RELEASES = 3;

const LOCK_NAME = "build.lock";
const STAGING_PREFIX = ".staging-";
const RELEASE_NAME = /^\d{6,}-/;

/**
 * The releases of one published folder. `dist` is a symbolic link into `dist.releases/`, and publishing replaces that
 * link atomically: a reader that resolves the link once per set of files sees one complete release.
 */
export class Releases {
  /** The published folder: a symbolic link to a release. */
  readonly link: string;
  readonly spares: Spares;
  readonly #folder: string;
  #lock: FileLock | undefined;

  constructor(outFolder: string) {
    this.link = resolve(outFolder);
    this.#folder = `${this.link}.releases`;
    this.spares = new Spares(this.#folder);
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
    return ok(await this.newStaging());
  }

  /** Makes an empty folder that no reader sees. It is gone after the next `begin`. */
  async newStaging(): Promise<string> {
    const staging = this.#stagingFolder();
    await mkdir(staging);
    return staging;
  }

  /** Lists the published release; undefined before the first one or if the file is not a manifest. */
  async current(): Promise<ReleaseListing | undefined> {
    const { readManifest } = await import("./read-manifest.ts");
    return readManifest(join(await realpath(this.link).catch(() => this.link), fileOf(MANIFEST_PATH)));
  }

  /** The same, unchecked, for a caller who knows that the build left its files so. */
  currentUnchecked(): ReleaseListing {
    const folder = realpathSync(this.link);
    const read = (path: string): Manifest =>
      JSON.parse(readFileSync(join(folder, fileOf(path)), "utf8")) as Manifest;
    return new ReleaseListing(read(MANIFEST_PATH), ({ path }) => read(path).artifacts);
  }

  folderOf(name: string): string {
    return join(this.#folder, name);
  }

  /** The names of all releases, oldest first. */
  async names(): Promise<string[]> {
    const names = await readdir(this.#folder);
    return names.filter((name) => RELEASE_NAME.test(name)).toSorted();
  }

  /** The name of the published release's folder; empty before the first release. */
  async currentName(): Promise<string> {
    return basename(await readlink(this.link).catch(() => ""));
  }

  /** Publishes the staged folder and returns its new name. All bytes are flushed before the link changes. */
  async swap(staging: string, release: string): Promise<string> {
    await flushTree(staging);
    const names = await this.names();
    const number = Number(names.at(-1)?.split("-")[0] ?? 0) + 1;
    const folder = join(this.#folder, `${String(number).padStart(6, "0")}-${release}`);
    await rename(staging, folder);
    await flush(this.#folder);
    await this.#replaceLink(folder);
    await this.#prune(basename(folder), MAX_RELEASES - 1);
    return basename(folder);
  }

  /** Publishes the release before the current one again; false if none is kept. The caller holds the lock. */
  async stepBack(): Promise<boolean> {
    const current = await this.currentName();
    const previous = (await this.names()).findLast((name) => name < current);
    if (previous !== undefined) await this.#replaceLink(join(this.#folder, previous));
    return previous !== undefined;
  }

  async #replaceLink(folder: string): Promise<void> {
    const next = `${this.link}.next`;
    // Windows makes junctions without privileges, and its rename replaces no folder: there readers may miss dist briefly.
    await symlink(relative(dirname(this.link), folder), next, "junction");
    if (process.platform === "win32") await rm(this.link, { force: true });
    await rename(next, this.link);
    await flush(dirname(this.link));
  }

  /** The name of a spare copy, or else of the oldest release, if the next one would exceed the limit. */
  async nextRetired(): Promise<string | undefined> {
    const [spare] = await this.spares.names();
    if (spare !== undefined) return spare;
    const [name, ...newer] = await this.names();
    const isRetired = newer.length >= MAX_RELEASES - 1 && name !== (await this.currentName());
    return isRetired ? name : undefined;
  }

  /**
   * Takes a spare copy, or the oldest release, for its folder to become the next one. It gets the name of a staging
   * folder, so that no reader finds it and a killed build leaves nothing.
   */
  async retire(): Promise<{ readonly name: string; readonly folder: string } | undefined> {
    const name = await this.nextRetired();
    if (name === undefined) return undefined;
    const folder = this.#stagingFolder();
    await rename(join(this.#folder, name), folder);
    return { name, folder };
  }

  async discard(staging: string): Promise<void> {
    await rm(staging, { recursive: true, force: true });
  }

  unlock(): void {
    this.#lock?.release();
    this.#lock = undefined;
  }

  /** Removes every release except the published one, and all spare copies. The caller holds the lock. */
  async removeOlder(): Promise<void> {
    await this.spares.removeAll();
    await this.#prune(await this.currentName(), 0);
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
    const current = await this.currentName();
    for (const name of await readdir(this.#folder)) {
      const isUnpublished = RELEASE_NAME.test(name) && name > current;
      if (isUnpublished || name.startsWith(STAGING_PREFIX))
        await rm(join(this.#folder, name), { recursive: true, force: true });
    }
    await rm(`${this.link}.next`, { force: true });
    await this.#prune(current, MAX_RELEASES - 1);
  }

  async #prune(current: string, maxOlder: number): Promise<void> {
    const older = (await this.names()).filter((name) => name !== current);
    for (const name of older.slice(0, Math.max(0, older.length - maxOlder)))
      await rm(join(this.#folder, name), { recursive: true, force: true });
  }

  #stagingFolder(): string {
    return join(this.#folder, STAGING_PREFIX + randomUUID());
  }
}

/** On a read-only file system a recursive mkdir reports a missing folder; a plain one tells the reason. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    await mkdir(folder);
  });
}
