import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../../model/fault.ts";
import { fileOf, MANIFEST_PATH, sha256Hex } from "../../model/manifest.ts";
import { withSegments } from "../../model/segments.ts";
import { CACHE_CONTROL } from "../../model/served-headers.ts";
import { overtaken, readLive } from "./live.ts";
import { inParallel } from "./parallel.ts";
import { objectsOf } from "./plan.ts";
import { S3Bucket } from "./s3-bucket.ts";
import {
  type BucketLayout,
  type BucketRelease,
  type BucketState,
  checkRecord,
  checkSettings,
  checkState,
  layoutOf,
  recordKey,
  STATE_KEY,
} from "./s3-state.ts";
import type { DeployObject, DeployPlan, DeployTarget, LiveRelease } from "./target.ts";

type Objects = ReadonlyMap<string, DeployObject>;

const MANIFEST_KEY = fileOf(MANIFEST_PATH);

/** Objects with equal digests share a body. */
const bodyKey = ({ digest }: DeployObject): string => `.deploy/bodies/${sha256Hex(Buffer.from(digest))}`;

/**
 * `s3://bucket/prefix`. Bodies are uploaded below `.deploy/`, where no reader looks, and then copied to their keys inside
 * the storage, the manifest last. `state.json` names the release that is being copied, which tells the next deploy what
 * an interrupted one may have left. A rollback copies bodies that are still stored.
 */
export class S3Target implements DeployTarget {
  readonly name: string;
  readonly layout;
  readonly hints: readonly string[];
  readonly #settings: BucketLayout;
  readonly #bucket: S3Bucket;

  constructor(url: URL, env: NodeJS.ProcessEnv) {
    const { index = "index.html", coding = "identity", ...unknown } = Object.fromEntries(url.searchParams);
    const settings = checkSettings({ index, coding, ...unknown });
    if (!settings.ok || url.host === "" || url.username !== "")
      throw new Fault(
        `${url.protocol}//${url.host}: name the bucket as s3://bucket/prefix; ?index=none and ?coding=gzip may follow`,
      );
    this.name = url.href;
    this.#settings = settings.value;
    this.layout = layoutOf(settings.value);
    this.#bucket = new S3Bucket(url, env);
    this.hints = [
      index === "none"
        ? "let the host answer / with index.html, and missing paths with 404.html"
        : "let the host answer folders with index.html and missing paths with 404.html; if it cannot, use ?index=none",
      "let the host add the other headers of dist/_headers: object storage cannot",
    ];
  }

