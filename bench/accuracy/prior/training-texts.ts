import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { isSkipped } from "../../../build/insights/sentiment/text-analyzer.ts";
import { PACK_NAMES, type PackName } from "../../../model/content.ts";
import { HOME, priorAspectIds } from "../labeled.ts";
import { mamsSets } from "../mams-sentences.ts";
import { readOwnSentences } from "../own-sentences.ts";
import { categorizedComments } from "./categorized-comments.ts";
import { readInlineReviews, readInlineSentences, type TaggedText } from "./inline-labels.ts";
import { stockSentences } from "./stock-sentences.ts";
import {
  type Label,
  type LabeledSet,
  ownSets,
  patientSet,
  sampleSet,
  transportSet,
} from "../labeled-reviews.ts";

/** The words that praise an aspect (1) or complain of it (-1). */
export interface TrainingSpan {
  /** Index into `priorAspectIds`. */
  readonly aspect: number;
  readonly sign: 1 | -1;
  readonly start: number;
  readonly end: number;
}

export interface TrainingText {
  readonly source: string;
  readonly pack: PackName;
  readonly text: string;
  /** Stars; undefined where the text is used for its words only. */
  readonly rating: number | undefined;
  /** By index into `priorAspectIds`. */
  readonly labels: ReadonlyMap<number, Label>;
  /** Absent where only the whole text is labeled. */
  readonly spans?: readonly TrainingSpan[];
}

/** By category only: many texts, of which little is known. */
export const isCoarselyLabeled = ({ rating, spans }: TrainingText): boolean =>
  rating === undefined && spans === undefined;

const IDS = priorAspectIds();

/** Sentences of real customers count this often: nothing else is as near to what such customers write. */
export const MAMS_TIMES = 3;

/** `mamsFolder` is a checkout of MAMS. */
export const allTrainingTexts = (mamsFolder: string): TrainingText[] => {
  const sentencesOfCustomers = mamsSets(mamsFolder)
    .flatMap((set) => textsOf("mams", set))
    .map((text) => ({ ...text, rating: undefined }));
  return [...ownTrainingTexts(), ...Array.from({ length: MAMS_TIMES }, () => sentencesOfCustomers).flat()];
};

/** Those that are part of this project. */
export const ownTrainingTexts = (): TrainingText[] => [...trainingReviews(), ...categorizedComments()];

/** Texts that were labeled by docs/labeling.md, learn halves only; all but invented sentences have stars. */
function trainingReviews(): TrainingText[] {
  return [
    ...textsOf("sample", sampleSet()),
    ...ownSets().flatMap((set) => textsOf(`own, ${set.pack}`, set)),
    ...ownSets("trades").flatMap((set) => textsOf(`trades, ${set.pack}`, set)),
    ...ownSets("written").flatMap(batchesOf),
    ...textsOf("transport", transportSet()),
    ...textsOf("patients", patientSet()),
    ...textsOf("comments", patientSet("comments")),
    ...PACK_NAMES.flatMap(inventedTexts),
    ...PACK_NAMES.flatMap(inventedSentences),
    ...sentences(),
    ...stockSentences().map(({ pack, ...tagged }) => ({
      source: "stock sentences",
      pack,
      rating: undefined,
      ...textOf(tagged),
    })),
  ];
}

/** Single sentences stand for short reviews: one whose stars say nothing, and one whose stars agree. */
const sentences = (): TrainingText[] =>
  readOwnSentences().flatMap(({ text, aspects }) => {
    const signed = aspects.map(({ category, polarity }) => ({
      aspect: IDS.indexOf(category),
      sign: polarity === "positive" ? (1 as const) : (-1 as const),
    }));
    const isPraise = signed.every(({ sign }) => sign > 0);
    const isComplaint = signed.every(({ sign }) => sign < 0);
    const agreeing = isPraise === isComplaint ? [] : [isPraise ? 5 : 1];
    return [3, ...agreeing].map((rating) => ({
      source: "sentences",
      pack: HOME,
      text,
      rating,
      labels: labelsBy(signed),
    }));
  });

const INVENTED = join(import.meta.dirname, "..", "whole-reviews", "invented");

/** One file for each author. */
const inventedTexts = (pack: PackName): TrainingText[] =>
  inventedFiles("", pack).flatMap((file) =>
    readInlineReviews(file).map(({ rating, ...tagged }) => ({
      source: `invented, ${basename(file, ".txt")}`,
      pack,
      rating,
      ...textOf(tagged),
    })),
  );

/** Sentences without stars, which teach words. */
const inventedSentences = (pack: PackName): TrainingText[] =>
  inventedFiles("sentences", pack).flatMap((file) =>
    readInlineSentences(file).map((tagged) => ({
      source: "invented sentences",
      pack,
      rating: undefined,
      ...textOf(tagged),
    })),
  );

/** Those of the home services are in no folder of their own. */
export const inventedFiles = (kind: "" | "sentences", pack: PackName): string[] =>
  globSync(join(INVENTED, kind, pack === HOME ? "" : pack, "*.txt")).toSorted();

function textOf({ text, spans }: TaggedText): Pick<TrainingText, "text" | "labels" | "spans"> {
  const signed = spans.map(({ aspect, polarity, start, end }) => ({
    aspect: IDS.indexOf(aspect),
    sign: polarity === "+" ? (1 as const) : (-1 as const),
    start,
    end,
  }));
  return { text, labels: labelsBy(signed), spans: signed };
}

function labelsBy(spans: readonly Pick<TrainingSpan, "aspect" | "sign">[]): Map<number, Label> {
  const labels = new Map<number, Label>();
  for (const { aspect, sign } of spans) {
    const label = sign > 0 ? "+" : "-";
    labels.set(aspect, (labels.get(aspect) ?? label) === label ? label : "~");
  }
  return labels;
}

/** Batches by different authors. */
const batchesOf = (set: LabeledSet): TrainingText[] =>
  [...Map.groupBy(set.labels, ({ id }) => id.slice(0, 2))].flatMap(([batch, labels]) =>
    textsOf(`written, ${batch}`, { ...set, labels }),
  );

function textsOf(source: string, { pack, labels: labeled, reviews }: LabeledSet): TrainingText[] {
  const hasSpans = labeled.some(({ spans }) => spans !== undefined);
  const byId = new Map(reviews.map((review) => [review.id, review]));
  return labeled.flatMap(({ id, half, aspects = {}, spans }) => {
    const { text = null, rating } = byId.get(id) ?? {};
    if (half !== "learn" || text === null || isSkipped(text)) return [];
    const labels = new Map(Object.entries(aspects).map(([aspect, label]) => [IDS.indexOf(aspect), label]));
    if (!hasSpans) return [{ source, pack, text, rating, labels }];
    const signed = (spans ?? []).flatMap(({ aspect, polarity, start, end }) =>
      signsOf(polarity).map((sign) => ({ aspect: IDS.indexOf(aspect), sign, start, end })),
    );
    return [{ source, pack, text, rating, labels, spans: signed }];
  });
}

export const signsOf = (label: Label | undefined): (1 | -1)[] => {
  if (label === "~") return [1, -1];
  if (label === "+") return [1];
  return label === "-" ? [-1] : [];
};
