import type { Artifact, Coding, Manifest } from "../../model/manifest.ts";

/** One object of a release as a target stores it. */
export interface DeployObject {
  /** Its file in `dist/`. */
  readonly file: string;
  /** The path that readers request. */
  readonly path: string;
  readonly mediaType: string;
  readonly coding: Coding | undefined;
  /** Equal digests need no upload. */
  readonly digest: string;
}

/** The way in which a target stores a release. */
export interface DeployLayout {
  /** The key of a representation; undefined if this target does not store it. */
  keyOf(path: string, encodings: Artifact["encodings"], coding: Coding | undefined): string | undefined;
  /** True if the target stores Last-Modified as the time of a file. */
  readonly keepsTimes: boolean;
}

/** The release that readers of a target see. */
export interface LiveRelease {
  /** With the artifacts of its segments; undefined before the first deploy. */
  readonly manifest: Manifest | undefined;
  /** Present if it differs from the layout in which the target stores releases now. */
  readonly layout?: DeployLayout;
  /** Keys that may hold other bytes than the manifest says, because a deploy was interrupted. */
  readonly uncertain: ReadonlySet<string>;
}

/** The changes that a deploy makes. */
export interface DeployPlan {
  /** The release on disk, resolved once, so that a build meanwhile changes nothing. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly live: LiveRelease;
  readonly uploads: ReadonlyMap<string, DeployObject>;
  readonly removals: readonly string[];
  /** Keys whose objects stay as they are. */
  readonly kept: readonly string[];
  /** Releases that the target keeps besides the new one. */
  readonly maxOlder: number;
}

/** A place that a publication is deployed to. */
export interface DeployTarget {
  /** The URL of the target, without credentials. */
  readonly name: string;
  readonly layout: DeployLayout;
  /** Settings that the owner has to make at the host, because an upload cannot. */
  readonly hints: readonly string[];
  /** Reads what is live; segments that the release in `folder` shares are read there. */
  live(folder: string): Promise<LiveRelease>;
  /**
   * Makes the planned release live. Interrupted at any point, readers see the old release or the new one. Returns a
   * problem, and changes nothing, if another release has become live since the plan was made.
   */
  publish(plan: DeployPlan): Promise<string | undefined>;
  /** Makes the release before the live one live again, and returns its id; undefined if none is kept. */
  rollback(): Promise<string | undefined>;
}
