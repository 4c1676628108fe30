import { err, ok, type Result } from "../../model/result.ts";
import { parseManifest } from "./parse-manifest.ts";
import type { LoadedArtifact, RepresentationSource } from "./read-artifact.ts";
import { readRelease, type Release } from "./release.ts";

/** One release of a source, pinned: a later publish does not change what is read through it. */
export interface SourceRelease extends RepresentationSource {
  /** Changes whenever the source has another release; undefined if only the manifest itself tells. */
  readonly version: string | undefined;
  readonly manifest: Buffer;
}

/** A place that releases come from: a folder or a public origin. */
export interface Source {
  readonly name: string;
  /** Opens the newest release, unless the look for it is aborted; undefined if the caller has that version. */
  open(look: AbortSignal, knownVersion: string | undefined): Promise<SourceRelease | undefined>;
}

export type ReloadOutcome = "same" | "changed";

/** A look that takes longer is aborted. The next one, at the next poll, goes on from what has arrived. */
const LOOK_MS = 30_000;

/**
 * The sidecar's loaded release. A reload reads and verifies the next release first and then swaps it in with one
 * assignment, so every request sees one complete release. A torn or altered release is refused and the old one stays.
 */
export class ReleaseStore {
  readonly #source: Source;
  readonly #listeners: ((release: Release) => void)[] = [];
  readonly #lookMs: number;
  #release: Release | undefined;
  /** The source's version of the loaded release. */
  #version: string | undefined;
  /** Verified artifacts of a release that is not complete yet. */
  #arrived = new Map<string, LoadedArtifact>();
  #reloading: Promise<Result<ReloadOutcome, string>> | undefined;

  constructor(source: Source, lookMs = LOOK_MS) {
    this.#source = source;
    this.#lookMs = lookMs;
  }

  /** The release to answer from; undefined before the first valid one. */
  get release(): Release | undefined {
    return this.#release;
  }

  /** Calls the listener with every new release, right after the swap. */
  onRelease(listener: (release: Release) => void): void {
    this.#listeners.push(listener);
  }

  /** Looks for a new release. Overlapping calls share one attempt. */
  async reload(): Promise<Result<ReloadOutcome, string>> {
    this.#reloading ??= this.#load().finally(() => {
      this.#reloading = undefined;
    });
    return this.#reloading;
  }

  async #load(): Promise<Result<ReloadOutcome, string>> {
    const { name } = this.#source;
    const loaded = this.#release;
    const look = new AbortController();
    const timer = setTimeout(
      () => look.abort(new Error(`the release did not arrive within ${this.#lookMs / 1000} s`)),
      this.#lookMs,
    );
    try {
      // A release with a changed file is loaded again, as soon as the source has its bytes.
      const intact = loaded && isIntact(loaded) ? loaded : undefined;
      const opened = await this.#source.open(look.signal, intact && this.#version);
      if (opened === undefined) return ok("same");
      const { version, manifest: bytes } = opened;
      const manifest = await parseManifest(bytes);
      if (!manifest.ok) return err(`${name}: ${manifest.error}`);
      const { release: id } = manifest.value;
      if (id === intact?.manifest.release) {
        this.#version = version;
        return ok("same");
      }
      const known = new Map([...(loaded?.artifacts ?? []), ...this.#arrived]);
      this.#arrived = new Map();
      const release = await readRelease(manifest.value, bytes, opened, {
        known,
        before: loaded?.searchTable,
        arrived: this.#arrived,
        look: look.signal,
      });
      if (!release.ok) return err(`${name}: release ${id} refused: ${release.error}`);
      this.#arrived = new Map();
      this.#release = release.value;
      this.#version = version;
      for (const listener of this.#listeners) listener(release.value);
      return ok("changed");
    } catch (error) {
      return err(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      clearTimeout(timer);
    }
  }
}

const isIntact = ({ artifacts }: Release): boolean =>
  [...artifacts.values()]
    .flatMap(({ representations }) => representations)
    .every(({ bytes }) => Buffer.isBuffer(bytes) || bytes.isIntact());
