import { err, ok, type Result } from "../../model/result.ts";
import { SKIPPED, type Skipped } from "./reasons.ts";

const WORDS = ["one", "two", "three", "four", "five"];

/** `4`, `4.0`, `4,0`, `4 stars`, `4/5`, `4 out of 5`. */
const STARS = /^(-?\d{1,4})(?:[.,](\d{1,6}))?\s*(?:stars?|\/\s*5(?:[.,]0+)?|out of 5)?$/i;

/** Whole stars from 1 to 5; nothing is rounded or rescaled. */
export function parseRating(raw: string): Result<number, Skipped> {
  const text = raw.trim();
  if (text === "") return err(SKIPPED.noRating);
  const word = WORDS.indexOf(text.toLowerCase().replace(/\s*stars?$/, ""));
  if (word !== -1) return ok(word + 1);
  const match = STARS.exec(text);
  if (!match) return err(SKIPPED.ratingUnreadable);
  const rating = Number(`${match[1]}.${match[2] ?? "0"}`);
  if (rating < 1 || rating > 5) return err(SKIPPED.ratingRange);
  return Number.isInteger(rating) ? ok(rating) : err(SKIPPED.halfStars);
}
