import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../model/fault.ts";
import { missingTexts } from "./accuracy/labeled.ts";
import { MAMS_FOLDER, missingMamsFolder } from "./accuracy/mams-sentences.ts";
import { EMPTY, evaluate, type SideTotals, type ClaimTotals } from "./accuracy/prior/evaluate-prior.ts";
import { learningDigest } from "./accuracy/prior/learning-digest.ts";
import { evidenceFolds, foldsOf, learnPrior, priorFiles, withTrees } from "./accuracy/prior/learn-prior.ts";
import { PACK_NAMES, type PackName } from "../model/content.ts";
import { type PriorCorpus, readCorpus, sourcesOf } from "./accuracy/prior/prior-corpus.ts";
import { allTrainingTexts } from "./accuracy/prior/training-texts.ts";
import type { ReadText } from "./accuracy/prior/segment-samples.ts";
import type { PriorWeights } from "../build/insights/sentiment/prior.ts";
import { share } from "./insights-whole-reviews.ts";
import { printTable } from "./table.ts";

const TOOLS = join(import.meta.dirname, "..", "test", "tools.ts");

/**
 * Measures the prior on texts of sources that it was not learned from: groups of sources are left out in turn. Uses
 * learn halves only. `prior=write` also learns from all of them and writes `prior.json` and the files of trades,
 * formatted as the checks want them; `prior=check` throws a Fault if a file is not what the learner writes. All need a
 * checkout of MAMS, which `MAMS_FOLDER` names.
 */
export async function run([option]: readonly string[] = []): Promise<void> {
  const missing = missingTexts() ?? missingMamsFolder();
  if (missing !== undefined) {
    if (option !== undefined) throw new Fault(missing);
    process.stderr.write(`\n${missing}\n`);
    return;
  }
  const corpus = readCorpus(allTrainingTexts(MAMS_FOLDER as string));
  const folds = evidenceFolds(corpus);
  const foldOf = foldsOf(corpus);
  const weights = folds.map(({ fold, words }) => withTrees(words, folds, fold));
  const totals = sourcesOf(corpus).map((source): [string, ClaimTotals, ClaimTotals] => {
    const texts = corpus.texts.filter(({ labeled }) => labeled.source === source);
    const fold = foldOf(texts[0] as ReadText) as number;
    return [source, evaluate(texts, EMPTY), evaluate(texts, weights[fold] as PriorWeights)];
  });
  printTable(
    "prior: groups of sources left out in turn, percent (right of claimed or labeled)",
    ["texts", "method", "complaints right", "complaints found", "praise right", "praise found"],
    [...totals, ...pooled(corpus, totals)].flatMap(([source, rules, prior]) => [
      [source, "rules", ...cells(rules)],
      [source, "with prior", ...cells(prior)],
    ]),
  );
  const learned = (): Map<string, string> => priorFiles(learnPrior(corpus, folds), learningDigest());
  if (option === "write") writeAll(learned());
  else if (option === "check") checkAll(learned());
  await Promise.resolve();
}

function writeAll(files: ReadonlyMap<string, string>): void {
  for (const [file, text] of files) writeFileSync(file, text);
  execFileSync(process.execPath, [TOOLS, "oxfmt", ...files.keys()], { stdio: "inherit" });
}

function checkAll(files: ReadonlyMap<string, string>): void {
  for (const [file, text] of files)
    if (!isWritten(file, text))
      throw new Fault(`${file}: is not what its learner writes; npm run bench -- prior=write writes it anew`);
}

const isWritten = (file: string, text: string): boolean =>
  JSON.stringify(JSON.parse(readFileSync(file, "utf8"))) === JSON.stringify(JSON.parse(text));

const cells = ({ complaint, praise }: ClaimTotals): string[] =>
  [complaint, praise].flatMap(({ right, claimed, labeled }) => [
    share(right, claimed),
    share(right, labeled),
  ]);

type SourceRow = readonly [source: string, rules: ClaimTotals, prior: ClaimTotals];

/** The sums of all sources, and of those of each trade. */
function pooled(corpus: PriorCorpus, rows: readonly SourceRow[]): SourceRow[] {
  const sumFor = (name: string, ofName: readonly SourceRow[]): SourceRow => [
    name,
    sumOfSources(ofName.map(([, rules]) => rules)),
    sumOfSources(ofName.map(([, , prior]) => prior)),
  ];
  const sumForPack = (pack: PackName): SourceRow => {
    const sources = sourcesOf(corpus, pack);
    return sumFor(
      `all, ${pack}`,
      rows.filter(([source]) => sources.includes(source)),
    );
  };
  return [...PACK_NAMES.map(sumForPack), sumFor("all", rows)];
}

const sumOfSources = (list: readonly ClaimTotals[]): ClaimTotals => ({
  praise: sumOf(list.map(({ praise }) => praise)),
  complaint: sumOf(list.map(({ complaint }) => complaint)),
});

const sumOf = (list: readonly SideTotals[]): SideTotals =>
  list.reduce((sum, one) => ({
    right: sum.right + one.right,
    claimed: sum.claimed + one.claimed,
    labeled: sum.labeled + one.labeled,
  }));
