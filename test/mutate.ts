import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { runCommand } from "../build/run-command.ts";
import { wilson } from "../build/insights/statistics/statistics.ts";
import { seededRandom } from "../scripts/generate.ts";

/** The folders whose tests are tested, and the fast tests that must notice a change in them. */
const AREAS = {
  insights: {
    mutate: ["build/insights/**/*.ts"],
    tests: ["test/golden/insights.test.ts", "build/insights/**/*.test.ts"],
  },
  model: {
    mutate: ["model/**/*.ts"],
    tests: ["model/**/*.test.ts"],
  },
  "hub-state": {
    mutate: ["runtime/hub/state/*.ts"],
    tests: ["runtime/hub/state/*.test.ts"],
  },
  search: {
    mutate: ["runtime/search/*.ts"],
    tests: ["runtime/search/*.test.ts"],
  },
  publish: {
    mutate: ["build/publish/*.ts"],
    tests: ["build/publish/*.test.ts"],
  },
} as const;
type Area = keyof typeof AREAS;

const USAGE = `usage: npm run mutate -- [AREA...] [options]

  AREA          ${Object.keys(AREAS).join(", ")} (default: all of them)
  --files GLOB  mutate only these files of the area
  --sample N    draw N mutants instead of running all; prints a 95 % interval (Wilson)
  --seed S      the draw (default 1)
  --workers N   test runners at once (default 2)

Prints the share of mutants that a test kills, and every survivor. See docs/mutation.md.
`;

type Results = Awaited<ReturnType<Stryker["runMutationTest"]>>;
type MutantResult = Results[number];

interface Settings {
  readonly files: string | undefined;
  readonly sample: number | undefined;
  readonly seed: number;
  readonly workers: number;
}

const OPTIONS = {
  files: { type: "string" },
  sample: { type: "string" },
  seed: { type: "string", default: "1" },
  workers: { type: "string", default: "2" },
} as const;

const root = join(import.meta.dirname, "..");

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const areas = positionals.length === 0 ? (Object.keys(AREAS) as Area[]) : (positionals as Area[]);
  if (areas.some((area) => !(area in AREAS))) {
    process.stderr.write(USAGE);
    return 2;
  }
  const { files, sample } = values;
  const settings = {
    files,
    sample: sample === undefined ? undefined : Number(sample),
    seed: Number(values.seed),
    workers: Number(values.workers),
  };
  for (const area of areas) report(area, await mutate(area, settings));
  return 0;
}

async function mutate(
  area: Area,
  { files, sample, seed, workers }: Settings,
): Promise<readonly MutantResult[]> {
  const draw = drawing(sample, seed);
  const sandbox = mkdtempSync(join(tmpdir(), "mutate-"));
  const { mutate: sources, tests } = AREAS[area];
  try {
    const results = await new Stryker({
      testRunner: "vitest",
      // Not testFiles: with it Stryker 10 runs no test against code that runs at import.
      vitest: { related: false, configFile: vitestConfig(sandbox, tests) },
      plugins: ["@stryker-mutator/vitest-runner"],
      mutate: [...(files === undefined ? sources : [files]), "!**/*.test.ts", "!**/*.d.ts"],
      concurrency: workers,
      // Loops are ended by a count of hits; a busy machine must not look like one.
      timeoutMS: 60_000,
      tempDirName: join(sandbox, "runs"),
      // TypeScript 7 has no API that could read the configuration for Stryker.
      tsconfigFile: "none",
      checkers: [],
      reporters: ["progress-append-only"],
      logLevel: "warn",
      ignorePatterns: ["/dist*", "/data", "/docs"],
    } as ConstructorParameters<typeof Stryker>[0]).runMutationTest();
    return results.filter(({ status }) => status !== "Ignored");
  } finally {
    draw.stop();
    rmSync(sandbox, { recursive: true, force: true });
  }
}

function vitestConfig(folder: string, include: readonly string[]): string {
  const file = join(folder, "vitest.config.mjs");
  writeFileSync(file, `export default ${JSON.stringify({ test: { include, testTimeout: 60_000 } })};\n`);
  return file;
}

