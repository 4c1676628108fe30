import { BEFORE_NAME, BEFORE_PERSON, EVERYDAY_NAMES } from "../entities/everyday-words.ts";
import { isAct } from "../entities/mention-cues.ts";
import { wordSet } from "../lexicon/word-set.ts";
import { stemOf } from "../sentiment/prior-features.ts";
import { ENGLISH } from "../text/language.ts";
import { TITLES } from "../text/passage.ts";
import { isAllCaps, type Word, wordsOf } from "../text/words.ts";

/** Words that are no person, although texts write them in capitals. */
const NO_NAMES = wordSet(
  "ac american angi bbb canadian chinese christmas covid easter english facebook february fedex friday god google halloween hvac i internet irish italian january jesus lord march mexican monday nextdoor november october ok okay saturday september spanish sunday thanksgiving thumbtack thursday tuesday ups usps wednesday wifi xmas yelp zelle december july",
);
const MONTHS = wordSet("april august june may");

/**
 * Compiles a test for texts that may name somebody. It takes too many words for names rather than too few: it only keeps
 * complaints from being quoted. `known` are words of other names, `stems` those that texts write in small letters.
 */
export function compileNameGuess(
  known: ReadonlySet<string>,
  stems: ReadonlySet<string>,
): (text: string) => boolean {
  return (text) => {
    const isShouted = isAllCaps(text);
    const words = wordsOf(text);
    return words.some((word, at) => {
      const { folded, start, end } = word;
      if (!/^\p{L}{2,}$/u.test(folded) || known.has(folded) || NO_NAMES.has(folded)) return false;
      const written = text.slice(start, end);
      const isCommon = ENGLISH.has(folded) || MONTHS.has(folded);
      const isUnknown = !isCommon && !stems.has(stemOf(folded));
      // "HVAC" is no name.
      const isCapital = word.isCapitalized && (isShouted || written !== written.toUpperCase());
      if (isUnknown && isCapital) return true;
      const before = wordInSentenceBefore(text, words, at);
      const acts = isAct(words[at + 1]);
      const isAfterJob = BEFORE_NAME.has(before) || TITLES.includes(before);
      if (isUnknown) return acts || isAfterJob;
      if (isAfterJob && acts) return !ENGLISH.has(folded) && !folded.endsWith("ly");
      if (!isCapital || isShouted || ENGLISH.has(folded)) return false;
      if (before === "") return acts && EVERYDAY_NAMES.has(folded);
      return (acts && !ARTICLES.has(before)) || (BEFORE_PERSON.has(before) && !MONTHS.has(folded));
    });
  };
}

const ARTICLES = wordSet("a an another her his its my no our some that the their these this those your");

/** The word before in the same sentence, "" if there is none. */
function wordInSentenceBefore(text: string, words: readonly Word[], at: number): string {
  const [before, word] = [words[at - 1], words[at]];
  if (before === undefined || word === undefined) return "";
  return /[.!?:;\n“”"]/.test(text.slice(before.end, word.start)) && !TITLES.includes(before.folded)
    ? ""
    : before.folded;
}
