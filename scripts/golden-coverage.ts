import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { refuseArguments, runCommand } from "../build/run-command.ts";

const USAGE = `usage: npm run golden:coverage

Lists the statements of build/insights and build/render that no golden publication reaches.

exit: 0 done, 1 a file has more of them than test/golden/unreachable.json explains, 2 usage, 3 fault
`;

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
await runCommand(main, USAGE);

function main(args: readonly string[]): number {
  refuseArguments(args);
  const reports = mkdtempSync(join(tmpdir(), "golden-coverage-"));
  const coverage = ["provider=v8", "reporter=json", `reportsDirectory=${reports}`];
  const included = ["insights", "render"].map((folder) => `include=build/${folder}/**/*.ts`);
  const options = [...coverage, ...included].map((option) => `--coverage.${option}`);
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  try {
    const run = spawnSync(process.execPath, [vitest, "run", "test/golden", "--coverage", ...options], {
      cwd: root,
      encoding: "utf8",
    });
    if (run.status === 0) return report(reports);
    process.stderr.write(`${run.stdout}${run.stderr}`);
    return 1;
  } finally {
    rmSync(reports, { recursive: true });
  }
}

function report(reports: string): number {
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
