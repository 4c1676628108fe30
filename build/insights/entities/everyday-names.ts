import type { EntityKind } from "../../../model/entities.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Word } from "../text/words.ts";
import {
  AFTER_PERSON,
  BEFORE_NAME,
  BEFORE_PERSON,
  BEFORE_PLACE,
  EVERYDAY_NAMES,
  JOBS,
  WORD_NAMES,
} from "./everyday-words.ts";
import { gapBefore, isAct, type SearchedText, wordBefore } from "./mention-cues.ts";

/** A person who is asked for, thanked or called so: "ask for john", "our plumber john". */
const CALLS = wordSet("ask asked mr named thank thanks");
/** "A Karen", "for Pete's sake". */
const NOBODY = wordSet("a an");

/** True if the words of a technician's name are written as a name, although they may be others. */
export function isWrittenAsName(searched: SearchedText, at: number, end: number): boolean {
  const { text, words } = searched;
  const named = words.slice(at, end);
  const [first, last] = [named[0] as Word, named.at(-1) as Word];
  if (end - at === 1) return !WORD_NAMES.has(first.folded) || isNamed(searched, at);
  const isEveryday = named.every(({ folded }) => folded.length === 1 || EVERYDAY_NAMES.has(folded));
  if (isEveryday && !named.every(({ isCapitalized }) => isCapitalized)) return false;
  // "Hope I get", "left Mark a note"
  return (
    last.folded.length > 1 || (last.isCapitalized && (text[last.end] === "." || !/[ai]/.test(last.folded)))
  );
}

/** Between a thing and its place: "Basil on the pizza". */
const PLACING = wordSet("in of on");

/** "John came", "ask for john", but not "john boat". */
function isNamed(searched: SearchedText, at: number): boolean {
  const { words, isAllCaps } = searched;
  const { isCapitalized, isPossessive } = words[at] as Word;
  const [before, next] = [words[at - 1]?.folded ?? "", words[at + 1]?.folded ?? ""];
  if (isCapitalized && !isAllCaps) {
    if (NOBODY.has(before) || (isPossessive && next === "sake")) return false;
    return !(isFirst(searched, at) && PLACING.has(next)) || isAtWork(words.slice(at + 1, at + 4));
  }
  const acts = isAct(words[at + 1]) && !NO_PERSON.has(before);
  const isCalled = before === "for" && (words[at - 2]?.folded ?? "").startsWith("ask");
  return acts || isCalled || CALLS.has(before) || JOBS.has(before);
}

const MONTHS_AND_SEASONS = wordSet("april august autumn june may summer winter");
/** Beside those of `NO_PERSON`. */
const BEFORE_TIME = wordSet("till by early late during");
const BEFORE_SERVICE = wordSet(
  "a an another any broken for her his leaking my new of old our repair replace replaced the their this your",
);
/** "Will, our technician", "Will, who came at noon" and "Will, thank you". */
const APPOSITION = wordSet("a from our thank thanks the their who your");

/** True if the words around an everyday word show that it means the entity. */
export function hasCue(searched: SearchedText, at: number, end: number, kind: EntityKind): boolean {
  if (kind === "services") return BEFORE_SERVICE.has(wordBefore(searched, at)?.folded ?? "");
  const { isCapitalized } = searched.words[at] as Word;
  if (!isCapitalized || searched.isAllCaps) return false;
  return kind === "technicians" ? isPerson(searched, at, end) : isPlace(searched, at, end);
}

/** Names that a verb follows as well: "Will call". */
const MODALS = wordSet("may will");
/** "Thanks Will for", "ask Will about": no verb follows. */
const AFTER_OBJECT = wordSet(
  "about and as at because but by during for from in on or so to today twice who with",
);
/** "A Chance", "in Grace", "no Chance", "I Hope": no person. */
const NO_PERSON = wordSet(
  "a an another any at be every first he her his i in it its last my near next no of on second she since some that the their these they this those until us we your",
);
/** "Grant Plumbing", "Rose Street": no person either. */
const NAMED = wordSet(
  "auto avenue ave bank church county drive electric garage heating lane motors plumbing rd road roofing school st street towing",
);

