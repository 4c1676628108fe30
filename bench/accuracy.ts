import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { aspectMentions } from "../build/insights/aspect-mentions.ts";
import { judge } from "../build/insights/judge.ts";
import { mentionedIds } from "../build/insights/mentions.ts";
import { findOpinions } from "../build/insights/opinions.ts";
import { passageOf } from "../build/insights/passage.ts";
import { compileReading, type ReadText } from "../build/insights/read-text.ts";
import { Features } from "../build/insights/star-features.ts";
import { trainStars, UNTRAINED } from "../build/insights/star-model.ts";
import { compileVocabulary } from "../build/insights/vocabulary.ts";
import { wordsOf } from "../build/insights/words.ts";
import type { Aspect } from "../model/content.ts";
import type { Entities, Entity, EntityKind } from "../model/entities.ts";
import type { Review } from "../model/review.ts";

const ROOT = join(import.meta.dirname, "..");
/** Labelled texts of others: never part of the project, so every user has to do without them. */
const DATA = join(ROOT, "..", "shared", "data");

/** A loud reason to skip, or nothing. */
export const missingTexts = (): string | undefined =>
  existsSync(DATA) ? undefined : `SKIPPED: labelled texts are not part of the project, and ${DATA} is absent`;

/** -1, 0 (cannot tell) or 1. */
export type Scorer = (text: string) => number;

export interface Measured {
  readonly set: string;
  readonly measure: string;
  readonly n: number;
  readonly ours: number;
  readonly majority?: number;
  readonly vader?: number;
}

export const NO_NAMES: Entities = { technicians: [], services: [], service_areas: [] };

export function contentAspects(): readonly Aspect[] {
  const { aspects } = JSON.parse(readFileSync(join(ROOT, "content", "aspects.json"), "utf8")) as {
    aspects: Aspect[];
  };
  return aspects;
}

