import type { Artifact } from "../model/manifest.ts";
import type { BuildOutcome, FileCounts } from "./outcome.ts";
import { listIds, type ReviewChanges } from "./review-changes.ts";
import type { StageTime } from "./stopwatch.ts";

/** The outcome in a few lines. */
export interface Headline {
  readonly release: string;
  readonly published: boolean;
  readonly out: string;
  readonly base_url: string;
  readonly reviews: number;
  /** Ids, compared with the last release. */
  readonly review_changes: ReviewChanges;
  readonly withheld: number;
  readonly files: FileCounts;
}

/** The output of `--json`. */
export interface BuildSummary extends Headline {
  readonly ok: true;
  readonly texts_read: number;
  readonly warnings: readonly string[];
  readonly artifacts: readonly { path: string; bytes: number; change: Change }[];
  readonly removed: readonly string[];
  readonly stages: readonly StageTime[];
  readonly total_ms: number;
}

type Change = "new" | "changed" | "same";

export const headlineOf = (outcome: BuildOutcome, outFolder: string): Headline => ({
  release: outcome.listing.root.release,
  published: outcome.isPublished,
  out: outFolder,
  base_url: outcome.listing.root.base_url,
  reviews: outcome.reviewCount,
  review_changes: outcome.reviewChanges,
  withheld: outcome.withheldCount,
  files: outcome.files,
});

/** Lists every artifact, so it reads all segments of the release. */
export function summarize(
  outcome: BuildOutcome,
  outFolder: string,
  stages: readonly StageTime[],
  totalMs: number,
): BuildSummary {
  const { listing, previous } = outcome;
  const same = listing
    .segmentsLike(previous)
    .flatMap((segment) => Object.entries(listing.artifactsOf(segment)));
  const artifacts = [
    ...same.map(([path, { bytes }]) => ({ path, bytes, change: "same" as const })),
    ...listing
      .artifactsUnlike(previous)
      .map(([path, now]) => ({ path, bytes: now.bytes, change: changeOf(now, previous?.artifact(path)) })),
  ];
  const before = previous?.artifactsUnlike(listing) ?? [];
  return {
    ok: true,
    ...headlineOf(outcome, outFolder),
    texts_read: outcome.analysedTexts,
    warnings: warningsOf(outcome, outFolder),
    artifacts: artifacts.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    removed: before.flatMap(([path]) => (listing.artifact(path) === undefined ? path : [])),
    stages,
    total_ms: totalMs,
  };
}

export function warningsOf(
  { unknownNames, replacedFiles, warnings }: BuildOutcome,
  outFolder: string,
): string[] {
  const names = unknownNames.map(
    ({ name, reviews }) =>
      `${reviews} reviews name "${name}" like a technician: add the name to content/entities.json if it is one`,
  );
  const replaced = replacedFiles.map(
    ({ file, message }) => `${outFolder}/${file} ${message}; it was replaced`,
  );
  return [...names, ...replaced, ...warnings];
}

function changeOf({ sha256 }: Artifact, before: Artifact | undefined): Change {
  if (before === undefined) return "new";
  return before.sha256 === sha256 ? "same" : "changed";
}

/** Formats the summary for people: similar artifacts share one row. */
export function renderTable(summary: BuildSummary): string {
  const { artifacts, stages, total_ms } = summary;
  const groups = Map.groupBy(artifacts, ({ path }) => groupOf(path));
  const sections: (readonly [name: string, files: typeof artifacts])[] = [...groups, ["total", artifacts]];
  const rows = sections.map(([name, files]) => {
    const changed = files.filter(({ change }) => change !== "same").length;
    return [
      name,
      String(files.length),
      humanBytes(files.reduce((sum, { bytes }) => sum + bytes, 0)),
      changed === 0 ? "same" : `${changed} changed`,
    ];
  });
  const times = stages.map(({ stage, ms }) => `${stage} ${ms} ms`).join(", ");
  return `${table(["artifact", "files", "bytes", ""], rows)}\n${renderHeadline(summary)}${times}; ${total_ms} ms in all\n`;
}

/** The outcome, and which reviews came, changed and vanished since the last release. */
export function renderHeadline(headline: Headline): string {
  const { reviews, review_changes: changes } = headline;
  const isFirst = changes.added.length === reviews && changes.vanished.length === 0;
  const lines = Object.entries(changes)
    .filter(([verb, ids]) => ids.length > 0 && !(isFirst && verb === "added"))
    .map(
      ([verb, ids]) => `${ids.length} ${ids.length === 1 ? "review" : "reviews"} ${verb}: ${listIds(ids)}`,
    );
  return `${[publishedLine(headline), ...lines].join("\n")}\n`;
}

function publishedLine({ published, release, out, reviews, withheld, base_url, files }: Headline): string {
  const unpublished = withheld === 0 ? "" : `, ${withheld} withheld`;
  const outcome = published
    ? `published release ${release} to ${out}`
    : `nothing changed, ${out} stays at release ${release}`;
  const changed = published
    ? `; ${files.changed} of ${files.all} files changed, ${humanBytes(files.changed_bytes)}`
    : "";
  return `${outcome}: ${reviews} reviews${unpublished}, for ${base_url}${changed}`;
}

function groupOf(path: string): string {
  if (/^\/api\/reviews\/since\/\d/.test(path)) return "/api/reviews/since/DATE";
  if (/^\/reviews\/[^/]+\/$/.test(path)) return "/reviews/ID/";
  if (path.startsWith("/reviews/page/")) return "/reviews/page/N/";
  const folder = /^\/(technicians|services|areas|topics|developers)\/./.exec(path)?.[1];
  if (folder) return folder === "developers" ? "/developers/…" : `/${folder}/ID/`;
  if (path.startsWith("/schemas/")) return "/schemas/NAME.json";
  return path;
}

function humanBytes(bytes: number): string {
  if (bytes < 10_000) return `${bytes} B`;
  return bytes < 10_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Aligns the first column to the left and the others to the right, below a header. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
