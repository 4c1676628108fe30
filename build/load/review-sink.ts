import type { CalendarDate } from "../../model/calendar-date.ts";
import { check } from "../../model/check.ts";
import type { Policy } from "../../model/content.ts";
import type { VerificationMethod } from "../../model/policy.ts";
import {
  type ContentReview,
  contentReviewSchema,
  MIN_DATE,
  type WithheldReview,
  type WrittenReview,
} from "../../model/review.ts";
import { isInvisible } from "../../model/text.ts";
import { checkCleaned } from "./files.ts";
import type { Problems } from "./problems.ts";

export interface ReviewRules {
  readonly latestDate: CalendarDate;
  /** Undefined if policy.json has problems of its own. */
  readonly policy: Policy | undefined;
}

const checkReview = check(contentReviewSchema);

/** Checks and cleans reviews one by one, reports duplicate ids and withholds what is not published. */
export class ReviewSink {
  readonly reviews: ContentReview[] = [];
  readonly withheld: WithheldReview[] = [];
  /** Verified reviews without a method, by source. */
  readonly #withoutMethod = new Map<string, { count: number; readonly first: string }>();
  readonly #fileOfId = new Map<string, string>();
  readonly #rules: ReviewRules;
  readonly #problems: Problems;
  readonly #sources: ReadonlyMap<string, { readonly verification: VerificationMethod }>;

  constructor(rules: ReviewRules, problems: Problems) {
    this.#rules = rules;
    this.#problems = problems;
    this.#sources = new Map(Object.entries(rules.policy?.sources ?? {}));
  }

  /** Checks and adds a review. Returns true if it is valid by itself, as it is written. */
  add(file: string, where: string, value: unknown): boolean {
    const review = checkCleaned(value, checkReview, (issues) =>
      this.#problems.addIssues(file, where, issues),
    );
    if (review === undefined) return false;
    if (isHollow(value)) {
      this.#problems.add(
        file,
        `${where}.text`,
        "has no visible character; write null if the customer left stars only",
      );
      return false;
    }
    this.addChecked(file, where, review);
    return review === value;
  }

  /** Adds a review that is valid by itself. */
  addChecked(file: string, where: string, review: WrittenReview): void {
    const first = this.#fileOfId.get(review.id);
    if (first !== undefined) {
      this.#problems.add(file, `${where}.id`, `is used twice, first in ${first} (got "${review.id}")`);
      return;
    }
    this.#fileOfId.set(review.id, file);
    if (!this.#isInRange(review.date)) this.#reportRange(file, `${where}.date`, review.date);
    const reply = review.owner_reply;
    if (reply && !this.#isInRange(reply.date))
      this.#reportRange(file, `${where}.owner_reply.date`, reply.date);
    const { id, author, rating, source, relationship } = review;
    if (relationship !== undefined && review.withheld === undefined)
      this.#problems.add(file, `${where}.relationship`, `${INSIDER} (got "${relationship}")`);
    const reason = review.withheld?.reason ?? (review.verified ? undefined : "unverified");
    if (reason !== undefined || author === undefined) {
      this.withheld.push({ id, rating, source, reason: reason ?? "unverified" });
      return;
    }
    const method = this.#methodOf(file, where, review);
    if (method !== undefined) this.reviews.push(complete(review, author, method));
  }

  /** Reports each source once, however many reviews it has. */
  reportSourcesWithoutMethod(policyFile: string): void {
    for (const [source, { count, first }] of this.#withoutMethod)
      this.#problems.add(
        policyFile,
        `sources.${source}`,
        `is missing, and ${count} of its reviews say verified: true without a verification of their own, first ${first}: say here how this source is verified, or set verified: false`,
      );
  }

  /** The review's own method, or that of its source. Without a policy, the policy is the only problem. */
  #methodOf(
    file: string,
    where: string,
    { source, verification }: WrittenReview,
  ): VerificationMethod | undefined {
    const method = verification?.method ?? this.#sources.get(source)?.verification;
    if (method !== undefined || this.#rules.policy === undefined) return method;
    const found = this.#withoutMethod.get(source);
    if (found === undefined) this.#withoutMethod.set(source, { count: 1, first: `${file}: ${where}` });
    else found.count += 1;
    return undefined;
  }

  #isInRange(date: CalendarDate): boolean {
    return date >= MIN_DATE && date <= this.#rules.latestDate;
  }

  #reportRange(file: string, path: string, date: CalendarDate): void {
    const place = date < MIN_DATE ? `lies before ${MIN_DATE}` : "lies in the future";
    this.#problems.add(file, path, `${place} (got "${date}")`);
  }
}

const INSIDER =
  'marks a review by an insider, which no reader should take for a customer\'s: add "withheld": {"reason": "not_a_customer"}';

/** True for a non-empty text without a visible character. */
const isHollow = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "text" in value &&
  typeof value.text === "string" &&
  value.text !== "" &&
  isInvisible(value.text);

/** Sets every optional field. */
const complete = (review: WrittenReview, author: string, method: VerificationMethod): ContentReview => ({
  id: review.id,
  author,
  author_avatar_url: review.author_avatar_url ?? null,
  rating: review.rating,
  date: review.date,
  text: review.text || null,
  source: review.source,
  source_url: review.source_url ?? null,
  owner_reply: review.owner_reply ?? null,
  verified: true,
  verification: { method },
  incentive: review.incentive ?? null,
  photos: review.photos ?? [],
});
