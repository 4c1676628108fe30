import { wordSet } from "../lexicon/word-set.ts";
import { gapBefore, type SearchedText } from "./mention-cues.ts";
import { isUnusual } from "./surnames.ts";

/** A name in "bloody Mary", "San Jose", "Trader Joe's" and "average Joe" is nobody's. */
const SAYING_BEFORE = wordSet(
  "average ave bloody hail monterey ordinary papa peeping pepper plain regular saint san santa sloppy st trader virgin",
);
/** And in "Tom Yum", "John Deere" and "Jack Daniels". */
const SAYING_AFTER = wordSet("beam blow collins daniels deere doe gai ka kha schmoe yum");

/** True for a name that is part of a drink, a dish, a city or a saying. */
export function isSaying(searched: SearchedText, at: number, end: number): boolean {
  const { words } = searched;
  if (SAYING_AFTER.has(words[end]?.folded ?? "")) return true;
  const before = words[at - 1]?.folded ?? "";
  // "St. Paul", but not "better than average. Paul came"
  if (at === 0 || !(before === "st" ? /^\.? $/ : /^ $/).test(gapBefore(searched, at))) return false;
  return SAYING_BEFORE.has(before) || (before === "of" && words[at - 2]?.folded === "cup");
}

/**
 * "At Joe's.", "at Joe's Grill", "Joe's Farm Grill", "Joe's is fine", "Joe's place": a place, maybe this one. "Joe's the
 * best" and "Joe's HVAC skills" tell of a person.
 */
export function isPlaceOfName(searched: SearchedText, at: number, end: number): boolean {
  const { words } = searched;
  if (words[end - 1]?.isPossessive !== true) return false;
  const isPlaced = BEFORE_SHOP.has(words[at - 1]?.folded ?? "");
  const next = words[end];
  const gap = next === undefined ? "." : gapBefore(searched, end).replace(/^.s?/, "");
  if (next === undefined || /^[.,;:!?)]/.test(gap)) return isPlaced;
  if (gap !== " ") return false;
  if (AFTER_PLACE.has(next.folded) || PLACES.has(next.folded)) return true;
  const second = words[end + 1];
  const isNamed = second !== undefined && isUnusual(searched, second) && gapBefore(searched, end + 1) === " ";
  return isUnusual(searched, next) && (isPlaced || isNamed);
}

const BEFORE_SHOP = wordSet("as at from like love skip than to try");
const AFTER_PLACE = wordSet("are is was were");
const PLACES = wordSet(
  "bbq cafe deli diner grill pizza pizzeria place restaurant restaurants ribs shack shop subs tacos taqueria",
);

/** "I agree with Chris", "as Chris said", "after Chris's review", "thanks to Chris and Yelp": who wrote another review. */
export function isReviewer({ words }: SearchedText, at: number, end: number): boolean {
  const [before = "", earlier = ""] = [words[at - 1]?.folded, words[at - 2]?.folded];
  const [next = "", second = ""] = [words[end]?.folded, words[end + 1]?.folded];
  if (before === "ditto" || (before === "second" && earlier === "i")) return true;
  if (before === "with" && earlier === "agree") return next !== "that";
  if (/^(?:as|like)$/.test(before) && next === "said") return true;
  if (words[end - 1]?.isPossessive === true) return REVIEWS.has(next);
  return next === "and" && SITES.has(second);
}

const REVIEWS = wordSet("comment comments post rating review reviews");
const SITES = wordSet("angi facebook google groupon nextdoor tripadvisor yelp");

/** "Chris and I had a great meal", "me and Chris": who came along. Not "our tech was Chris and I had a question". */
export function isCompanion(searched: SearchedText, at: number, end: number): boolean {
  const { words } = searched;
  if (words[at - 1]?.folded === "and" && words[at - 2]?.folded === "me") return true;
  const isPair = words[end]?.folded === "and" && words[end + 1]?.folded === "i";
  const isFirst =
    at === 0 || /[.!?\n]/.test(gapBefore(searched, at)) || BEFORE_CLAUSE.has(words[at - 1]?.folded ?? "");
  return isPair && isFirst && TOGETHER.has(words[end + 2]?.folded ?? "") && words[end + 3]?.folded !== "over";
}

const BEFORE_CLAUSE = wordSet("after because since so then when");
const TOGETHER = wordSet(
  "always ate both came celebrated decided dined drove enjoyed got had love loved ordered shared split stopped tried visited walked went were",
);