function lines<T>(...path: readonly string[]): T[] {
  return readFileSync(join(DATA, ...path), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

/** All sentences that are only counted: none of them may stand in a list of words. */
export const countedSentences = (): string[] => [
  ...lines<{ text: string }>("home-services", "gold.jsonl").map(({ text }) => text),
  ...lines<{ text: string }>("mams", "mams-test-terms.jsonl").map(({ text }) => text),
];

interface GoldSentence {
  readonly id: string;
  readonly text: string;
  readonly aspects: readonly { readonly category: string; readonly polarity: string }[];
  readonly technicians: readonly string[];
  readonly services: readonly string[];
  readonly areas: readonly string[];
}

/**
 * Hand-labelled sentences about home services. The errors of sentences with an odd number were read to mend rules, those
 * of the even half were not; docs/insights.md says what else was known of them.
 */
export function homeServices(vader?: Scorer): Measured[] {
  const gold = lines<GoldSentence>("home-services", "gold.jsonl");
  const isOdd = ({ id }: GoldSentence): boolean => Number(id.slice(3)) % 2 === 1;
  return [
    ...aspectRows("home services, all", gold, vader),
    ...aspectRows("home services, odd: errors read", gold.filter(isOdd), vader),
    ...aspectRows(
      "home services, even: errors not read",
      gold.filter((one) => !isOdd(one)),
      vader,
    ),
    ...nameRows(gold),
  ];
}

function aspectRows(set: string, gold: readonly GoldSentence[], vader: Scorer | undefined): Measured[] {
  const aspects = contentAspects();
  const read = compileReading(aspects, NO_NAMES);
  const found = { right: 0, wrong: 0 };
  const polarity = { n: 0, ours: 0, positive: 0, vader: 0 };
  for (const { text, aspects: labels } of gold) {
    const votes = votesOf(read, aspects, text);
    const wanted = new Map(labels.map((label) => [label.category, label.polarity]));
    for (const id of votes.keys()) found.wrong += wanted.has(id) ? 0 : 1;
    for (const [id, label] of wanted) {
      const vote = votes.get(id);
      if (vote === undefined) {
        found.wrong += 1;
        continue;
      }
      found.right += 1;
      polarity.n += 1;
      polarity.ours += vote === label ? 1 : 0;
      polarity.positive += label === "positive" ? 1 : 0;
      polarity.vader += vader && vader(text) === (label === "positive" ? 1 : -1) ? 1 : 0;
    }
  }
  const share = (right: number): number => (100 * right) / polarity.n;
  const labels = gold.reduce((sum, one) => sum + one.aspects.length, 0);
  return [
    { set, measure: "aspect F1", n: labels, ours: (200 * found.right) / (2 * found.right + found.wrong) },
    {
      set,
      measure: "polarity of found aspects",
      n: polarity.n,
      ours: share(polarity.ours),
      majority: share(polarity.positive),
      ...(vader ? { vader: share(polarity.vader) } : {}),
    },
  ];
}

const NO_ROW = new Uint32Array();

/** Votes by aspect id, as a review would give them in a business without ratings to learn from. */
function votesOf(read: ReadText, aspects: readonly Aspect[], text: string): Map<string, string> {
  const judged = judge({ review: {} as Review, text, row: NO_ROW, reading: read(text) }, UNTRAINED);
  return new Map(judged.votes.map(({ aspect, polarity }) => [aspects[aspect]?.id ?? "", polarity]));
}

function nameRows(gold: readonly GoldSentence[]): Measured[] {
  const file = join(DATA, "home-services", "gazetteer.json");
  const { technicians, services, areas } = JSON.parse(readFileSync(file, "utf8")) as Record<
    "technicians" | "services" | "areas",
    Entity[]
  >;
  const read = compileReading([], { technicians, services, service_areas: areas });
  const kinds = [
    ["technicians", "technicians"],
    ["services", "services"],
    ["areas", "service_areas"],
  ] as const satisfies readonly (readonly [keyof GoldSentence, EntityKind])[];
  return kinds.map(([label, kind]) => {
    let right = 0;
    let wrong = 0;
    for (const one of gold) {
      const got = new Set(mentionedIds(read(one.text).names)[kind]);
      const want = new Set(one[label]);
      right += got.intersection(want).size;
      wrong += got.symmetricDifference(want).size;
    }
    const n = gold.reduce((sum, one) => sum + one[label].length, 0);
    return {
      set: "home services, all",
      measure: `${label} F1`,
      n,
      ours: (200 * right) / (2 * right + wrong),
    };
  });
}

interface Comment {
  readonly text: string;
  readonly rating: number | null;
  readonly extra: { readonly respondent: string; readonly sentiment: number | null };
}

const FOLDS = 5;

/**
 * Patients' comments against a person's reading of them. Weights come from the ratings of respondents in the other
 * folds. Balanced accuracy; who cannot tell is half right.
 */
export function patientComments(vader?: Scorer): Measured[] {
  const read = compileReading(contentAspects(), NO_NAMES);
  const comments = lines<Comment>("nhs", "nhs-fft.jsonl").filter(({ text }) => text.trim() !== "");
  const rows = comments.map((comment) => ({
    comment,
    text: comment.text,
    reading: read(comment.text),
    fold: foldOf(comment.extra.respondent),
  }));
  const isLabelled = ({ comment, reading }: (typeof rows)[number]): boolean =>
    [1, 2, 4, 5].includes(comment.extra.sentiment ?? 0) && reading.skipped !== "placeholder";
  const tallies = { rules: newTally(), ours: newTally(), vader: newTally() };
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const features = new Features(new Set());
    const train = rows.flatMap(({ comment: { rating }, ...row }) =>
      row.fold === fold || rating === null || row.reading.skipped
        ? []
        : [{ row: features.row(row.text, wordsOf(row.text)), rating }],
    );
    const stars = trainStars(train, features);
    for (const row of rows.filter((one) => one.fold === fold && isLabelled(one))) {
      const isPraise = (row.comment.extra.sentiment ?? 0) < 3;
      const text = { ...row, row: features.row(row.text, wordsOf(row.text)), review: {} as Review };
      count(tallies.rules, isPraise, judge(text, UNTRAINED).score);
      count(tallies.ours, isPraise, row.reading.skipped ? 0 : judge(text, stars).score);
      if (vader) count(tallies.vader, isPraise, vader(row.text));
    }
  }
  const row = (measure: string, tally: Tally): Measured => ({
    set: "patients' comments, 5 folds by respondent",
    measure,
    n: tally.praise.n + tally.blame.n,
    ours: balanced(tally),
    majority: 50,
    ...(vader ? { vader: balanced(tallies.vader) } : {}),
  });
  return [
    row("balanced accuracy, rules alone", tallies.rules),
    row("balanced accuracy, with own ratings", tallies.ours),
  ];
}

function foldOf(respondent: string): number {
  let hash = 0;
  for (const letter of respondent) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash % FOLDS;
}

interface Tally {
  readonly praise: { n: number; right: number };
  readonly blame: { n: number; right: number };
}

const newTally = (): Tally => ({ praise: { n: 0, right: 0 }, blame: { n: 0, right: 0 } });

function count({ praise, blame }: Tally, isPraise: boolean, score: number): void {
  const half = isPraise ? praise : blame;
  half.n += 1;
  half.right += score === 0 ? 0.5 : Number(score > 0 === isPraise);
}

const balanced = ({ praise, blame }: Tally): number => 50 * (praise.right / praise.n + blame.right / blame.n);

interface TermSentence {
  readonly text: string;
  readonly aspects: readonly { readonly polarity: string; readonly from: number; readonly to: number }[];
}

/** MAMS: every sentence praises one thing and blames another. Words were widened with the validation half only. */
export function contrastedTerms(half: "val" | "test", vader?: Scorer): Measured {
  const vocabulary = compileVocabulary([], []);
  const tally = { n: 0, ours: 0, positive: 0, vader: 0 };
  for (const { text, aspects } of lines<TermSentence>("mams", `mams-${half}-terms.jsonl`)) {
    const passage = passageOf(text);
    const { opinions, spent } = findOpinions(passage, vocabulary);
    for (const { polarity, from, to } of aspects) {
      if (polarity === "neutral") continue;
      const at = passage.words.findIndex((word) => word.end > from);
      let end = at + 1;
      while ((passage.words[end]?.start ?? to) < to) end += 1;
      const hit = { at, end, aspect: 0, isWeak: false, event: undefined };
      const [mention] = aspectMentions(passage, { opinions, hits: [hit], spent, problems: [] });
      const isPraise = polarity === "positive";
      tally.n += 1;
      tally.ours += rightness(mention?.score ?? 0, isPraise);
      tally.positive += isPraise ? 1 : 0;
      if (vader) tally.vader += rightness(vader(text), isPraise);
    }
  }
  const share = (right: number): number => (100 * right) / tally.n;
  return {
    set: `MAMS terms, ${half}`,
    measure: "praise or blame",
    n: tally.n,
    ours: share(tally.ours),
    majority: share(tally.positive),
    ...(vader ? { vader: share(tally.vader) } : {}),
  };
}

const rightness = (score: number, isPraise: boolean): number =>
  score === 0 ? 0.5 : Number(score > 0 === isPraise);
