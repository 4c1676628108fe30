import { BEFORE_NAME } from "../entities/everyday-words.ts";
import { wordSet } from "../lexicon/word-set.ts";
import { countMatches } from "../text/count-matches.ts";
import { isSegmentStart, type Passage, segmentEnd, segmentStart } from "../text/passage.ts";
import { foldedText, type Word } from "../text/words.ts";
import type { LocatedMention } from "./conflicts.ts";
import type { Opinion, WordSpan } from "./opinion-value.ts";
import type { Target } from "./targets.ts";

/** A passage with its judgements. */
export interface PersonFindings {
  readonly passage: Passage;
  /** By word. */
  readonly targets: readonly Target[];
  readonly opinions: readonly Opinion[];
  readonly mentions: readonly LocatedMention[];
}

/**
 * The score of a complaint about conduct whose subject is the name, in a sentence that states it and reports nothing.
 * `conduct` has the indexes of the aspects that judge how people behave.
 */
export function misconductOf(
  { passage, targets, opinions, mentions }: PersonFindings,
  conduct: ReadonlySet<number>,
  name: WordSpan,
  isReport: (at: number) => boolean,
): number | undefined {
  if (!isSubject(passage, name)) return undefined;
  // "My last salon was terrible. Ana was rude."
  if (targets[segmentStart(passage.sentences, name.at) - 1] === "other_firm") return undefined;
  const from = afterWorkplace(passage.words, name.end);
  const near = opinions.filter((opinion) => opinion.value < 0 && isPredicate(passage, from, opinion));
  if (near.length === 0 || isReport(name.at)) return undefined;
  const complaint = mentions.find(({ at, statement: { aspect, score } }) => {
    if (!conduct.has(aspect) || score >= 0 || !near.some((one) => one.at <= at && at < one.end)) return false;
    // The word itself complains: "Ana was polite about a rude boss" does not say that Ana was rude.
    const opinion = opinions.find((one) => one.at <= at && at < one.end && one.value < 0);
    return opinion !== undefined && near.includes(opinion);
  });
  return complaint?.statement.score;
}

/** Between the name and its predicate: "was also very", "who is", "and was". */
const LINKING = wordSet(
  "a also always an and are became been being both extremely incredibly is just plain pretty quite rather really seemed seems so sounded sounds such the totally very was were who",
);
/** A comma may stand before these: "Ana, who was rude, left". */
const RESUMING = wordSet("is was who");
const PASSIVE = wordSet("are been being is was were");
/** Waiters wait on tables. */
const NO_CONDUCT = wordSet("wait waited waiting");

/** The index after "at reception", "at the front desk" or "on the phone", where a person of the business works. */
function afterWorkplace(words: readonly Word[], from: number): number {
  if (!/^(?:at|from|in|on)$/.test(words[from]?.folded ?? "")) return from;
  const first = from + (/^(?:the|your)$/.test(words[from + 1]?.folded ?? "") ? 2 : 1);
  let at = first;
  while (WORKPLACES.has(words[at]?.folded ?? "")) at += 1;
  return at > first ? at : from;
}

const WORKPLACES = wordSet(
  "billing check checkout counter customer department desk dispatch front in main office phone reception register scheduling service",
);

function isPredicate({ words, sentences, clauses }: Passage, from: number, { at, end }: WordSpan): boolean {
  const sentenceEnd = segmentEnd(sentences, from - 1);
  if (at < from || at >= sentenceEnd || NO_CONDUCT.has((words[at] as Word).folded)) return false;
  for (let between = from; between <= at; between += 1) {
    const { folded } = words[between] as Word;
    if (between < at && !LINKING.has(folded)) return false;
    if (isSegmentStart(clauses, between) && !RESUMING.has(folded)) return false;
  }
  const isLinked = at > from || PASSIVE.has((words[at] as Word).folded);
  const said = words.slice(from, end).map(({ folded }) => folded);
  const after = words.slice(end, Math.min(sentenceEnd, segmentEnd(clauses, end - 1)));
  if (said.some((word) => PASSIVE.has(word)) && isPassive(said.join(" "), after)) return false;
  if (HARMLESS.test(foldedText(words.slice(at, Math.min(sentenceEnd, end + 2))))) return false;
  if (EXCUSED.test(foldedText(words.slice(end, Math.min(sentenceEnd, end + MAX_EXCUSE))))) return false;
  return !isTakenBack(after) && !(isLinked && isAboutAnother(words[end - 1] as Word, after));
}

/** "Was lied to", "was yelled at", "was rudely treated" and "was hung up on by" are done to the person. */
const isPassive = (said: string, after: readonly Word[]): boolean =>
  /(?:ed|ly)(?: at| to)?$/.test(said) || after.some(({ folded }) => folded === "by");

/** "Hung up our coats", "lied on his back", "yelled my name", "swore that". */
const HARMLESS =
  /^(?:hung up (?:an?|her|his|it|my|our|the)|lied (?:down|in|on|there|under)|yell(?:ed|ing) (?:for|goodbye|hello|my|our|out|over|up)|swore (?:he|it|she|that|they))\b/;
/** The sentence excuses the person, or blames the customer. */
const EXCUSED =
  /\b(?:at first|deserved it|in other reviews|not really|(?:because|when) (?:i|we) (?:was|were)|but (?:(?:he|she) )?(?:apologi[sz]ed|later|then|turned)|but (?:it|the \w+|they) (?:was|were) (?:\w+ )?(?:busy|packed|slammed|understaffed))\b/;
