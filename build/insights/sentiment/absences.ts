import { wordSet } from "../lexicon/word-set.ts";
import { type Passage, segmentEnd } from "../text/passage.ts";
import { foldedText } from "../text/words.ts";
import type { WordSpan } from "./opinion-value.ts";

const ABSENCE = wordSet("leave longer quit retired sick vacation");
const ABSENCE_LINK = wordSet("had has is maternity no on out parental was");
const NOT_THERE =
  /^(?:was not|wasnt|is not|isnt) (?:available|around|here|in(?! (?:a|any|it|the|no)\b)|there(?! (?:just|to)\b))\b|^(?:could not|couldnt) (?:come|make it)\b(?! any\b)|^(?:is|was) (?:(?:fully )?booked|(?:at|on) another (?:appointment|call|client|customer|house|job|roof|site)|tied up|out with (?:an? |his |her |the )?(?:bad |broken )?(?:back|cold|covid|fever|flu|injury|knee))\b|^(?:had already left|has since left|got fired)\b/;
/** "Ana was sick but she came in anyway". */
const CAME = / but (?:(?:he|she) |still |called|came|made|squeezed|was )/;
/** "Had the day off", "took Monday off", but not "took a night off our bill"; "was off", but not "was off to a good start". */
const OFF =
  /^(?:(?:had|has|took) (?:\w+ )?\w*(?:days?|evening|morning|night|week|weekend|time)|is|was) off\b(?! (?:by|my|our|the|to|with)\b)/;
const EXCEPTING = wordSet("besides but except");
const ALL = wordSet("all everybody everyone");

/** Between a name and what tells of an absence: "Ana, but she was off", "Ana, who was sick". */
const RESUMING = /^(?:but |who )?(?:(?:he|she) )?/;
/** Words after a name, in its sentence, that may tell of an absence. */
const MAX_AFTER = 8;
/** Before the name of one who did not come, if a "but" follows: "we were supposed to have Ana but". */
const EXPECTED =
  /(?:hoped|hoping|meant|scheduled|supposed|wanted) to (?:be|get|have|meet|see)$|(?:hop(?:ed|ing)|asked) for$|requested$|appointment with$/;
/** And no word of the person: "I was supposed to meet Ana but she came early". */
const INSTEAD = /^but (?!(?:he|she|did|didnt)\b)/;
/** Words before the name of one whose part it was not: "instead of Ana", "the man who replaced Ana". */
const WITHOUT = new Set([
  "not",
  "despite",
  "replaced",
  "instead of",
  "apart from",
  "aside from",
  "came after",
  "over from",
]);

/** "Ana was on vacation", "Ana had the day off", "Ana couldn't make it", "not Ana", "instead of Ana", "everyone but Ana". */
export function isAbsent({ words, sentences }: Passage, { at, end }: WordSpan): boolean {
  const [earlier = "", before = ""] = [words[at - 2]?.folded, words[at - 1]?.folded];
  if (WITHOUT.has(before) || WITHOUT.has(`${earlier} ${before}`)) return true;
  if (EXCEPTING.has(before) && ALL.has(earlier)) return true;
  const after = foldedText(words.slice(end, Math.min(end + MAX_AFTER, segmentEnd(sentences, end - 1))));
  if (INSTEAD.test(after) && EXPECTED.test(foldedText(words.slice(Math.max(0, at - 3), at)))) return true;
  const stated = after.replace(RESUMING, "");
  if (CAME.test(stated)) return false;
  if (NOT_THERE.test(stated) || OFF.test(stated)) return true;
  let next = end;
  while (ABSENCE_LINK.has(words[next]?.folded ?? "")) next += 1;
  return ABSENCE.has(words[next]?.folded ?? "");
}
