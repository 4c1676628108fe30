import type { Mention } from "../entities/mentions.ts";
import { BEFORE_NAME } from "../entities/everyday-words.ts";
import { wordSet } from "../lexicon/word-set.ts";
import { type Passage, segmentEnd, segmentStart } from "../text/passage.ts";
import { type Word, wordAt } from "../text/words.ts";
import { scoreNear } from "./aspect-mentions.ts";
import type { LocatedMention } from "./conflicts.ts";
import type { Opinion, WordSpan } from "./opinion-value.ts";

/** A passage with its judgements. */
interface PersonFindings {
  readonly passage: Passage;
  readonly opinions: readonly Opinion[];
  readonly mentions: readonly LocatedMention[];
}

/** Of a complaint near a name that does not say that the person behaved so, and of a person who had no part in it. */
const DOUBTED = -0.5;

/**
 * The score of the words around a technician's name. A complaint is about the person only if the sentence says how the
 * person behaved, as "Ana was rude to us" does, and is `DOUBTED` else. `conduct` has the indexes of the aspects that
 * judge how people behave.
 */
export function scoreOfName(
  found: PersonFindings,
  conduct: ReadonlySet<number>,
  { kind, start, end }: Mention,
): number {
  const { passage, opinions } = found;
  if (kind !== "technicians") return 0;
  const at = wordAt(passage.words, start);
  const name = { at, end: wordAt(passage.words, end) };
  if (isAbsent(passage, name)) return DOUBTED;
  if (opinions.length === 0) return 0;
  const score = scoreNear(passage, opinions, name);
  if (score >= 0) return score;
  const misconduct = misconductOf(found, conduct, name);
  if (misconduct !== undefined) return Math.min(score, misconduct);
  // A complaint in another clause may be about somebody else.
  const clause = segmentStart(passage.clauseStart, at);
  const near = opinions.filter((opinion) => segmentStart(passage.clauseStart, opinion.at) === clause);
  return scoreNear(passage, near, name) < 0 ? DOUBTED : 0;
}

const ABSENCE = wordSet("leave longer retired sick vacation");
const ABSENCE_LINK = wordSet("had has is maternity no on out parental was");

/** "Ana was on vacation", "Ana no longer works there", "not Ana", "instead of Ana". */
function isAbsent({ words }: Passage, { at, end }: WordSpan): boolean {
  const [earlier, before] = [words[at - 2]?.folded, words[at - 1]?.folded];
  if (before === "not" || (before === "of" && earlier === "instead")) return true;
  let next = end;
  while (ABSENCE_LINK.has(words[next]?.folded ?? "")) next += 1;
  return ABSENCE.has(words[next]?.folded ?? "");
}

/** The score of a complaint about conduct whose subject is the name, in a sentence that states it and reports nothing. */
function misconductOf(
  { passage, mentions }: PersonFindings,
  conduct: ReadonlySet<number>,
  name: WordSpan,
): number | undefined {
  if (!isSubject(passage, name) || isReport(passage, name.at)) return undefined;
  const complaint = mentions.find(
    ({ at, main, statement: { aspect, score } }) =>
      conduct.has(aspect) && score < 0 && isPredicate(passage, name.end, Math.min(at, main?.at ?? at)),
  );
  return complaint?.statement.score;
}

/** Between the name and its predicate: "was also very", "who is", "and was". */
const LINKING = wordSet(
  "a also always an and are became been being both extremely incredibly is just plain pretty quite rather really seemed seems so sounded sounds such the totally very was were who",
);
/** A comma may stand before these: "Ana, who was rude, left". */
const RESUMING = wordSet("is was who");
const PASSIVE = wordSet("are been being is was were");

function isPredicate({ words, sentenceStart, clauseStart }: Passage, from: number, at: number): boolean {
  if (at < from || at >= segmentEnd(sentenceStart, from - 1)) return false;
  for (let between = from; between <= at; between += 1) {
    const { folded } = words[between] as Word;
    if (between < at && !LINKING.has(folded)) return false;
    if (clauseStart[between] === 1 && !RESUMING.has(folded)) return false;
  }
  // "Was lied to", "was yelled at" are done to the person.
  const isPassive = words.slice(from, at).some(({ folded }) => PASSIVE.has(folded));
  return !isPassive || !(words[at] as Word).folded.endsWith("ed");
}

/** Before a subject: "our technician", "the woman named". */
const INTRODUCING = wordSet(
  "a an dispatcher foreman girl guy kid lady man manager owner our salesman scheduler the their this woman",
);
const CONJUNCTIONS = wordSet("and because but since so then when");

const ALL = wordSet("all anybody anyone everybody everyone nobody none one");

/** True if a clause begins with the name: not so in "everyone but Ana was rude". */
function isSubject({ words, clauseStart }: Passage, { at }: WordSpan): boolean {
  if ((words[at] as Word).isPossessive) return false;
  const start = segmentStart(clauseStart, at);
  let before = at - 1;
  while (before >= start && isBeforeName(words[before] as Word)) before -= 1;
  const conjunction = words[before]?.folded ?? "";
  if (conjunction === "but" && ALL.has(words[before - 1]?.folded ?? "")) return false;
  return before < start || CONJUNCTIONS.has(conjunction);
}

const isBeforeName = ({ folded }: Word): boolean => INTRODUCING.has(folded) || BEFORE_NAME.has(folded);

const REPORTING = wordSet(
  "according accused afraid allegedly apparently assumed believed blamed claimed claims expected fault feared heard said saying says supposedly tells thought told worried",
);

/** True for a sentence that quotes, tells of others' words, or of a fault that may be another's. */
function isReport({ text, words, sentenceStart }: Passage, at: number): boolean {
  const sentence = words.slice(segmentStart(sentenceStart, at), segmentEnd(sentenceStart, at));
  const [first, last] = [sentence[0], sentence.at(-1)] as [Word, Word];
  return (
    sentence.some(({ folded }) => REPORTING.has(folded)) ||
    /["“”?]/.test(text.slice(Math.max(0, first.start - 1), last.end + 1))
  );
}
