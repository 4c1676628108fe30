import { wordSet } from "../lexicon/word-set.ts";
import { gapBefore, type SearchedText } from "./mention-cues.ts";
import { isUnusual } from "./surnames.ts";

/** A name in "bloody Mary", "San Jose", "Trader Joe's" and "average Joe" is nobody's. */
const SAYING_BEFORE = wordSet(
  "average bloody monterey papa peeping pepper plain saint san santa sloppy st trader virgin",
);
/** And in "Tom Yum", "John Deere" and "Jack Daniels". */
const SAYING_AFTER = wordSet("beam collins daniels deere doe gai ka kha schmoe yum");

/** True for a name that is part of a drink, a dish, a city or a saying. */
export function isSaying(searched: SearchedText, at: number, end: number): boolean {
  const { words } = searched;
  if (SAYING_AFTER.has(words[end]?.folded ?? "")) return true;
  const before = words[at - 1]?.folded ?? "";
  // "St. Paul", but not "better than average. Paul came"
  if (at === 0 || !(before === "st" ? /^\.? $/ : /^ $/).test(gapBefore(searched, at))) return false;
  return SAYING_BEFORE.has(before) || (before === "of" && words[at - 2]?.folded === "cup");
}

/** "At Joe's.", "Joe's is fine", "Joe's Farm Grill", "Joe's place": a place, maybe this one. "Joe's the best" is a person. */
export function isPlaceOfName(searched: SearchedText, end: number): boolean {
  const { words } = searched;
  if (words[end - 1]?.isPossessive !== true) return false;
  const next = words[end];
  const gap = next === undefined ? "" : gapBefore(searched, end).replace(/^.s?/, "");
  if (next === undefined || /^[.,;:!?)]/.test(gap)) return true;
  if (gap !== " ") return false;
  return AFTER_PLACE.has(next.folded) || PLACES.has(next.folded) || isUnusual(searched, next);
}

const AFTER_PLACE = wordSet("and are for had has in is on or to was were with");
const PLACES = wordSet("deli place restaurant restaurants shop");

/** "I agree with Chris", "after Chris's review", "thanks to Chris and Yelp": who wrote another review. */
export function isReviewer({ words }: SearchedText, at: number, end: number): boolean {
  const [before = "", earlier = ""] = [words[at - 1]?.folded, words[at - 2]?.folded];
  const [next = "", second = ""] = [words[end]?.folded, words[end + 1]?.folded];
  if (before === "with" && earlier.startsWith("agree")) return true;
  if (words[end - 1]?.isPossessive === true) return REVIEWS.has(next);
  return next === "and" && SITES.has(second);
}

const REVIEWS = wordSet("comment comments post rating review reviews");
const SITES = wordSet("angi facebook google groupon nextdoor tripadvisor yelp");

/** "Chris and I had a great meal": who came along. */
export const isCompanion = ({ words }: SearchedText, end: number): boolean =>
  words[end]?.folded === "and" &&
  words[end - 1]?.isPossessive !== true &&
  /^(?:i|myself)$/.test(words[end + 1]?.folded ?? "");
