import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readPack } from "../../build/load/aspects.ts";
import { type CalendarDate, parseCalendarDate } from "../../model/calendar-date.ts";
import type { Content, PackName } from "../../model/content.ts";
import type { Entities } from "../../model/entities.ts";
import type { ContentReview } from "../../model/review.ts";
import { homeAspects, labeled, NO_NAMES } from "./labeled.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const LABELS = join(import.meta.dirname, "whole-reviews");

export type Half = "learn" | "held_out";

/** Praised, criticised, both, mentioned without a judgement. */
export type Label = "+" | "-" | "~" | "0";

/** The words that a label rests on. */
export interface LabelledSpan {
  readonly aspect: string;
  readonly polarity: Label;
  /** Offsets into the text. */
  readonly start: number;
  readonly end: number;
}

export interface ReviewLabels {
  readonly id: string;
  readonly half: Half;
  readonly aspects?: Readonly<Record<string, Label>>;
  readonly spans?: readonly LabelledSpan[];
  readonly persons?: Readonly<Record<string, Label>>;
}

interface OwnReview extends ReviewLabels {
  readonly pack: PackName;
  readonly rating: number;
  readonly text: string;
}

/** Reviews of one business, and their labels. Labels whose review is absent count for nothing. */
export interface LabeledSet extends Pick<Content, "aspects" | "entities"> {
  readonly labels: readonly ReviewLabels[];
  readonly reviews: readonly ContentReview[];
}

/** The texts of the sample, which are part of the project. */
export function sampleSet(): LabeledSet {
  const json = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, "content", name), "utf8"));
  const reviews = globSync("reviews/*.json", { cwd: join(ROOT, "content") }).flatMap((name) => {
    const file = json(name) as ContentReview[] | { reviews: ContentReview[] };
    return "reviews" in file ? file.reviews : file;
  });
  // A review that its source removed has no text.
  const texts = reviews.filter(({ text }) => text !== undefined);
  const entities = json("entities.json") as Entities;
  return { labels: labelsOf("sample"), reviews: texts, aspects: homeAspects(), entities };
}

/** The analysis reads none of these. */
const UNSTATED: Omit<ContentReview, "id" | "rating" | "text"> = {
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

/** Texts written for this purpose, by the pack whose aspects they are labeled with. */
export function ownSets(
  name: "own" | "written" | "aside" | "hard" | "plain" | "typed" = "own",
): LabeledSet[] {
  const written = labelsOf<OwnReview>(name);
  return [...Map.groupBy(written, ({ pack }) => pack)].map(([pack, labels]) => ({
    labels,
    reviews: labels.map(({ id, rating, text }) => ({ ...UNSTATED, id, rating, text })),
    aspects: readPack(pack).aspects,
    entities: NO_NAMES,
  }));
}

export const transportSet = (): LabeledSet => comments("patient-transport", "nhs-patient-transport.jsonl");

/** Comments about other services than transport; those of "comments" are about both. */
export const patientSet = (name: "patients" | "comments" = "patients"): LabeledSet =>
  comments(name, "nhs-fft.jsonl");

/** Comments without a rating are left out: they could not be published. */
function comments(name: string, file: string): LabeledSet {
  const texts = labeled<ContentReview & { rating: number | null }>("nhs", file);
  const labels = labelsOf(name);
  const known = new Set(labels.map(({ id }) => id));
  const rated = texts.filter(({ id, rating }) => rating !== null && known.has(id));
  const reviews = rated.map((comment) => ({ ...comment, verified: true as const }));
  return { labels, reviews, aspects: homeAspects(), entities: NO_NAMES };
}

const labelsOf = <Line extends ReviewLabels = ReviewLabels>(name: string): Line[] =>
  readFileSync(join(LABELS, `${name}.jsonl`), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