function isPerson(searched: SearchedText, at: number, end: number): boolean {
  const { words } = searched;
  const { folded } = words[at] as Word;
  const before = wordBefore(searched, at)?.folded ?? "";
  const next = words[end];
  const gap = next === undefined ? "" : gapBefore(searched, end);
  const isJoined = next !== undefined && /^[^\S\n]+$/.test(gap);
  // "Thank you Will", but "you Will".
  const isSubject = before === "you" && words[at - 2]?.folded !== "thank";
  // "That Chance", but "I think that Chance was slow".
  const isModal = MODALS.has(folded);
  const acts = AFTER_PERSON.has(verbFrom(words, end)) || (!isModal && next?.folded === "never");
  const isNobody = NO_PERSON.has(before) && !(before === "that" && acts);
  if (isSubject || isNobody || isShouted(searched, at, end)) return false;
  if (isJoined && next.isCapitalized && NAMED.has(next.folded)) return false;
  const isTime = MONTHS_AND_SEASONS.has(folded);
  if (isTime && (BEFORE_TIME.has(before) || (isJoined && /^\d/.test(next.folded)))) return false;
  const isVerb = isModal && isJoined && !AFTER_OBJECT.has(next.folded);
  if ((words[end - 1] as Word).isPossessive) return true;
  if (isVerb && !acts) return false;
  if (BEFORE_PERSON.has(before) || (!isTime && !isVerb && isCapitalInside(searched, at, end))) return true;
  // "June is busy", but "Joy is great".
  if (next === undefined || (isTime && next.folded === "is")) return false;
  if (/^\s*(&|\/)\s*$/.test(gap)) return true;
  // "Joy, Marcus and Tess are a team"
  const isListed = !isTime && next.isCapitalized && words[end + 1]?.folded === "and";
  if (/^\s*[,(–-]\s*$/.test(gap)) return isListed || APPOSITION.has(next.folded);
  if (!/^\s+$/.test(gap)) return false;
  return acts || isAtWork(words.slice(end, end + 3));
}

const ADVERBS = wordSet("absolutely actually also always even just promptly quickly really still then truly");

/** The word from here on that is no adverb: "Will still made it". */
const verbFrom = (words: readonly Word[], at: number): string =>
  words.slice(at, at + 2).find(({ folded }) => !ADVERBS.has(folded))?.folded ?? "";

/** "CHANCE was great" in a text that is not all capitals stresses the word. */
function isShouted({ text, words }: SearchedText, at: number, end: number): boolean {
  const written = text.slice((words[at] as Word).start, (words[end - 1] as Word).end);
  return written.length > 1 && written === written.toUpperCase();
}

/** "Chance at the counter", "Joy in the office", "Will on the phone", "Rose from scheduling", "Frank the plumber", but "Chance of rain". */
function isAtWork([preposition, article, place]: readonly Word[]): boolean {
  const [first = "", second = "", third = ""] = [preposition, article, place].map((word) => word?.folded);
  if (first === "the") return BEFORE_NAME.has(second) && second !== "named";
  if (first === "in" || first === "from" || first === "on")
    return WORKPLACES.has(ARTICLES.has(second) ? third : second);
  return first === "at" && ARTICLES.has(second);
}

const ARTICLES = wordSet("the our your");
const WORKPLACES = wordSet(
  "accounting back bar billing customer dispatch front kitchen lobby office parts phone sales scheduling service shop store workshop",
);

/** True for a word at the beginning, or after a mark other than a comma. */
const isFirst = (searched: SearchedText, at: number): boolean =>
  at === 0 || /[^\s,]/.test(gapBefore(searched, at));

/** A capital inside a sentence, but not beside other capitals: "give Chance a hand", not "Second Chance Motors". */
function isCapitalInside(searched: SearchedText, at: number, end: number): boolean {
  const { words } = searched;
  const [before, next] = [words[at - 1], words[end]];
  if (before === undefined || NO_PERSON.has(before.folded) || !/^,? $/.test(gapBefore(searched, at)))
    return false;
  if (before.isCapitalized && !isFirst(searched, at - 1)) return false;
  return next === undefined || !next.isCapitalized || !/^\s+$/.test(gapBefore(searched, end));
}

function isPlace(searched: SearchedText, at: number, end: number): boolean {
  const next = searched.words[end];
  if (next !== undefined) {
    const gap = gapBefore(searched, end);
    // "Orange County" is another place than Orange.
    if (next.folded === "county" && /^\s+$/.test(gap)) return false;
    const isState = /^\p{Lu}{2}$/u.test(searched.text.slice(next.start, next.end));
    if (isState && /^,\s*$/.test(gap)) return true;
  }
  return BEFORE_PLACE.has(wordBefore(searched, at)?.folded ?? "");
}
