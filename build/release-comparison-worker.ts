import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { ReleaseRecords } from "./cache/release-record.ts";
import { alteredFolders } from "./publish/assemble.ts";
import { Releases } from "./publish/releases.ts";

export interface ComparisonTask {
  readonly cacheFolder: string | undefined;
  readonly outFolder: string;
  /** The name of the published release, and of the oldest one, if that may become the next. */
  readonly current: string;
  readonly oldest: string | undefined;
}

export interface AlteredRelease {
  readonly name: string;
  /** Folders whose time is not the recorded one. */
  readonly altered: ReadonlySet<string>;
}

/** One field at a time, as it is found out. */
export interface ComparisonReply {
  /** True if every file of the published release is as the build left it. */
  readonly isIntact?: boolean;
  readonly oldest?: AlteredRelease;
}

const port = parentPort as MessagePort;
const { cacheFolder, outFolder, current, oldest } = workerData as ComparisonTask;
const records = new ReleaseRecords<unknown>(cacheFolder, outFolder);
const releases = new Releases(outFolder);
const send = (reply: ComparisonReply): void => port.postMessage(reply);

const record = await records.read(current);
const parts = [...(record?.parts.values() ?? [])];
const folder = releases.folderOf(current);
send({ isIntact: parts.length > 0 && parts.every((part) => part.isIntact(folder)) });

const old = oldest === undefined ? undefined : await records.read(oldest);
if (oldest !== undefined && old !== undefined) {
  const altered = alteredFolders({ folder: releases.folderOf(oldest), parts: old.parts });
  send({ oldest: { name: oldest, altered } });
}
