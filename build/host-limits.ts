import { fileOf, type Manifest } from "../model/manifest.ts";

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
export function exceededLimits({ artifacts, segments }: Pick<Manifest, "artifacts" | "segments">): string[] {
  const files = [
    ...Object.entries(artifacts),
    ...segments.map((segment) => [segment.path, segment] as const),
  ];
  const total = files.reduce((sum, [, { bytes }]) => sum + bytes, 0);
  return HOST_LIMITS.flatMap(({ host, maxFiles, maxFileBytes, maxBytes }) => {
    const large = files.filter(([, { bytes }]) => bytes > maxFileBytes).map(([path]) => fileOf(path));
    return [
      ...(files.length > maxFiles
        ? [`${host} accepts ${maxFiles} files, and this release has ${files.length}`]
        : []),
      ...(total > maxBytes
        ? [`${host} accepts ${maxBytes / MIB} MiB, and this release has ${Math.ceil(total / MIB)}`]
        : []),
      ...large.map((file) => `${host} accepts files of ${maxFileBytes / MIB} MiB, and ${file} is larger`),
    ];
  });
}
