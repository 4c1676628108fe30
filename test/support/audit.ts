import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import lighthouse from "lighthouse";

export const CHROMIUM = "/usr/bin/chromium";
export const isChromiumThere = existsSync(CHROMIUM);

/** The base URL of audited pages: a loopback name, which browsers trust like https. */
export const AUDITED_URL = "http://reviews.localhost";

export interface PageAudit {
  readonly path: string;
  /** 0 to 100, by category. */
  readonly scores: Readonly<Record<string, number>>;
  readonly layoutShift: number;
  /** Failed audits, as `id: title`. */
  readonly findings: readonly string[];
}

/** Audits pages of a loopback server with Lighthouse, as a phone. The browser reaches no other host. */
export async function audit(port: number, paths: readonly string[]): Promise<PageAudit[]> {
  const profile = await mkdtemp(join(tmpdir(), "reviews-audit-"));
  const chromium = spawn(CHROMIUM, flags(port, profile), { stdio: ["ignore", "ignore", "pipe"] });
  try {
    const debugPort = await debugPortOf(chromium.stderr);
    const audited: PageAudit[] = [];
    for (const path of paths) audited.push(await auditPage(debugPort, path));
    return audited;
  } finally {
    const ended = once(chromium, "exit");
    chromium.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const flags = (port: number, profile: string): string[] => [
  "--headless=new",
  "--remote-debugging-port=0",
  `--user-data-dir=${profile}`,
  `--host-resolver-rules=MAP * 127.0.0.1:${port}, EXCLUDE 127.0.0.1`,
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
  "about:blank",
];

/** Chromium prints its debugging address to stderr. */
async function debugPortOf(stderr: NodeJS.ReadableStream): Promise<number> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: stderr })) {
    const [, port] = /^DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line) ?? [];
    if (port !== undefined) return Number(port);
    lines.push(line);
  }
  throw new Error(`Chromium did not start:\n${lines.join("\n")}`);
}

async function auditPage(port: number, path: string): Promise<PageAudit> {
  const result = await lighthouse(AUDITED_URL + path, { port, logLevel: "error", output: "json" });
  if (!result || result.lhr.runtimeError) throw new Error(`${path}: ${result?.lhr.runtimeError?.message}`);
  const { categories, audits } = result.lhr;
  return {
    path,
    scores: Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
    layoutShift: audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN,
    findings: Object.values(audits)
      .filter(({ score, scoreDisplayMode }) => scoreDisplayMode !== "informative" && (score ?? 1) < 1)
      .map(({ id, title, displayValue }) => `${id}: ${title}${displayValue ? `, ${displayValue}` : ""}`),
  };
}
