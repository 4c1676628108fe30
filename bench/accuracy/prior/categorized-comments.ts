import { wordsOf } from "../../../build/insights/text/words.ts";
import { HOME, labeled, priorAspectIds } from "../labeled.ts";
import { type Label, patientSet, transportSet } from "../labeled-reviews.ts";
import type { TrainingText } from "./training-texts.ts";

interface CategorizedComment {
  readonly id: string;
  readonly text: string;
  readonly extra: { readonly sentiment: number | null; readonly labels: readonly string[] };
}

/** The categories of NHS England that tell of one of our aspects. */
const CATEGORIES: Readonly<Record<string, string>> = {
  "Staff manner & personal attributes": "professionalism",
  "Timeliness of care": "speed",
  "Staff listening, understanding & involving patients": "communication",
  "Information directly from staff during care": "communication",
  "Being kept informed, clarity & consistency of information": "communication",
  "Information provision & guidance": "communication",
  "Contacting services": "communication",
  "Unspecified communication": "communication",
  "Appointment arrangements": "scheduling",
  "Appointment method": "scheduling",
  "Cleanliness, tidiness & infection control": "cleanliness",
  "Impact of treatment/ care": "quality",
  "Competence & training": "quality",
  "Diagnosis & triage": "quality",
  "Positive experience & gratitude": "overall",
  "Negative experience & dissatisfaction": "overall",
};
const UNUSABLE = new Set(["Labelling not possible", "Not assigned"]);

/**
 * Comments with a category and a sentiment by people of NHS England: many, but coarse. Those that we labeled ourselves
 * are left out, both halves, and so are others with the same words.
 */
export function categorizedComments(): TrainingText[] {
  const ids = priorAspectIds();
  const comments = labeled<CategorizedComment>("nhs", "nhs-fft.jsonl");
  const own = new Set(
    [transportSet(), patientSet(), patientSet("comments")].flatMap(({ reviews }) =>
      reviews.map(({ id }) => id),
    ),
  );
  const ownTexts = new Set(comments.filter(({ id }) => own.has(id)).map(({ text }) => folded(text)));
  return comments
    .filter(
      ({ id, text, extra }) =>
        extra.sentiment !== null &&
        !extra.labels.some((label) => UNUSABLE.has(label)) &&
        !own.has(id) &&
        !ownTexts.has(folded(text)),
    )
    .map(({ text, extra: { sentiment, labels } }) => {
      const label: Label = (sentiment ?? 3) < 3 ? "+" : (sentiment ?? 3) > 3 ? "-" : "0";
      const aspects = labels.flatMap((category) => CATEGORIES[category] ?? []);
      return {
        source: "categories",
        pack: HOME,
        text,
        rating: undefined,
        labels: new Map(aspects.map((id) => [ids.indexOf(id), label])),
      };
    });
}

const folded = (text: string): string =>
  wordsOf(text)
    .map((word) => word.folded)
    .join(" ");
