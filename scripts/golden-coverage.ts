import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

// Lists the statements of build/insights and build/render that no golden publication reaches.
// Exit status 1 if a file has more of them than test/golden/unreachable.json explains.

/** The part used here of a report in Istanbul's format. */
interface FileCoverage {
  readonly s: Readonly<Record<string, number>>;
  readonly statementMap: Readonly<Record<string, { readonly start: { readonly line: number } }>>;
}

interface Explanation {
  readonly statements: number;
  readonly why: string;
}

const root = join(import.meta.dirname, "..");
const reports = mkdtempSync(join(tmpdir(), "golden-coverage-"));
const coverage = ["provider=v8", "reporter=json", `reportsDirectory=${reports}`];
const included = ["insights", "render"].map((folder) => `include=build/${folder}/**`);
const run = spawnSync(
  process.execPath,
  [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "test/golden",
    "--coverage",
    ...[...coverage, ...included].map((option) => `--coverage.${option}`),
  ],
  { cwd: root, encoding: "utf8" },
);
if (run.status === 0) process.exitCode = report();
else {
  process.stderr.write(`${run.stdout}${run.stderr}`);
  process.exitCode = 1;
}
rmSync(reports, { recursive: true });

function report(): number {
  const covered = readJson<Record<string, FileCoverage>>(join(reports, "coverage-final.json"));
  const explained = readJson<Record<string, Explanation>>(join(root, "test/golden/unreachable.json"));
  let [all, unreached, unexplained] = [0, 0, 0];
  for (const [path, { s, statementMap }] of Object.entries(covered)) {
    const file = relative(root, path);
    const missed = Object.keys(s).filter((statement) => s[statement] === 0);
    all += Object.keys(s).length;
    unreached += missed.length;
    const known = explained[file] ?? { statements: 0, why: "" };
    if (missed.length > known.statements) {
      unexplained += missed.length;
      for (const statement of missed)
        process.stdout.write(`${file}:${statementMap[statement]?.start.line}: not reached\n`);
    } else if (missed.length > 0)
      process.stdout.write(`${file}: ${missed.length} unreachable statements: ${known.why}\n`);
  }
  const share = ((100 * (all - unreached)) / all).toFixed(2);
  process.stdout.write(
    `${all - unreached} of ${all} statements reached (${share} %), ${unexplained} missed\n`,
  );
  return unexplained === 0 ? 0 : 1;
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, "utf8")) as T;
}