/** Words after a complaint in which an excuse is looked for. */
const MAX_EXCUSE = 14;

/** Of animals and things, of those who may have deserved it, and idioms: "stole my heart". */
const TAKEN_BACK = wordSet("death dog drunk foot heart nobody none nothing pipes quit scammer show thief");
/** The person argued for the customer. */
const SUPERIORS = wordSet(
  "bartender boss chef cook dispatch dispatcher inspector insurance kitchen manager manufacturer office supervisor supplier warranty",
);

/** "Rude to nobody", "rude to no one", "argued with his boss", but not "lied to us about the insurance". */
const isTakenBack = (after: readonly Word[]): boolean =>
  after.slice(0, 4).some(({ folded }, index, all) => {
    const isNoOne = folded === "no" && /^(?:one|way)$/.test(all[index + 1]?.folded ?? "");
    // "Yelled at the man who harassed us", but "is a rude man"
    if (isNoOne || TAKEN_BACK.has(folded) || (index > 0 && /^(?:guy|man)$/.test(folded))) return true;
    return index < 3 && SUPERIORS.has(folded) && all.slice(0, index).every((word) => word.folded !== "about");
  });

/** May follow a predicate: "rude to us", "a rude man", "rude the whole time". */
const FOLLOWING = wordSet(
  "about all also and as at because before but during each enough every for from guy if in individual lady man on or person since so that the this though through throughout to today toward towards twice until when while with woman",
);

/** "Ana is the rude owner's daughter", "Ana and the rude hostess": the word judges somebody else. */
const isAboutAnother = (last: Word, [next]: readonly Word[]): boolean =>
  last.isPossessive ||
  (next !== undefined && !FOLLOWING.has(last.folded) && (next.isPossessive || !FOLLOWING.has(next.folded)));

/** Before a subject: "our technician", "the woman named". */
const INTRODUCING = wordSet(
  "a an dispatcher foreman girl guy kid lady man manager owner our salesman scheduler the their this woman",
);
const CONJUNCTIONS = wordSet("and because but since so then when");

/** True if a clause begins with the name, and it is one of ours: "another customer, Ana," is not. */
function isSubject(passage: Passage, { at, end }: WordSpan): boolean {
  const { words, clauses, sentences } = passage;
  if ((words[at] as Word).isPossessive) return false;
  const start = segmentStart(clauses, at);
  let before = at - 1;
  while (before >= start && isBeforeName(words[before] as Word)) before -= 1;
  const sentence = segmentStart(sentences, at);
  // "At the other company, Ana"
  if (sentence < at && words[sentence]?.folded === "at") return false;
  const isSet = hasComma(passage, at) && hasComma(passage, end);
  if (before < start && at > sentence && isSet && !isBeforeName(words[at - 1] as Word)) return false;
  return before < start || CONJUNCTIONS.has(words[before]?.folded ?? "");
}

/** Before the word at an index. */
const hasComma = ({ text, words }: Passage, at: number): boolean =>
  at > 0 && text.slice((words[at - 1] as Word).end, words[at]?.start).includes(",");

const isBeforeName = ({ folded }: Word): boolean => INTRODUCING.has(folded) || BEFORE_NAME.has(folded);

const REPORTING = wordSet(
  "according accused afraid allegedly apparently assumed believed blamed claimed claims expected fault feared heard read reads said saying says shouted supposedly tells texted thought told version warned whispered worried write writes wrote",
);
/** In the sentence before, these announce what somebody wrote. */
const ANNOUNCING = wordSet("mixed read reads version wrote");
/** A sentence that takes back the one before it. */
const CORRECTION =
  /^(?:(?:he|she|they|that|it) (?:(?:is|was|did|are|were) not|isnt|wasnt|didnt|arent|werent)(?: true)?|not|not true|untrue)$|^(?:correction|edit (?:he|it|she|that|wrong)|i meant|just kidding|my mistake|sorry)\b/;

/** Reads each sentence of a passage once. */
export function reportReader(passage: Passage): (at: number) => boolean {
  let sentence = -1;
  let found = false;
  return (at) => {
    const start = segmentStart(passage.sentences, at);
    if (start !== sentence) found = isReportIn(passage, start);
    sentence = start;
    return found;
  };
}

/** True for a sentence that quotes or tells of others' words, of a fault that may be another's, or of what is denied after it. */
function isReportIn({ text, words, sentences }: Passage, at: number): boolean {
  const start = segmentStart(sentences, at);
  const end = segmentEnd(sentences, at);
  const sentence = words.slice(start, end);
  const before = start === 0 ? [] : words.slice(segmentStart(sentences, start - 1), start);
  const next = end === words.length ? [] : words.slice(end, segmentEnd(sentences, end));
  const [first, last] = [sentence[0], sentence.at(-1)] as [Word, Word];
  return (
    sentence.some(({ folded }) => REPORTING.has(folded)) ||
    before.some(({ folded }) => ANNOUNCING.has(folded)) ||
    CORRECTION.test(foldedText(next)) ||
    /["“”?]/.test(text.slice(Math.max(0, first.start - 1), last.end + 1)) ||
    isInsideQuote(text.slice(0, first.start))
  );
}

/** True after an opening mark without a closing one. */
const isInsideQuote = (before: string): boolean =>
  countMatches(before, /"/g) % 2 === 1 || countMatches(before, /“/g) > countMatches(before, /”/g);
