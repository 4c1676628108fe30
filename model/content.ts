import type { Business, Publishing } from "./business.ts";
import type { Entities } from "./entities.ts";
import type { ContentReview } from "./review.ts";

export interface Aspect {
  readonly id: string;
  readonly label: string;
  /** What a customer would ask; the computed FAQ answers it. */
  readonly question?: string;
  readonly words: readonly string[];
  /** Words that count only with an opinion beside them. */
  readonly weak?: readonly string[];
  readonly except?: readonly string[];
  readonly events?: readonly { readonly phrase: string; readonly polarity: "positive" | "negative" }[];
}

export interface FaqEntry {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
}

/** Everything below `content/`, checked and cleaned; reviews newest first, verified ones only. */
export interface Content {
  readonly business: Business;
  readonly publishing: Publishing;
  readonly reviews: readonly ContentReview[];
  /** How many reviews were held back because they are not verified. */
  readonly withheld: number;
  readonly entities: Entities;
  readonly aspects: readonly Aspect[];
  readonly faq: readonly FaqEntry[];
  /** Editorial summary in Markdown, if there is one. */
  readonly summary: string | null;
  /** What lies in `content/templates/`, by file name. */
  readonly templates: Readonly<Record<string, string>>;
}
