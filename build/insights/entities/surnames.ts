import { NEGATIVE } from "../lexicon/negative.ts";
import { POSITIVE } from "../lexicon/positive.ts";
import { wordSet } from "../lexicon/word-set.ts";
import { ENGLISH } from "../text/language.ts";
import type { Word } from "../text/words.ts";
import { AFTER_PERSON, BEFORE_NAME } from "./everyday-words.ts";
import { gapBefore, type SearchedText } from "./mention-cues.ts";

/** "Miller" in "Sean Miller charged us" and in "Sean Miller's truck", but not "Great" in "thanks Sean Great job". */
export function surnameAfter(searched: SearchedText, end: number): Word | undefined {
  const { words } = searched;
  const [word, next] = [words[end], words[end + 1]];
  if (word === undefined || words[end - 1]?.isPossessive === true || !isUnusual(searched, word))
    return undefined;
  if (gapBefore(searched, end) !== " ") return undefined;
  if (word.isPossessive) return word;
  // "Thanks Sean Carlos was great too"
  if (/^(?:thanks?|you)$/.test(words[end - 2]?.folded ?? "")) return undefined;
  // "Shout out to Sean Carlos Luis"
  return next?.isCapitalized === true && gapBefore(searched, end + 1) === " " ? undefined : word;
}

/** "P" in "nobody came. Sean P." */
export function initialAfter(searched: SearchedText, end: number): Word | undefined {
  const { words, text } = searched;
  const word = words[end];
  if (word?.isCapitalized !== true || !/^[a-hj-z]$/.test(word.folded) || words[end - 1]?.isPossessive)
    return undefined;
  return gapBefore(searched, end) === " " && /^(?:\.|\s*$)/.test(text.slice(word.end, word.end + 2))
    ? word
    : undefined;
}

/** True for a capitalized word that begins no sentence, unlike "Great" in "thanks Sean Great job". */
export const isUnusual = ({ isAllCaps }: SearchedText, { isCapitalized, folded }: Word): boolean =>
  isCapitalized && !isAllCaps && /^\p{L}{3,}$/u.test(folded) && !USUAL.has(folded) && !FORM.test(folded);

/** Of adverbs and verbs. "Reilly" and "Reed" are names. */
const FORM = /.{5}ly$|.{4}ed$/;

/** Words of opinions, and others that may begin a sentence. */
const USUAL = new Set([...ENGLISH, ...AFTER_PERSON, ...BEFORE_NAME])
  .union(
    wordSet(
      "again also although always another anyway asap bottom both color communication company crew customer dinner drinks during each either everyone everything fast finally first five fixed foreman friday front hairstylist highly however hvac installation junior last later lunch massage monday mr mrs nail next nothing now office once otherwise overall people price prices pricing pros quality quick salesman saturday second senior service services several since someone stars still stylist sunday sure team tech then though thursday today tomorrow total truly tuesday until wednesday whole wish yes",
    ),
  )
  .union(
    new Set(
      [POSITIVE, NEGATIVE].flatMap((lists) =>
        Object.values(lists).flatMap((words) => [...wordSet(words)].map((word) => word.replace("~", ""))),
      ),
    ),
  );
