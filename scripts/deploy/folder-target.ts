import { copyFile, link, mkdir, readFile, utimes, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeParents } from "../../build/publish/write-artifact.ts";
import { Releases } from "../../build/publish/releases.ts";
import { Fault } from "../../model/fault.ts";
import { fileOf } from "../../model/manifest.ts";
import { overtaken, readLive } from "./live.ts";
import type { DeployLayout, DeployPlan, DeployTarget, LiveRelease } from "./target.ts";

/** For web servers that send prepared codings: every representation is a file. */
export const EVERY_FILE: DeployLayout = {
  keyOf: (path, _encodings, coding) => fileOf(path, coding),
  keepsTimes: true,
};

/** `file:///srv/reviews/dist`: a link to a release next to it, as the build makes one. */
export class FolderTarget implements DeployTarget {
  readonly name: string;
  readonly layout = EVERY_FILE;
  readonly hints = [];
  readonly #path: string;

  constructor(url: URL) {
    this.name = url.href;
    this.#path = fileURLToPath(url).replace(/[/\\]$/, "");
  }

  live(folder: string): Promise<LiveRelease> {
    return readLive((file) => readFile(join(this.#path, file)).catch(() => undefined), folder);
  }

  async publish(plan: DeployPlan): Promise<string | undefined> {
    await mkdir(dirname(this.#path), { recursive: true });
    return this.#locked(async (releases, staging) => {
      const found = (await releases.current())?.root.release;
      const expected = plan.live.manifest?.release;
      if (found !== expected) return overtaken(expected ?? "", found ?? "");
      for (const key of plan.kept) await this.#place(join(this.#path, key), staging, key, linkOrCopy);
      for (const [key, { file }] of plan.uploads)
        await this.#place(join(plan.folder, file), staging, key, copyWithTimes);
      await releases.swap(staging, plan.manifest.release);
      if (plan.maxOlder === 0) await releases.removeOlder();
      return undefined;
    });
  }

  async rollback(): Promise<string | undefined> {
    return this.#locked(async (releases) =>
      (await releases.stepBack()) ? (await releases.current())?.root.release : undefined,
    );
  }

  async #place(
    from: string,
    staging: string,
    key: string,
    place: (from: string, to: string) => Promise<void>,
  ): Promise<void> {
    makeParents(staging, key);
    await place(from, join(staging, key));
  }

  async #locked<T>(work: (releases: Releases, staging: string) => Promise<T>): Promise<T> {
    const releases = new Releases(this.#path);
    const staging = await releases.begin();
    if (!staging.ok) throw new Fault(`${this.#path}: ${staging.error.replace(" with --out", "")}`);
    try {
      return await work(releases, staging.value);
    } finally {
      await releases.discard(staging.value);
      releases.unlock();
    }
  }
}

/** A file system without hard links, or with too many of one file, gets a copy. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyWithTimes(from, to));
}

async function copyWithTimes(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const { mtime } = await stat(from);
  await utimes(to, mtime, mtime);
}
