import type { ClaimSide } from "../../../build/insights/sentiment/prior.ts";
import type { PackName } from "../../../model/content.ts";
import { priorAspectIds } from "../labeled.ts";
import { signsOf, type TrainingText } from "./training-texts.ts";

/** Numbers of reviews with one star, two, and so on to five. */
type ByStars = readonly number[];

/** All reviews, and those of them that praise each aspect, or complain of it. */
export interface LabelCounts extends Readonly<Record<ClaimSide, Readonly<Record<string, ByStars>>>> {
  readonly reviews: ByStars;
}

/** The labels of the 1,627 reviews by real customers of restaurants that may be read. */
export const REAL_COUNTS: LabelCounts = {
  reviews: [178, 243, 383, 470, 353],
  praise: {
    food: [48, 123, 305, 435, 338],
    professionalism: [28, 57, 162, 244, 188],
    wait: [10, 16, 50, 85, 44],
    atmosphere: [20, 53, 151, 227, 138],
    price: [8, 20, 68, 150, 118],
    portions: [2, 14, 61, 92, 60],
    menu: [5, 17, 56, 142, 95],
    accuracy: [0, 1, 3, 10, 0],
    cleanliness: [2, 5, 24, 35, 20],
    booking: [0, 0, 1, 4, 2],
    overall: [8, 42, 206, 409, 309],
  },
  complaint: {
    food: [140, 200, 229, 98, 25],
    professionalism: [91, 100, 79, 35, 7],
    wait: [47, 54, 62, 34, 15],
    atmosphere: [40, 63, 96, 74, 28],
    price: [58, 90, 83, 48, 17],
    portions: [24, 33, 44, 17, 5],
    menu: [23, 48, 65, 33, 15],
    accuracy: [38, 27, 24, 9, 1],
    cleanliness: [18, 25, 9, 9, 3],
    booking: [3, 1, 0, 3, 0],
    overall: [158, 178, 137, 18, 1],
  },
};
const PACK: PackName = "restaurants";

/** A rate of real reviews counts like so many reviews with the rate of invented ones. */
const ADDED_REVIEWS = 60;

/** A claim that a labeled text may make. */
export interface TextClaim {
  readonly labeled: Pick<TrainingText, "pack" | "rating" | "labels">;
  /** Index into `priorAspectIds`. */
  readonly aspect: number;
  readonly side: ClaimSide;
}

/**
 * The number of times that a right claim counts, if a wrong one counts once: the odds that a real review with as many
 * stars makes it, divided by those of an invented one (Saerens, Latinne and Decaestecker 2002). So trees learn how
 * probable a claim is among real reviews: 6 % of the invented reviews of restaurants praise the booking, 0.4 % of the
 * real ones. 1 for other trades, whose real reviews are too few.
 */
export function labelShift(
  texts: readonly TextClaim["labeled"][],
  real: LabelCounts = REAL_COUNTS,
): (claim: TextClaim) => number {
  const invented = texts.filter(({ pack }) => pack === PACK);
  const known = new Map<string, number>();
  return ({ labeled: { pack, rating }, aspect, side }) => {
    if (pack !== PACK || rating === undefined) return 1;
    const key = `${side} ${aspect} ${rating}`;
    const factor = known.get(key) ?? factorOf({ aspect, side, rating }, invented, real);
    known.set(key, factor);
    return factor;
  };
}

function factorOf(
  { aspect, side, rating }: { readonly aspect: number; readonly side: ClaimSide; readonly rating: number },
  invented: readonly TextClaim["labeled"][],
  real: LabelCounts,
): number {
  const sign = side === "praise" ? 1 : -1;
  const rated = invented.filter((text) => text.rating === rating);
  const judging = rated.filter(({ labels }) => signsOf(labels.get(aspect)).includes(sign));
  // Half a review more on each side, so that no rate is 0 or 1.
  const ofInvented = (judging.length + 0.5) / (rated.length + 1);
  const realReviews = real.reviews[rating - 1] ?? 0;
  const realJudging = real[side][priorAspectIds()[aspect] ?? ""]?.[rating - 1] ?? 0;
  const ofReal = (realJudging + ADDED_REVIEWS * ofInvented) / (realReviews + ADDED_REVIEWS);
  return oddsOf(ofReal) / oddsOf(ofInvented);
}

const oddsOf = (probability: number): number => probability / (1 - probability);