/**
 * Stryker has no sampling: here only the drawn mutants are put into the code, which stays nearly as fast as it is.
 * Other mutants at the same places come along; they are marked as ignored before Stryker plans its runs.
 */
function drawing(sample: number | undefined, seed: number): { stop: () => void } {
  const { prototype } = Instrumenter;
  // oxlint-disable-next-line typescript/unbound-method -- called with its own receiver below
  const { instrument } = prototype;
  prototype.instrument = async function instrumentDrawn(files, options) {
    const all = await instrument.call(this, files, options);
    if (sample === undefined) return all;
    const random = seededRandom(seed);
    const drawn = all.mutants
      .filter(({ status }) => status === undefined)
      .map((mutant) => ({ mutant, rank: random() }))
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, sample)
      .map(({ mutant }) => mutant);
    const placesIn = (name: string): Mutant["location"][] =>
      drawn.filter(({ fileName }) => fileName === name).map(({ location }) => location);
    const drawnFiles = files.map((file) => ({ ...file, mutate: placesIn(file.name) }));
    const instrumented = await instrument.call(this, drawnFiles, options);
    const keys = new Set(drawn.map(keyOf));
    for (const mutant of instrumented.mutants) if (!keys.has(keyOf(mutant))) mutant.status = "Ignored";
    return instrumented;
  };
  return { stop: () => void (prototype.instrument = instrument) };
}

type Mutant = Pick<MutantResult, "fileName" | "location" | "mutatorName" | "replacement">;

const keyOf = ({ fileName, location, mutatorName, replacement }: Mutant): string =>
  JSON.stringify([fileName, location, mutatorName, replacement]);

const isKilled = ({ status }: MutantResult): boolean => status === "Killed" || status === "Timeout";
const isSurvivor = ({ status }: MutantResult): boolean => status === "Survived" || status === "NoCoverage";

function report(area: Area, results: readonly MutantResult[]): void {
  const counted = results.filter((result) => isKilled(result) || isSurvivor(result));
  const killed = counted.filter(isKilled).length;
  const [low, high] = wilson(killed, counted.length);
  for (const survivor of counted.filter(isSurvivor).toSorted(byPlace)) process.stdout.write(lineOf(survivor));
  for (const [file, ofFile] of Map.groupBy(counted, ({ fileName }) => relative(root, fileName)))
    process.stdout.write(`${ofFile.filter(isKilled).length}/${ofFile.length} ${file}\n`);
  const share = ((100 * killed) / counted.length).toFixed(1);
  const timeouts = counted.filter(({ status }) => status === "Timeout").length;
  process.stdout.write(
    `${area}: ${killed} of ${counted.length} mutants killed, ${share} % (95 % interval ${low} to ${high} %), ${timeouts} by timeout\n`,
  );
}

const byPlace = (a: MutantResult, b: MutantResult): number =>
  a.fileName === b.fileName
    ? a.location.start.line - b.location.start.line || a.location.start.column - b.location.start.column
    : a.fileName < b.fileName
      ? -1
      : 1;

/** `file:line:column` with what the mutant changes, in one line. */
function lineOf({
  fileName,
  location: { start, end },
  replacement,
  mutatorName,
  status,
}: MutantResult): string {
  const lines = readFileSync(fileName, "utf8")
    .split("\n")
    .slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? "").slice(0, end.column - 1);
  lines[0] = (lines[0] ?? "").slice(start.column - 1);
  const place = `${relative(root, fileName)}:${start.line}:${start.column}`;
  const note = status === "NoCoverage" ? " (no test runs it)" : "";
  return `${place} ${mutatorName}${note}: ${brief(lines.join(" "))} -> ${brief(replacement ?? "")}\n`;
}

function brief(code: string): string {
  const line = code.replaceAll(/\s+/g, " ");
  return line.length <= 90 ? line : `${line.slice(0, 45)} ... ${line.slice(-40)}`;
}

await runCommand(main, USAGE);
