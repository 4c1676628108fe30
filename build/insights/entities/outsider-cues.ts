import { wordSet } from "../lexicon/word-set.ts";
import { HELPERS } from "./everyday-words.ts";
import { gapBefore, OWNERS, type SearchedText } from "./mention-cues.ts";

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
  if (OTHERS.has(first)) return !COLLEAGUES.has(second);
  if (ARTICLES.has(first) && OTHERS.has(second)) return !COLLEAGUES.has(third);
  return words
    .slice(end + 1, end + 7)
    .some(({ folded }, index, all) => folded === "of" && all[index + 1]?.folded === "my");
}

/** "My old instructor Sean", "our previous plumber, Sean". */
export function isFormer(searched: SearchedText, at: number): boolean {
  const { words } = searched;
  const helper = words[at - 1];
  if (helper === undefined || !HELPERS.has(helper.folded) || helper.isPossessive) return false;
  const isOwned = OWNERS.has(words[at - 3]?.folded ?? "") && FORMER.has(words[at - 2]?.folded ?? "");
  return isOwned && /^,? $/.test(gapBefore(searched, at));
}

const FORMER = wordSet("former old previous");

/** "Great job.\n- Sean": the customer's own name. */
export const isSignature = (searched: SearchedText, at: number, end: number): boolean =>
  end === searched.words.length && at > 0 && /[.!)\n] ?[-–—~]{1,2} ?$/.test(gapBefore(searched, at));

const AFFILIATION = wordSet("from at with of");
const ARTICLES = wordSet("the a an our my");
const OTHERS = wordSet(
  "another other different previous old competing competitor competitors first last rival aaa autozone costco geico midas sears walmart",
);
/** "Sean at my bank"; "at the office" is ours. */
const OUTSIDE = wordSet("bank church dealer dealership dentist doctor insurance job office school");
/** "Sean with the other guy" */
const COLLEAGUES = wordSet("crew fellow guy guys helper lady man one tech technician woman");
