import { wordSet } from "../lexicon/word-set.ts";
import { WordTable, wordNumber } from "./vocabulary.ts";
import type { Word } from "./words.ts";

/** Function words that are frequent in English and rare elsewhere. Our own lists, from general knowledge. */
export const ENGLISH = wordSet(
  "a about after all an and any are as at back be because been but by called came can could did didnt do dont even every for from get good great had has have he her him his how i if im in into is it its just like me more my never no not of off on one only or our out over she so some than that the their them then there these they this time to too told up us very was we well went were what when which who will with work would you your",
);

const OTHER_LANGUAGES = wordSet(
  "aber alles als also anche au auch auf aus avec bei bien bon bueno buen buena casa che chez ci como con cuando da das dans de dei del della den der des di die do dobrze dos du e ein eine el ella en era es esta este est et etait fue gut ha hat hay i ich il ils ist jest je la las le les lo los lui mais mas me mehr mein mi mit molto muito muy na nao nicht nie non nos notre nous o og os para pas per pero por pour precio prix que qui sa se sehr sein ser si sich sie son sono su sur sus tambien tiempo toda todas todo todos tout travail tres trabajo um uma un una und une uns us van vom von voor vous war was wir y yo zu zum een het niet ik",
);

/** Words of both lists are no evidence. */
const EVIDENCE = new WordTable();
const IS_ENGLISH = 1;
const IS_OTHER = 2;
for (const word of ENGLISH.symmetricDifference(OTHER_LANGUAGES))
  EVIDENCE.set(wordNumber(word), ENGLISH.has(word) ? IS_ENGLISH : IS_OTHER);

const SMALL_A = "a".charCodeAt(0);
const SMALL_Z = "z".charCodeAt(0);
const LATIN = /\p{Script=Latin}/u;
const OTHER_SCRIPT = /[\u0250-\u1FFF\u2C00-\uFFFF]/;
const FOREIGN_LETTER = /[\u00C0-\u024F]/;
const LETTER = /\p{L}/u;

const PLAINLY_FOREIGN = wordSet(
  "buen bueno buena excelente gracias merci danke gut muy tres molto obrigado servicio",
);

/** Shorter texts count as English unless a word is plainly foreign. */
const MIN_WORDS = 4;

/** The rules know English only; they skip other texts. */
export function isEnglish(text: string, words: readonly Word[]): boolean {
  if (OTHER_SCRIPT.test(text) && !isMostlyLatin(text)) return false;
  if (words.length < MIN_WORDS) return !words.some(({ folded }) => PLAINLY_FOREIGN.has(folded));
  let english = 0;
  let other = 0;
  for (const { number } of words) {
    const evidence = EVIDENCE.get(number);
    if (evidence === IS_ENGLISH) english += 1;
    else if (evidence === IS_OTHER) other += 1;
  }
  // No English function word, and letters that English lacks.
  if (english === 0 && FOREIGN_LETTER.test(text)) return false;
  return other === 0 || english >= other;
}

function isMostlyLatin(text: string): boolean {
  let letters = 0;
  let latin = 0;
  for (const character of text) {
    const small = character.charCodeAt(0) | 32;
    // Most of an English text with emoji.
    const isAscii = small >= SMALL_A && small <= SMALL_Z;
    if (isAscii || LETTER.test(character)) letters += 1;
    if (isAscii || LATIN.test(character)) latin += 1;
  }
  return letters === 0 || latin * 2 >= letters;
}
