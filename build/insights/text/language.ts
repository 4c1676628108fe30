import type { Word } from "./words.ts";

/**
 * Small words that are frequent in one language and rare in the others, from general knowledge. Enough to tell a
 * review in English from one that is not; naming the other language is not attempted.
 */
const list = (words: string): ReadonlySet<string> => new Set(words.split(" "));

const ENGLISH = list(
  "a about after all an and any are as at back be because been but by called came can could did didnt do dont even every for from get good great had has have he her him his how i if im in into is it its just like me more my never no not of off on one only or our out over she so some than that the their them then there these they this time to too told up us very was we well went were what when which who will with work would you your",
);

const OTHERS = list(
  "aber alles als also anche au auch auf aus avec bei bien bon bueno buen buena casa che chez ci como con cuando da das dans de dei del della den der des di die do dobrze dos du e ein eine el ella en era es esta este est et etait fue gut ha hat hay i ich il ils ist jest je la las le les lo los lui mais mas mehr mein mi mit molto muito muy na nao nicht nie non nos notre nous o og os para pas per pero por pour precio prix que qui sa se sehr sein ser si sich sie son sono su sur sus tiempo todo tout travail tres trabajo um uma un una und une uns us van vom von voor vous war was wir y yo zu zum een het niet ik",
);

const LATIN = /\p{Script=Latin}/gu;
const FOREIGN_LETTER = /[\u00C0-\u024F]/;
const LETTER = /\p{L}/gu;

/** Too few words to tell: taken for the language of the business. */
const MIN_WORDS = 4;

/** Whether the rules, which know English, may read the text. */
export function isEnglish(text: string, words: readonly Word[]): boolean {
  if (/[\u0250-\u1FFF\u2C00-\uFFFF]/.test(text) && !isMostlyLatin(text)) return false;
  if (words.length < MIN_WORDS) return !words.some(({ folded }) => PLAINLY_OTHER.has(folded));
  let english = 0;
  let other = 0;
  for (const { folded } of words) {
    const isHere = ENGLISH.has(folded);
    const isThere = OTHERS.has(folded);
    if (isHere && !isThere) english += 1;
    else if (isThere && !isHere) other += 1;
  }
  // Not one small English word, and letters that English has not.
  if (english === 0 && FOREIGN_LETTER.test(text)) return false;
  return other === 0 || english >= other;
}

const PLAINLY_OTHER = list(
  "buen bueno buena excelente gracias merci danke gut muy tres molto obrigado servicio",
);

function isMostlyLatin(text: string): boolean {
  const letters = text.match(LETTER)?.length ?? 0;
  return letters === 0 || (text.match(LATIN)?.length ?? 0) * 2 >= letters;
}
