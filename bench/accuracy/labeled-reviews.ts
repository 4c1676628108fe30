import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { readPack } from "../../build/load/aspects.ts";
import { type CalendarDate, parseCalendarDate } from "../../model/calendar-date.ts";
import type { Content, PackName } from "../../model/content.ts";
import type { ContentReview } from "../../model/review.ts";
import { readSampleContent } from "../sample-content.ts";
import { HOME, homeAspects, labeled, NO_NAMES, readJsonLines } from "./labeled.ts";

const LABELS = join(import.meta.dirname, "whole-reviews");

export type Half = "learn" | "held_out";

/** Praised, criticised, both, mentioned without a judgement. */
export type Label = "+" | "-" | "~" | "0";

/** The words that a label rests on. */
export interface LabeledSpan {
  readonly aspect: string;
  readonly polarity: Label;
  /** Offsets into the text. */
  readonly start: number;
  readonly end: number;
}

export interface ReviewLabels {
  readonly id: string;
  readonly half: Half;
  /** Of the whole text; absent in sets that label aspects only. */
  readonly stance?: Label;
  readonly aspects?: Readonly<Record<string, Label>>;
  readonly spans?: readonly LabeledSpan[];
  readonly persons?: Readonly<Record<string, Label>>;
}

interface PackLabels extends ReviewLabels {
  readonly pack: PackName;
}

type RatedText = Pick<ContentReview, "rating"> & { readonly text: string };
type OwnReview = PackLabels & RatedText;

/** Reviews of one business, and their labels. Labels whose review is absent count for nothing. */
export interface LabeledSet extends Pick<Content, "aspects" | "entities"> {
  readonly pack: PackName;
  readonly labels: readonly ReviewLabels[];
  readonly reviews: readonly ContentReview[];
}

/** The texts of the sample, which are part of the project. */
export function sampleSet(): LabeledSet {
  const { entities, reviews } = readSampleContent();
  // A review that its source removed has no text.
  const texts = reviews.filter(({ text }) => text !== undefined);
  return { pack: HOME, labels: labelsOf("sample"), reviews: texts, aspects: homeAspects(), entities };
}

/** The analysis reads none of these. */
export const UNSTATED: Omit<ContentReview, "id" | "rating" | "text"> = {
  author: "",
  author_avatar_url: null,
  date: parseCalendarDate("2026-01-01") as CalendarDate,
  source: "",
  source_url: null,
  owner_reply: null,
  verified: true,
  verification: { method: "attested" },
  incentive: null,
  photos: [],
};

export type OwnSetName =
  | "own"
  | "written"
  | "aside"
  | "hard"
  | "plain"
  | "typed"
  | "everyday"
  | "ordinary"
  | "trades";

/** Texts written for this purpose, by the pack whose aspects they are labeled with. */
export const ownSets = (name: OwnSetName = "own"): LabeledSet[] =>
  setsByPack(labelsOf<OwnReview>(name), (written) => written);

/** One business for each pack. A review without a text is left out. */
export const setsByPack = <Labels extends PackLabels>(
  all: readonly Labels[],
  contentOf: (labels: Labels) => RatedText | undefined,
): LabeledSet[] =>
  [...Map.groupBy(all, ({ pack }) => pack)].map(([pack, labels]) => ({
    pack,
    labels,
    reviews: labels.flatMap((one) => {
      const content = contentOf(one);
      if (content === undefined) return [];
      return [{ ...UNSTATED, id: one.id, rating: content.rating, text: content.text }];
    }),
    aspects: readPack(pack).aspects,
    entities: NO_NAMES,
  }));

export const transportSet = (): LabeledSet => comments("patient-transport", "nhs-patient-transport.jsonl");

/** Comments about other services than transport; those of "comments" are about both. */
export type PatientSetName = "patients" | "comments";

export const patientSet = (name: PatientSetName = "patients"): LabeledSet => comments(name, "nhs-fft.jsonl");

/** Comments without a rating are left out: they could not be published. */
function comments(name: string, file: string): LabeledSet {
  const texts = labeled<ContentReview & { rating: number | null }>("nhs", file);
  const labels = labelsOf(name);
  const known = new Set(labels.map(({ id }) => id));
  const rated = texts.filter(({ id, rating }) => rating !== null && known.has(id));
  const reviews = rated.map((comment) => ({ ...comment, verified: true as const }));
  return { pack: HOME, labels, reviews, aspects: homeAspects(), entities: NO_NAMES };
}

/** The file of real reviews, if there is one: `yelp.csv`, 10,000 that Yelp published for a contest in 2013. */
export const YELP_FILE = process.env["YELP_REVIEWS"];

/** The reason to skip, if there is none. */
export const missingYelpFile = (): string | undefined =>
  YELP_FILE === undefined
    ? "SKIPPED: reviews of real customers; YELP_REVIEWS names their file, docs/labeling.md"
    : undefined;

/** They are not part of the project: only their labels are, by id. */
export function yelpSets(file: string): LabeledSet[] {
  const rows = parse<YelpRow>(readFileSync(file), { columns: true, relax_quotes: true });
  const byId = new Map(
    rows.map(({ review_id, stars, text }) => [review_id, { rating: Number(stars), text: text.trim() }]),
  );
  return setsByPack(labelsOf<PackLabels>("yelp"), ({ id }) => byId.get(id));
}

interface YelpRow {
  readonly review_id: string;
  readonly stars: string;
  readonly text: string;
}

/** The lines of a file of labels. */
export const labelsOf = <Line extends ReviewLabels = ReviewLabels>(name: string): Line[] =>
  readJsonLines<Line>(join(LABELS, `${name}.jsonl`));
