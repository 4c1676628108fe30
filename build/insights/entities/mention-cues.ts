import type { EntityKind } from "../../../model/entities.ts";
import { wordSet } from "../lexicon/word-set.ts";
import { isAllCaps, type Word } from "../text/words.ts";
import { AFTER_PERSON, BEFORE_PERSON, BEFORE_PLACE, PETS, RELATIVES } from "./everyday-words.ts";

/** A text in which mentions are searched. */
export class SearchedText {
  readonly text: string;
  readonly words: readonly Word[];
  #isAllCaps: boolean | undefined;

  constructor(text: string, words: readonly Word[]) {
    this.text = text;
    this.words = words;
  }

  /** A capital letter is no evidence of a name in such a text. */
  get isAllCaps(): boolean {
    return (this.#isAllCaps ??= isAllCaps(this.text));
  }
}

const MONTHS_AND_SEASONS = wordSet("april august autumn june may summer winter");
const BEFORE_TIME = wordSet("in since last this next until till by early late during of");
const BEFORE_SERVICE = wordSet(
  "a an another any broken for her his leaking my new of old our repair replace replaced the their this your",
);
/** "Will, our technician" and "Will, who came at noon". */
const APPOSITION = wordSet("a from our the their who your");

/** True if the words around an everyday word show that it means the entity. */
export function hasCue(searched: SearchedText, at: number, end: number, kind: EntityKind): boolean {
  if (kind === "services") return BEFORE_SERVICE.has(wordBefore(searched, at)?.folded ?? "");
  const { isCapitalized } = searched.words[at] as Word;
  if (!isCapitalized || searched.isAllCaps) return false;
  return kind === "technicians" ? isPerson(searched, at, end) : isPlace(searched, at, end);
}

/** "My husband Mark", "my son, Mark", "Mark, my son", "Mark is my son", "a dog named Mark", "my Mark": not our Mark. */
export function isRelative(searched: SearchedText, at: number): boolean {
  return isCalledRelative(searched, at) || followsRelative(searched, at);
}

function isCalledRelative(searched: SearchedText, at: number): boolean {
  const { words } = searched;
  const next = words[at + 1];
  if (next === undefined) return false;
  const isOwned = OWNERS.has(next.folded) && /^\s*[,(]\s*$/.test(gapBefore(searched, at + 1));
  const owner = isOwned ? at + 1 : at + 2;
  if (!isOwned && !(BEING.has(next.folded) && OWNERS.has(words[owner]?.folded ?? ""))) return false;
  return words.slice(owner + 1, owner + 3).some(isKin);
}

function followsRelative(searched: SearchedText, at: number): boolean {
  const { words } = searched;
  const before = words[at - 1];
  if (before === undefined || before.isPossessive) return false;
  const earlier = words[at - 2];
  if (NAMING.has(before.folded)) return isKin(earlier);
  const gap = gapBefore(searched, at);
  if (/^\s+$/.test(gap) && SPEAKERS.has(before.folded)) return true;
  // "My brother in law Sean"
  const isInLaw = before.folded === "law" && earlier?.folded === "in" && isKin(words[at - 3]);
  if (!isInLaw && !isKin(before)) return false;
  return /^[\s("“'‘&]*$/.test(gap) || (/^,\s*$/.test(gap) && OWNERS.has(earlier?.folded ?? ""));
}

/** A relative, or an animal of the family. */
export const isKin = (word: Word | undefined): boolean =>
  word !== undefined && (RELATIVES.has(word.folded) || PETS.has(word.folded));

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
  const [first = "", second = ""] = words.slice(end + 1, end + 3).map(({ folded }) => folded);
  if (OTHERS.has(first) || (ARTICLES.has(first) && OTHERS.has(second))) return true;
  return words
    .slice(end + 1, end + 7)
    .some(({ folded }, index, all) => folded === "of" && all[index + 1]?.folded === "my");
}

const OWNERS = wordSet("my our his her");
/** Directly before a name: "my Mark" is family, or a pet. */
const SPEAKERS = wordSet("my our");
const BEING = wordSet("is was");
const NAMING = wordSet("named called");
const AFFILIATION = wordSet("from at with of");
const ARTICLES = wordSet("the a an our my");
const OTHERS = wordSet(
  "another other different previous old competing competitor competitors first last rival dentist doctor bank school church office job aaa autozone costco dealer dealership geico insurance midas sears walmart",
);

function isPerson(searched: SearchedText, at: number, end: number): boolean {
  const before = wordBefore(searched, at)?.folded ?? "";
  const { folded } = searched.words[at] as Word;
  const isTime = MONTHS_AND_SEASONS.has(folded);
  if (isTime && BEFORE_TIME.has(before)) return false;
  if ((searched.words[end - 1] as Word).isPossessive || BEFORE_PERSON.has(before)) return true;
  const next = searched.words[end];
  const mayBeVerb = MODALS.has(folded) && next !== undefined && /^[^\S\n]+$/.test(gapBefore(searched, end));
  if (!isTime && !mayBeVerb && isCapitalInside(searched, at, end)) return true;
  // "June is busy", but "Joy is great".
  if (next === undefined || (isTime && next.folded === "is")) return false;
  const gap = gapBefore(searched, end);
  if (/^\s*(&|\/)\s*$/.test(gap)) return true;
  if (/^\s*[,(–-]\s*$/.test(gap)) return APPOSITION.has(next.folded);
  if (!/^\s+$/.test(gap)) return false;
  return AFTER_PERSON.has(next.folded) || isAtWork(searched.words.slice(end, end + 3));
}

/** "Chance at the counter", "Joy in the office", but "Chance of rain", "joy in the air". */
const isAtWork = ([preposition, article, place]: readonly Word[]): boolean =>
  ["the", "our", "your"].includes(article?.folded ?? "") &&
  (preposition?.folded === "at" || (preposition?.folded === "in" && WORKPLACES.has(place?.folded ?? "")));

const WORKPLACES = wordSet("back bar front kitchen lobby office shop store workshop");

const MODALS = wordSet("may will");
/** "A Chance", "in Grace", "no Chance": not necessarily a person. */
const NO_PERSON = wordSet(
  "a an another any at every first her his in its last near next no of on our second since some that the their these this those until your",
);

/** A capital inside a sentence, but not beside other capitals: "give Chance a hand", not "Second Chance Motors". */
function isCapitalInside(searched: SearchedText, at: number, end: number): boolean {
  const { words } = searched;
  const [before, next] = [words[at - 1], words[end]];
  if (before === undefined || NO_PERSON.has(before.folded) || !/^,? $/.test(gapBefore(searched, at)))
    return false;
  const isFirst = at === 1 || /[^\s,]/.test(gapBefore(searched, at - 1));
  if (before.isCapitalized && !isFirst) return false;
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

/** The previous word, if only white space, an opening quote or bracket, or "&" lies between. */
function wordBefore(searched: SearchedText, at: number): Word | undefined {
  if (at === 0) return undefined;
  return /^[\s("“'‘&]*$/.test(gapBefore(searched, at)) ? searched.words[at - 1] : undefined;
}

const gapBefore = ({ text, words }: SearchedText, at: number): string =>
  text.slice((words[at - 1] as Word).end, (words[at] as Word).start);
