import type { Manifest } from "../model/manifest.ts";
import type { Built } from "./build.ts";
import type { Progress } from "./progress.ts";

/** What a terminal can do and where it is. */
export interface Terminal {
  readonly isTTY: boolean;
  readonly write: (text: string) => void;
}

export interface Stage {
  readonly stage: string;
  readonly ms: number;
}

/** No progress line before this: a short build should just be done. */
const PATIENCE_MS = 400;

/** Keeps the time of each stage and, on a terminal, shows where a long build is. */
export class Stopwatch {
  readonly stages: Stage[] = [];
  readonly #terminal: Terminal;
  readonly #nowMs: () => number;
  readonly #startedAt: number;
  #stage = "";
  #stageAt: number;

  constructor(terminal: Terminal, nowMs: () => number) {
    this.#terminal = terminal;
    this.#nowMs = nowMs;
    this.#startedAt = nowMs();
    this.#stageAt = this.#startedAt;
  }

  readonly progress: Progress = (stage, done, of) => {
    const now = this.#nowMs();
    if (stage !== this.#stage) this.#endStage(stage, now);
    if (!this.#terminal.isTTY || now - this.#startedAt < PATIENCE_MS) return;
    const part = done !== undefined && of ? ` ${Math.floor((done * 100) / of)}%` : "";
    this.#terminal.write(`\r\u001B[K${stage}${part} ...`);
  };

  finish(): number {
    const now = this.#nowMs();
    this.#endStage("", now);
    if (this.#terminal.isTTY) this.#terminal.write("\r\u001B[K");
    return Math.round(now - this.#startedAt);
  }

  #endStage(next: string, now: number): void {
    if (this.#stage !== "") this.stages.push({ stage: this.#stage, ms: Math.round(now - this.#stageAt) });
    this.#stage = next;
    this.#stageAt = now;
  }
}

export interface Summary {
  readonly ok: true;
  readonly release: string;
  readonly published: boolean;
  readonly out: string;
  readonly base_url: string;
  readonly reviews: number;
  readonly withheld: number;
  readonly texts_read: number;
  readonly warnings: readonly string[];
  readonly artifacts: readonly { path: string; bytes: number; change: Change }[];
  readonly removed: readonly string[];
  readonly stages: readonly Stage[];
  readonly total_ms: number;
}

type Change = "new" | "changed" | "same";

export function summarize(built: Built, out: string, stages: readonly Stage[], totalMs: number): Summary {
  const { manifest, previous } = built;
  return {
    ok: true,
    release: manifest.release,
    published: built.published,
    out,
    base_url: manifest.base_url,
    reviews: built.reviews,
    withheld: built.withheld,
    texts_read: built.textsRead,
    warnings: warningsOf(built),
    artifacts: Object.entries(manifest.artifacts).map(([path, { bytes }]) => ({
      path,
      bytes,
      change: changeOf(path, manifest, previous),
    })),
    removed: Object.keys(previous?.artifacts ?? {}).filter((path) => !(path in manifest.artifacts)),
    stages,
    total_ms: totalMs,
  };
}

function warningsOf({ unknownNames, unanswered }: Built): string[] {
  const names = unknownNames.map(
    ({ name, reviews }) =>
      `${reviews} reviews name "${name}" like a technician: add the name to content/entities.json if it is one`,
  );
  if (unanswered === 0) return names;
  return [...names, `the language model did not answer for ${unanswered} texts: the rules read them`];
}

function changeOf(path: string, manifest: Manifest, previous: Manifest | undefined): Change {
  const before = previous?.artifacts[path];
  if (before === undefined) return "new";
  return before.sha256 === manifest.artifacts[path]?.sha256 ? "same" : "changed";
}

/** The table for people: large groups of files as one row each. */
export function renderTable(summary: Summary): string {
  const groups = new Map<string, { files: number; bytes: number; moved: number }>();
  for (const { path, bytes, change } of summary.artifacts) {
    const name = groupOf(path);
    const group = groups.get(name) ?? { files: 0, bytes: 0, moved: 0 };
    group.files += 1;
    group.bytes += bytes;
    group.moved += change === "same" ? 0 : 1;
    groups.set(name, group);
  }
  const rows = [...groups].map(([name, { files, bytes, moved }]) => [
    name,
    String(files),
    humanBytes(bytes),
    moved === 0 ? "same" : `${moved} changed`,
  ]);
  const total = summary.artifacts.reduce((sum, { bytes }) => sum + bytes, 0);
  const moved = summary.artifacts.filter(({ change }) => change !== "same").length;
  rows.push([
    "total",
    String(summary.artifacts.length),
    humanBytes(total),
    moved === 0 ? "same" : `${moved} changed`,
  ]);
  return `${table(["artifact", "files", "bytes", ""], rows)}\n${headline(summary)}\n${stageLine(summary)}\n`;
}

export function headline({ published, release, out, reviews, withheld, base_url }: Summary): string {
  const held = withheld === 0 ? "" : `, ${withheld} unverified withheld`;
  const what = published
    ? `published release ${release} to ${out}`
    : `nothing changed, ${out} stays at release ${release}`;
  return `${what}: ${reviews} reviews${held}, for ${base_url}`;
}

function stageLine({ stages, total_ms }: Summary): string {
  return `${stages.map(({ stage, ms }) => `${stage} ${ms} ms`).join(", ")}; ${total_ms} ms in all`;
}

function groupOf(path: string): string {
  if (/^\/api\/reviews\/since\/\d/.test(path)) return "/api/reviews/since/DATE";
  if (/^\/reviews\/[^/]+\/$/.test(path)) return "/reviews/ID/";
  if (path.startsWith("/reviews/page/")) return "/reviews/page/N/";
  const folder = /^\/(technicians|services|areas|topics|developers)\/./.exec(path)?.[1];
  if (folder) return folder === "developers" ? "/developers/…" : `/${folder}/ID/`;
  if (path.startsWith("/schemas/")) return "/schemas/NAME.json";
  if (path.startsWith("/hosting/")) return "/hosting/…";
  return path;
}

function humanBytes(bytes: number): string {
  if (bytes < 10_000) return `${bytes} B`;
  return bytes < 10_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Columns under their titles: the first to the left, the others to the right. */
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
