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

/** Readers that pinned an older release can finish with it. */
const KEPT_RELEASES = 3;

const checkManifest = check(manifestSchema);

/**
 * The releases of one published folder. `dist` is a symbolic link into `dist.releases/`, and a publish is one
 * atomic change of that link: a reader that resolves the link once per set of files sees one release, whole.
 */
export class Releases {
  readonly #link: string;
  readonly #folder: string;
  readonly #lockFile: string;

  constructor(out: string) {
    this.#link = resolve(out);
    this.#folder = `${this.#link}.releases`;
    this.#lockFile = join(this.#folder, ".lock");
  }

  /** Takes the lock, refuses a folder that is not ours, clears what a killed build left behind. */
  async begin(pid: number): Promise<Result<string, string>> {
    await mkdir(this.#folder, { recursive: true });
    const locked = await takeLock(this.#lockFile, pid);
    if (!locked.ok) return locked;
    const free = await this.#refuseForeignFolder();
    if (!free.ok) {
      await this.release();
      return free;
    }
    await this.#clearLeftovers();
    const staging = join(this.#folder, `.staging-${pid}`);
    await mkdir(staging);
    return ok(staging);
  }

  /** The manifest that readers see now; undefined before the first release or if it is not one of ours. */
  async current(): Promise<Manifest | undefined> {
    return readManifest(join(this.#link, fileOf(MANIFEST_PATH)));
  }

  /** Whether every file that the manifest lists is there with its length. */
  async isWhole(manifest: Manifest): Promise<boolean> {
    for (const [path, artifact] of Object.entries(manifest.artifacts)) {
      if ((await this.#length(fileOf(path))) !== artifact.bytes) return false;
      for (const coding of CODINGS) {
        const form = artifact.encodings[coding];
        if (form && (await this.#length(fileOf(path, coding))) !== form.bytes) return false;
      }
    }
    return true;
  }

  async #length(file: string): Promise<number> {
    const stats = await stat(join(this.#link, file)).catch(() => undefined);
    return stats?.size ?? -1;
  }

  /** Makes the staged folder the release that readers see. All bytes are on disk before the link moves. */
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
    await this.#prune(basename(folder));
  }

  async discard(staging: string): Promise<void> {
    await rm(staging, { recursive: true, force: true });
  }

  /** Gives the lock back. */
  async release(): Promise<void> {
    await rm(this.#lockFile, { force: true });
  }

  async #refuseForeignFolder(): Promise<Result<true, string>> {
    const stats = await lstat(this.#link).catch(() => undefined);
    if (stats === undefined) return ok(true);
    if (stats.isSymbolicLink()) {
      const target = resolve(dirname(this.#link), await readlink(this.#link));
      return dirname(target) === this.#folder
        ? ok(true)
        : err(
            `it is a link to ${target}, which this build did not make; remove it or name another folder with --out`,
          );
    }
    const empty = stats.isDirectory() && (await readdir(this.#link)).length === 0;
    if (!empty)
      return err("it exists and is not a release of ours; move it away or name another folder with --out");
    await rmdir(this.#link);
    return ok(true);
  }

  /**
   * What a killed build left: staged files, a release that no reader ever saw, a link that never moved, releases that
   * it was about to remove.
   */
  async #clearLeftovers(): Promise<void> {
    const current = basename(await readlink(this.#link).catch(() => ""));
    for (const name of await readdir(this.#folder)) {
      const unseen = /^\d{6,}-/.test(name) && name > current;
      if (unseen || name.startsWith(".staging-"))
        await rm(join(this.#folder, name), { recursive: true, force: true });
    }
    await rm(`${this.#link}.next`, { force: true });
    await this.#prune(current);
  }

  async #releaseNames(): Promise<string[]> {
    const names = await readdir(this.#folder);
    return names.filter((name) => /^\d{6,}-/.test(name)).toSorted();
  }

  /** Removes every release but the one that readers see; call it with the lock. */
  async forgetOlder(): Promise<void> {
    const current = basename(await readlink(this.#link).catch(() => ""));
    for (const name of (await this.#releaseNames()).filter((other) => other !== current))
      await rm(join(this.#folder, name), { recursive: true, force: true });
  }

  async #prune(current: string): Promise<void> {
    const names = await this.#releaseNames();
    for (const name of names.filter((other) => other !== current).slice(0, -(KEPT_RELEASES - 1))) {
      await rm(join(this.#folder, name), { recursive: true, force: true });
    }
  }
}

/** A manifest from a file, or undefined if there is none that passes its schema. */
export async function readManifest(file: string): Promise<Manifest | undefined> {
  try {
    const checked = checkManifest(JSON.parse(await readFile(file, "utf8")));
    return checked.ok ? checked.value : undefined;
  } catch {
    return undefined;
  }
}
