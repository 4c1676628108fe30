export interface Address {
  readonly street_address: string;
  readonly locality: string;
  readonly region: string;
  readonly postal_code: string;
  readonly country: string;
}

/** The business as `reviews.json` publishes it. */
export interface Business {
  readonly name: string;
  readonly legal_name?: string;
  /** A schema.org LocalBusiness subtype, such as "Plumber". */
  readonly type: string;
  readonly description: string;
  readonly url: string;
  readonly telephone: string;
  readonly email?: string;
  readonly address: Address;
  readonly geo?: { readonly latitude: number; readonly longitude: number };
  /** schema.org openingHours, such as "Mo-Fr 08:00-18:00". */
  readonly opening_hours: readonly string[];
  readonly price_range?: string;
  readonly same_as: readonly string[];
  readonly logo_url?: string;
  /** RFC 5646 language tag of the reviews. */
  readonly language: string;
}

/** How the business wants to be published: the part of business.json that stays private. */
export interface Publishing {
  /** Public origin without a trailing slash; --base-url overrides it. */
  readonly base_url: string;
  /** Title of the feeds and the index. */
  readonly title: string;
  /** Shown on every page and in every feed when the reviews are not real. */
  readonly sample_notice?: string;
  /** Licence of the published data: a URL. */
  readonly license_url?: string;
  /** Origin of the sidecar, for hosts that can proxy to it (`_redirects`). */
  readonly sidecar_url?: string;
  /** How many days back from the newest review get a file of their own under /api/reviews/since/. */
  readonly since_window_days: number;
  /** The most that those files may weigh together before compression, in MB (10^6 bytes). */
  readonly since_budget_mb: number;
}

export type Stars = "1" | "2" | "3" | "4" | "5";

export interface AggregateRating {
  /** Mean of all ratings, two decimals; null without reviews. */
  readonly rating_value: number | null;
  readonly review_count: number;
  readonly best_rating: 5;
  readonly worst_rating: 1;
  readonly distribution: Readonly<Record<Stars, number>>;
}

export function aggregate(reviews: Iterable<{ readonly rating: number }>): AggregateRating {
  const distribution = { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 };
  let count = 0;
  let stars = 0;
  for (const { rating } of reviews) {
    distribution[String(rating) as Stars] += 1;
    count += 1;
    stars += rating;
  }
  return {
    rating_value: count === 0 ? null : Math.round((stars * 100) / count) / 100,
    review_count: count,
    best_rating: 5,
    worst_rating: 1,
    distribution,
  };
}
