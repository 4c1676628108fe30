import { wordSet } from "../lexicon/word-set.ts";
import { TRADES } from "../lexicon/targets.ts";
import { TITLES } from "../text/passage.ts";
import { HELPERS, JOBS, RELATIVES } from "./everyday-words.ts";
import type { Word } from "../text/words.ts";
import { gapBefore, isDoing, OWNERS, type SearchedText } from "./mention-cues.ts";

/** "Sean's dad", "Sean's own kids" and "Sean's Auto" tell of others, or of another firm. */
export function ownsOthers({ words }: SearchedText, end: number): boolean {
  const [next, second] = [words[end], words[end + 1]];
  if (words[end - 1]?.isPossessive !== true || next === undefined) return false;
  const owned = next.folded === "own" ? (second ?? next) : next;
  return FAMILY.has(owned.folded) || (next.isCapitalized && FIRMS.has(next.folded));
}

const FAMILY = wordSet(
  "brother dad daughter father husband kid kids mom mother mum parents sister son uncle wife",
);

const FIRMS = wordSet(
  "auto automotive bar barbershop cafe collision diner electric garage grill heating landscaping motors pizza plumbing roofing salon tire tires towing",
);

/** "Dustin from another company", "Will at the front desk of my dentist": not our Dustin, not our Will. */
export function isOfOthers({ words }: SearchedText, end: number): boolean {
  if (!AFFILIATION.has(words[end]?.folded ?? "")) return false;
  const [first = "", second = "", third = ""] = words.slice(end + 1, end + 4).map(({ folded }) => folded);
  if (OWNERS.has(first) && OUTSIDE.has(second)) return true;
  const isArticle = ARTICLES.has(first);
  const [other, next] = isArticle ? [second, third] : [first, second];
  if (RIVALS.has(other)) return true;
  // "From the last company", but not "at the last minute"
  const isFirm = ({ folded }: Word): boolean =>
    TRADES.has(folded) || FIRMS.has(folded) || OUTSIDE.has(folded);
  if (DIFFERENT.has(other)) return !COLLEAGUES.has(next) && words.slice(end + 2, end + 6).some(isFirm);
  // "With the rest of my family", but not "from dispatch took care of my heater"
  return words
    .slice(end + 1, end + 7)
    .some(
      ({ folded }, index, all) =>
        folded === "of" && all[index + 1]?.folded === "my" && isOwn(words[end + index + 3]),
    );
}

const isOwn = (word: Word | undefined): boolean =>
  word !== undefined && (word.folded === "family" || OUTSIDE.has(word.folded) || RELATIVES.has(word.folded));

/** "My old instructor Sean", "our previous plumber, Sean". */
export function isFormer(searched: SearchedText, at: number): boolean {
  const { words } = searched;
  const helper = words[at - 1];
  if (helper === undefined || !HELPERS.has(helper.folded) || helper.isPossessive) return false;
  const isOwned = OWNERS.has(words[at - 3]?.folded ?? "") && FORMER.has(words[at - 2]?.folded ?? "");
  return isOwned && /^,? $/.test(gapBefore(searched, at));
}

const FORMER = wordSet("former old previous");

/** "Great job.\n- Sean", "We will be back! Sean", "Regards, Sean", "my name is Sean", "I'm Sean", "Hi, Sean here": the customer's own name. */
export function isSignature(searched: SearchedText, at: number, end: number): boolean {
  const { words } = searched;
  if (words[end - 1]?.isPossessive === true) return false;
  const [third = "", second = "", first = ""] = [3, 2, 1].map((distance) => words[at - distance]?.folded);
  const greets = at === 0 || GREETINGS.has(first);
  if (greets && words[end]?.folded === "here" && gapBefore(searched, end) === " ")
    return !isDoing(words[end + 1]);
  if (first === "im" || (first === "am" && second === "i")) return true;
  if (first === "is" && second === "name" && third === "my") return true;
  if (at === 0 || end < words.length) return false;
  const gap = gapBefore(searched, at);
  if (CLOSINGS.has(first) || /[.!)\n] ?[-–—~]{1,2} ?$/.test(gap)) return true;
  // "Thank you Dr. Emily", "Awesome server! Ana"
  if (TITLES.includes(first) || words.slice(Math.max(0, at - 6), at).some(({ folded }) => JOBS.has(folded)))
    return false;
  return /[.!)] $/.test(gap) && searched.text.length === words[end - 1]?.end;
}

const GREETINGS = wordSet("hello hey hi homeowner owner");
const CLOSINGS = wordSet("cheers regards sincerely truly");

const AFFILIATION = wordSet("from at with of");
const ARTICLES = wordSet("the a an our my");
const DIFFERENT = wordSet("another different first last old other previous");
const RIVALS = wordSet(
  "aaa autozone competing competitor competitors costco geico midas rival sears walmart",
);
/** "Sean at my bank"; "at the office" is ours. */
const OUTSIDE = wordSet(
  "bank chain church clinic dealer dealership dentist doctor insurance job office practice school store",
);
/** "Sean with the other guy" */
const COLLEAGUES = wordSet("crew fellow guy guys helper lady man one tech technician woman");
