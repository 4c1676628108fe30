import { wordSet } from "../lexicon/word-set.ts";
import { isAllCaps, type Word } from "../text/words.ts";
import { TITLES } from "../text/passage.ts";
import { AFTER_PERSON, OFFICIALS, OUTSIDERS, PETS, RELATIVES } from "./everyday-words.ts";

/** A text in which mentions are searched. */
export class SearchedText {
  readonly text: string;
  readonly words: readonly Word[];
  /** The ids of technicians whose first name somebody else has in this text, such as the reviewer's kin. */
  readonly namesakes = new Set<string>();
  /** A name, and the first one of its list: the last that was read. */
  list = { at: -1, first: -1 };
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

/** "My husband Mark", "my son, Mark", "Mark, my son", "Mark is my son", "a dog named Mark", "my Mark": not our Mark. */
export function isRelative(searched: SearchedText, at: number): boolean {
  return isCalledRelative(searched, at) || followsRelative(searched, at);
}

function isCalledRelative(searched: SearchedText, at: number): boolean {
  const { words } = searched;
  const next = words[at + 1];
  if (next === undefined) return false;
  const isAddressed = TELLING.has(words[at - 1]?.folded ?? "");
  // "Sean the examiner", "had Sean as my examiner", but not "told Sean the examiner was late"
  if (
    /^(?:as|the)$/.test(next.folded) &&
    words.slice(at + 2, at + 4).some(({ folded }) => OFFICIALS.has(folded))
  )
    return !isAddressed;
  // "Sean the cat", but not "Sean the dog walker"
  if (next.folded === "the" && PETS.has(words[at + 2]?.folded ?? ""))
    return !isCarer(words[at + 3]) && !isAddressed;
  const isOwned = OWNERS.has(next.folded) && /^\s*[,(]\s*$/.test(gapBefore(searched, at + 1));
  const owner = isOwned ? at + 1 : at + 2;
  if (!isOwned && !(BEING.has(next.folded) && OWNERS.has(words[owner]?.folded ?? ""))) return false;
  // "Our 14 year old golden retriever"
  const end = owner + (words[owner + 3]?.folded === "old" ? 6 : 3);
  let kin = owner + 1;
  while (kin < end && !isKin(words[kin])) kin += 1;
  if (kin === end || (words[kin] as Word).isPossessive || isCarer(words[kin + 1])) return false;
  // "Thank you Sean, my wife loves you"
  return !isOwned || kin + 1 === words.length || !/^\s+$/.test(gapBefore(searched, kin + 1));
}

function followsRelative(searched: SearchedText, at: number): boolean {
  const { words } = searched;
  const before = words[at - 1];
  if (before === undefined || before.isPossessive) return false;
  // "My examiner, Mr Sean Miller"
  if (TITLES.includes(before.folded)) return followsRelative(searched, at - 1);
  if (NAMING.has(before.folded) || BEING.has(before.folded)) return isNamedRelative(words, at);
  const earlier = words[at - 2];
  // "His partner Sean" works here, too
  if (WORKMATES.has(before.folded) && /^(?:his|her)$/.test(earlier?.folded ?? "")) return false;
  const first = firstOfList(searched, at);
  if (first < at && CHILDREN.has(words[first - 1]?.folded ?? "")) return followsRelative(searched, first);
  const gap = gapBefore(searched, at);
  if (/^\s+$/.test(gap) && SPEAKERS.has(before.folded)) return true;
  // "My brother in law Sean"
  const isInLaw = before.folded === "law" && earlier?.folded === "in" && isKin(words[at - 3]);
  const isOwned = OWNERS.has(earlier?.folded ?? "");
  const isAged = before.folded === "old" && earlier?.folded === "year";
  if (!isInLaw && !isAged && !(isOwned && CHILDREN.has(before.folded)) && !isKin(before)) return false;
  const isOwnedByAge = isAged && OWNERS.has(words[at - 4]?.folded ?? "");
  return (
    /^[\s("“'‘&]*$/.test(gap) ||
    (/^,\s*$/.test(gap) &&
      (isOwnedByAge ||
        isOwned ||
        OFFICIALS.has(before.folded) ||
        /^(?:an)?other$/.test(earlier?.folded ?? "")))
  );
}

/** "A dog named Sean", "our dog is called Sean", "my dog's name is Sean", "my landlady is Joan". */
function isNamedRelative(words: readonly Word[], at: number): boolean {
  const [third, second, first] = [words[at - 3], words[at - 2], words[at - 1]];
  if (BEING.has(first?.folded ?? "")) {
    if (second?.folded === "name") return isKin(third);
    return isKin(second) && OWNERS.has(third?.folded ?? "") && words[at]?.isPossessive === false;
  }
  if (BEING.has(second?.folded ?? "")) return isKin(third);
  // "My mom called Sean"
  return isKin(second) && (first?.folded === "named" || PETS.has(second?.folded ?? ""));
}

/** The first name of a list: "my twins Marcus and Sean", "our dogs Rex, Marcus and Sean". */
function firstOfList(searched: SearchedText, at: number): number {
  const { words } = searched;
  let first = at;
  while (first > 1 && first !== searched.list.at) {
    const previous = words[first - 1]?.folded === "and" ? first - 2 : first - 1;
    const isListed = previous < first - 1 || /^, $/.test(gapBefore(searched, first));
    if (!isListed || words[previous]?.isCapitalized !== true) break;
    first = previous;
  }
  if (first === searched.list.at) first = searched.list.first;
  if (at > searched.list.at) searched.list = { at, first };
  return first;
}

/**
 * True if a name of kin or of a pet is theirs in the whole text. Not after "his brother", who may be of the business,
 * and not where the name may begin a sentence: "dropped off my dog Sean was kind".
 */
export function isNameOfKin(searched: SearchedText, at: number): boolean {
  const { words } = searched;
  if (isCalledRelative(searched, at)) return true;
  const from = Math.max(0, at - 4);
  const near = words.slice(from, at);
  if (near.slice(-3).some(({ folded }) => OFFICIALS.has(folded))) return true;
  const place = near.findLastIndex(({ folded }) => SPEAKERS.has(folded));
  // "My wife's boss Sean"
  if (place === -1 || near.slice(place).some(({ isPossessive }) => isPossessive)) return false;
  const isFirst = from + place === 0 || /[.!?\n]/.test(gapBefore(searched, from + place));
  return isFirst || !isDoing(words[at + 1]);
}

/** People who care for animals: "our dog walker". */
const isCarer = (word: Word | undefined): boolean => word !== undefined && CARERS.has(word.folded);
const CARERS = wordSet("doctor groomer handler lady man owner person sitter trainer vet walker woman");
const WORKMATES = wordSet("boss buddy colleague coworker mate partner");
const TELLING = wordSet("asked gave let showed tell thank thanks told");

const CHILDREN = wordSet(
  "babies baby brothers buddies cats children colleagues cousins coworkers daughters dogs friends grandkids kids neighbors neighbours parents pets pups puppies sisters sons toddler toddlers twins",
);

/** A relative, an animal of the family, or somebody else who is not of the business. */
export const isKin = (word: Word | undefined): boolean =>
  word !== undefined && [RELATIVES, OUTSIDERS, OFFICIALS, PETS].some((list) => list.has(word.folded));

/** A word after the name of one who does something: a verb, or "and". */
export const isDoing = (word: Word | undefined): word is Word =>
  word !== undefined && AFTER_PERSON.has(word.folded);
export const isAct = (word: Word | undefined): word is Word => isDoing(word) && word.folded !== "and";

export const OWNERS = wordSet("my our his her");
/** Directly before a name: "my Mark" is family, or a pet. */
const SPEAKERS = wordSet("my our");
const BEING = wordSet("is was");
const NAMING = wordSet("named called");
/** The previous word, if only white space, an opening quote or bracket, or "&" lies between. */
export function wordBefore(searched: SearchedText, at: number): Word | undefined {
  if (at === 0) return undefined;
  return /^[\s("“'‘&]*$/.test(gapBefore(searched, at)) ? searched.words[at - 1] : undefined;
}

export const gapBefore = ({ text, words }: SearchedText, at: number): string =>
  text.slice((words[at - 1] as Word).end, (words[at] as Word).start);
