import type { WrittenReview } from "../../model/review.ts";

/** A policy for the sources of the reviews. Methods stay empty: a guess would be a claim. */
export function policySkeleton(reviews: readonly Pick<WrittenReview, "source">[]): object {
  const sources = [...new Set(reviews.map(({ source }) => source))].toSorted();
  return {
    publisher: { name: "", is_the_business: true },
    sources: Object.fromEntries(sources.map((source) => [source, { verification: "", how: "" }])),
    report: { email: "" },
    response_days: 14,
    reviewed_at: "",
  };
}