  async live(folder: string): Promise<LiveRelease> {
    const state = await this.#state();
    const record = await this.#record(state.live);
    const uncertain = new Set<string>();
    if (state.next !== null) {
      const [before, cut] = [objectsIn(record), objectsIn(await this.#record(state.next))];
      for (const key of [...before.keys(), ...cut.keys()])
        if (before.get(key)?.digest !== cut.get(key)?.digest) uncertain.add(key);
    }
    if (record) return { manifest: record.manifest, layout: layoutOf(record.settings), uncertain };
    const { manifest } = await readLive((file) => this.#bucket.get(file), folder);
    return { manifest, uncertain };
  }

  async publish(plan: DeployPlan): Promise<string | undefined> {
    const { manifest, folder, uploads, live, maxOlder } = plan;
    const state = await this.#state();
    const expected = live.manifest?.release ?? "";
    const found = state.live === null ? expected : releaseOfName(state.live);
    if (found !== expected) return overtaken(expected, found);
    const name = `${String(Number.parseInt(state.releases.at(-1) ?? "0", 10) + 1).padStart(6, "0")}-${manifest.release}`;
    const root: unknown = JSON.parse(await readFile(join(folder, MANIFEST_KEY), "utf8"));
    await this.#putState(recordKey(name), { settings: this.#settings, manifest: root });
    await this.#putState(STATE_KEY, { ...state, next: name });
    await inParallel(uploads.values(), async (object) => {
      await this.#bucket.put(bodyKey(object), await readFile(join(folder, object.file)), headersOf(object));
    });
    await this.#copyAll(uploads, plan.removals);
    await this.#finish(state, [...state.releases.filter((other) => other !== state.next), name], maxOlder);
    return undefined;
  }

  async rollback(): Promise<string | undefined> {
    const state = await this.#state();
    // An interrupted deploy left the live release incomplete: complete it.
    const at = state.releases.indexOf(state.live ?? "");
    const name = state.next === null ? state.releases[at - 1] : state.releases[at];
    const target = await this.#record(name ?? null);
    if (name === undefined || target === undefined) return undefined;
    await this.#putState(STATE_KEY, { ...state, next: name });
    const objects = objectsIn(target);
    const mixed = [state.live, ...(state.next === null ? [] : [state.next])];
    const others = await Promise.all(mixed.map(async (other) => objectsIn(await this.#record(other))));
    const isSame = ([key, { digest }]: [string, DeployObject]): boolean =>
      others.every((other) => other.get(key)?.digest === digest);
    const changed = new Map([...objects].filter((entry) => !isSame(entry)));
    const gone = new Set(others.flatMap((other) => [...other.keys()]).filter((key) => !objects.has(key)));
    await this.#copyAll(changed, [...gone]);
    await this.#finish(state, state.releases.slice(0, state.releases.indexOf(name) + 1), 2);
    return target.manifest.release;
  }

  /** New keys and pages first, the manifest last, then removals. */
  async #copyAll(objects: Objects, removals: readonly string[]): Promise<void> {
    const bodies = [...objects].filter(([key]) => key !== MANIFEST_KEY);
    await inParallel(bodies, ([key, object]) => this.#bucket.copy(bodyKey(object), key));
    const manifest = objects.get(MANIFEST_KEY);
    if (manifest) await this.#bucket.copy(bodyKey(manifest), MANIFEST_KEY);
    await inParallel(removals, (key) => this.#bucket.delete(key));
  }

  /** Records that the last of the releases is live, and removes the bodies that no kept release needs. */
  async #finish(before: BucketState, releases: readonly string[], maxOlder: number): Promise<void> {
    const kept = releases.slice(-1 - maxOlder);
    await this.#putState(STATE_KEY, { releases: kept, live: kept.at(-1) ?? null, next: null });
    const dropped = new Set([
      ...before.releases,
      ...(before.next === null ? [] : [before.next]),
      ...releases,
    ]);
    for (const name of kept) dropped.delete(name);
    if (dropped.size === 0) return;
    const needed = new Set((await Promise.all(kept.map((name) => this.#bodiesOf(name)))).flat());
    for (const name of dropped) {
      await inParallel(
        (await this.#bodiesOf(name)).filter((key) => !needed.has(key)),
        (key) => this.#bucket.delete(key),
      );
      await this.#bucket.delete(recordKey(name));
    }
  }

  async #bodiesOf(name: string): Promise<string[]> {
    const record = await this.#record(name);
    return [...objectsIn(record).values()].map(bodyKey);
  }

  async #state(): Promise<BucketState> {
    const checked = checkState(parse(await this.#bucket.get(STATE_KEY)));
    return checked.ok ? checked.value : { releases: [], live: null, next: null };
  }

  async #record(name: string | null): Promise<BucketRelease | undefined> {
    const checked = name === null ? undefined : checkRecord(parse(await this.#bucket.get(recordKey(name))));
    if (!checked?.ok) return undefined;
    const { settings, manifest: root } = checked.value;
    const objects = objectsOf(root, layoutOf(settings));
    const bodies = new Map<string, Buffer>();
    await inParallel(root.segments, async ({ path }) => {
      const object = objects.get(fileOf(path));
      const body = object && (await this.#bucket.get(bodyKey(object)));
      if (body) bodies.set(path, body);
    });
    const { manifest } = await withSegments(root, (path) => Promise.resolve(bodies.get(path)));
    return { settings, manifest };
  }

  async #putState(key: string, value: object): Promise<void> {
    await this.#bucket.put(key, Buffer.from(JSON.stringify(value)), {
      "content-type": "application/json",
      "cache-control": "no-store",
    });
  }
}

const objectsIn = (record: BucketRelease | undefined): Objects =>
  record === undefined ? new Map() : objectsOf(record.manifest, layoutOf(record.settings));

const releaseOfName = (name: string): string => name.slice(name.indexOf("-") + 1);

const headersOf = ({ mediaType, coding }: DeployObject): Record<string, string> => ({
  "content-type": mediaType,
  "cache-control": CACHE_CONTROL,
  ...(coding && { "content-encoding": coding }),
});

function parse(body: Buffer | undefined): unknown {
  return body === undefined ? undefined : JSON.parse(body.toString("utf8"));
}
