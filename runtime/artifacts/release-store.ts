import { check } from "../../model/check.ts";
import { type Manifest, MANIFEST_PATH, manifestSchema, releaseOf } from "../../model/manifest.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { type ReadForm, readRelease, type Release } from "./release.ts";

/** One release of a source, fixed: what a later publish does cannot change what is read through it. */
export interface Pinned {
  readonly manifest: Buffer;
  readonly readForm: ReadForm;
}

/** Where releases come from: a folder, or a public origin. */
export interface Source {
  readonly name: string;
  pin(): Promise<Pinned>;
}

export type Reloaded = "same" | "changed";

const checkManifest = check(manifestSchema);

/**
 * The sidecar's loaded release. A reload reads and verifies the next release aside and swaps it in one step, so
 * every request sees one release, whole; a torn or altered one is refused and the old one stays.
 */
export class ReleaseStore {
  readonly #source: Source;
  readonly #listeners: ((release: Release) => void)[] = [];
  #release: Release | undefined;
  #reloading: Promise<Result<Reloaded, string>> | undefined;

  constructor(source: Source) {
    this.#source = source;
  }

  /** The release to answer from; undefined before the first good one. */
  get release(): Release | undefined {
    return this.#release;
  }

  /** Called with every new release, right after the swap. */
  onRelease(listener: (release: Release) => void): void {
    this.#listeners.push(listener);
  }

  /** Looks at the source again. Calls that overlap share one look. */
  async reload(): Promise<Result<Reloaded, string>> {
    this.#reloading ??= this.#load().finally(() => {
      this.#reloading = undefined;
    });
    return this.#reloading;
  }

  async #load(): Promise<Result<Reloaded, string>> {
    try {
      const pinned = await this.#source.pin();
      const held = this.#release?.artifacts.get(MANIFEST_PATH)?.forms[0].bytes;
      if (held?.equals(pinned.manifest)) return ok("same");
      const manifest = parseManifest(pinned.manifest);
      if (!manifest.ok) return err(`${this.#source.name}: ${manifest.error}`);
      if (manifest.value.release === this.#release?.manifest.release) return ok("same");
      const read = await readRelease(
        manifest.value,
        pinned.manifest,
        pinned.readForm,
        this.#release?.artifacts,
      );
      if (!read.ok)
        return err(`${this.#source.name}: release ${manifest.value.release} refused: ${read.error}`);
      this.#release = read.value;
      for (const listener of this.#listeners) listener(read.value);
      return ok("changed");
    } catch (error) {
      return err(`${this.#source.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** A manifest whose release id fits its own lines: a cut or edited one is noticed before any file is read. */
function parseManifest(bytes: Buffer): Result<Manifest, string> {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch {
    return err("manifest.json is not JSON");
  }
  const checked = checkManifest(value);
  if (!checked.ok) {
    const issue = checked.error[0];
    return err(`manifest.json: ${issue?.path ?? ""} ${issue?.message ?? "is not valid"}`);
  }
  const { release, base_url, artifacts } = checked.value;
  return release === releaseOf(base_url, artifacts)
    ? checked
    : err("manifest.json does not fit its own release id");
}
