import { fileOf, type Segment } from "../model/manifest.ts";
import type { StagedRelease } from "./publish/release-files.ts";

interface HostLimit {
  readonly host: string;
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  readonly maxBytes: number;
}

const MIB = 2 ** 20;

/** Documented limits of free plans. Hosts without a row document none that a release could reach. */
const HOST_LIMITS: readonly HostLimit[] = [
  { host: "Cloudflare Pages", maxFiles: 20_000, maxFileBytes: 25 * MIB, maxBytes: Infinity },
  { host: "GitHub Pages", maxFiles: Infinity, maxFileBytes: 100 * MIB, maxBytes: 1024 * MIB },
];

/**
 * Names the hosts that would refuse the release, and why. Counts the readable files only: these hosts compress on their
 * own, and docs/deployment.md leaves the prepared codings out.
 */
export function exceededLimits({ root, parts }: StagedRelease): string[] {
  const files: [path: string, { readonly bytes: number }][] = [
    ...parts.flatMap((part) => (part.kept === undefined ? Object.entries(part.artifacts) : [])),
    ...root.segments.map((segment): [string, Segment] => [segment.path, segment]),
  ];
  // No page of a review is too large for any host, so those of kept parts are only counted.
  const kept = parts.flatMap((part) => part.kept?.totals() ?? []);
  const count = kept.reduce((sum, { artifacts }) => sum + artifacts, files.length);
  const total = [...files.map(([, { bytes }]) => bytes), ...kept.map(({ bytes }) => bytes)].reduce(
    (a, b) => a + b,
    0,
  );
  return HOST_LIMITS.flatMap(({ host, maxFiles, maxFileBytes, maxBytes }) => {
    const large = files.filter(([, { bytes }]) => bytes > maxFileBytes).map(([path]) => fileOf(path));
    return [
      ...(count > maxFiles ? [`${host} accepts ${maxFiles} files, and this release has ${count}`] : []),
      ...(total > maxBytes
        ? [`${host} accepts ${maxBytes / MIB} MiB, and this release has ${Math.ceil(total / MIB)}`]
        : []),
      ...large.map((file) => `${host} accepts files of ${maxFileBytes / MIB} MiB, and ${file} is larger`),
    ];
  });
}
