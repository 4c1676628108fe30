import type { Entities, EntityKind } from "../../../model/entities.ts";
import type { Mentions } from "../../../model/review.ts";
import {
  type Alias,
  compileGazetteer,
  MIN_SPELLABLE_LETTERS,
  type Gazetteer,
  type NameTree,
} from "./gazetteer.ts";
import { hasCue, isWrittenAsName } from "./everyday-names.ts";
import { JOBS } from "./everyday-words.ts";
import { isNameOfKin, isRelative, SearchedText } from "./mention-cues.ts";
import { isCompanion, isPlaceOfName, isReviewer, isSaying } from "./namesake-cues.ts";
import { isFormer, isOfOthers, isSignature, ownsOthers } from "./outsider-cues.ts";
import { initialAfter, surnameAfter } from "./surnames.ts";
import type { WordTable } from "../text/vocabulary.ts";
import { type Word, wordAt, wordsOf } from "../text/words.ts";

export interface Mention {
  readonly kind: EntityKind;
  readonly id: string;
  /** `text.slice(start, end)` is the name as written. */
  readonly start: number;
  readonly end: number;
  /** A fuzzy match has one letter wrong. */
  readonly match: "exact" | "fuzzy";
}

/** Matches the gaps inside a name: "St. Paul", "A/C", "Oak-Park", "drain  cleaning". */
const NAME_GAP = /^(?:[^\S\n]|[.\-–/&]){0,3}$/;

/** Compiles a finder whose mentions are in text order and never overlap. The longest name wins. */
export function compileMentionFinder(
  entities: Entities,
): (text: string, words?: readonly Word[]) => Mention[] {
  const gazetteer = compileGazetteer(entities);
  return (text, words = wordsOf(text)) => {
    const searched = new SearchedText(text, words);
    const mentions: Mention[] = [];
    let at = 0;
    while (at < words.length) at = addMentionAt(searched, at, gazetteer, mentions);
    return searched.namesakes.size === 0
      ? mentions
      : mentions.filter((mention) => !isNamesake(searched, mention));
  };
}

/** The ids of each kind, in the order of their first mention. */
export function mentionedIds(mentions: readonly Mention[]): Mentions {
  const idsOf = (kind: EntityKind): string[] => [
    ...new Set(mentions.filter((mention) => mention.kind === kind).map(({ id }) => id)),
  ];
  return {
    technicians: idsOf("technicians"),
    services: idsOf("services"),
    service_areas: idsOf("service_areas"),
  };
}

/** Adds the mention that starts at a word, if there is one. Returns the index to continue at. */
function addMentionAt(
  searched: SearchedText,
  at: number,
  { names, firstWords, spellable }: Gazetteer,
  mentions: Mention[],
): number {
  const word = searched.words[at] as Word;
  const begins = firstWords.get(word.number) === 1;
  if (!begins && !isSpellable(word)) return at + 1;
  for (const { node, end } of begins ? matchesLongestFirst(searched, at, names) : NO_MATCHES) {
    if (node.isOtherMeaning) return end;
    const [alias, rival] = node.aliases;
    if (alias === undefined) continue;
    // Two entities share this name, and a shorter part of it would be a guess.
    if (rival !== undefined) return end;
    if (
      alias.kind === "technicians" &&
      (!isWrittenAsName(searched, at, end) || isSomebodyElse(searched, at, { node, end }, firstWords))
    )
      continue;
    if (alias.isAmbiguous && !hasCue(searched, at, end, alias.kind)) continue;
    mentions.push(mentionOf(searched, at, end, alias));
    return end;
  }
  const misspelled = isSpellable(word) ? misspelledAlias(searched, at, spellable) : undefined;
  if (misspelled) mentions.push({ ...mentionOf(searched, at, at + 1, misspelled), match: "fuzzy" });
  return at + 1;
}

interface NameMatch {
  readonly node: NameTree;
  readonly end: number;
}

const NO_MATCHES: readonly NameMatch[] = [];

function matchesLongestFirst(
  { text, words }: SearchedText,
  at: number,
  names: NameTree,
): readonly NameMatch[] {
  let node = names.next.get((words[at] as Word).folded);
  const matches: NameMatch[] = [];
  for (let end = at + 1; node !== undefined; end += 1) {
    if (node.isOtherMeaning || node.aliases.length > 0) matches.unshift({ node, end });
    const before = words[end - 1] as Word;
    const word = words[end];
    if (word === undefined || before.isPossessive || !NAME_GAP.test(text.slice(before.end, word.start)))
      break;
    node = node.next.get(word.folded);
  }
  return matches;
}

/** True for kin, pets, customers and people of other firms with the name of a technician. */
function isSomebodyElse(
  searched: SearchedText,
  at: number,
  { node, end }: NameMatch,
  firstWords: WordTable,
): boolean {
  const isOneWord = end - at === 1;
  const wasOfOthers = isOneWord && isFormer(searched, at);
  if (wasOfOthers || (isOneWord && isRelative(searched, at))) {
    if (wasOfOthers || isNameOfKin(searched, at))
      for (const { id } of node.aliases) searched.namesakes.add(id);
    return true;
  }
  if (isOfOthers(searched, end) || ownsOthers(searched, end) || isSignature(searched, at, end)) return true;
  if (!isOneWord) return false;
  return namesNobody(searched, at, end) || hasOtherSurname(searched, { node, end }, firstWords);
}

/** A place, a drink, a saying, or somebody who writes or comes along. */
const namesNobody = (searched: SearchedText, at: number, end: number): boolean =>
  isSaying(searched, at, end) ||
  isPlaceOfName(searched, at, end) ||
  isReviewer(searched, at, end) ||
  isCompanion(searched, at, end);

/** The first name of somebody else is theirs in the whole text: "our cat Sean. Sean bites". */
function isNamesake({ namesakes, text, words }: SearchedText, { kind, id, start, end }: Mention): boolean {
  if (kind !== "technicians" || !namesakes.has(id) || /\s/.test(text.slice(start, end))) return false;
  const at = wordAt(words, start);
  // "My husband Sean called. The technician Sean came": two of one name
  return (
    !JOBS.has(words[at - 1]?.folded ?? "") &&
    !(words[at + 1]?.folded === "the" && JOBS.has(words[at + 2]?.folded ?? ""))
  );
}

/** "Sean Miller charged us" where ours is Sean O'Brien. A surname with the same first letter may be misspelled. */
function hasOtherSurname(searched: SearchedText, { node, end }: NameMatch, firstWords: WordTable): boolean {
  // Of one whose surname is not listed, any may be theirs.
  if (node.next.size === 0) return false;
  const surname = surnameAfter(searched, end) ?? initialAfter(searched, end);
  if (surname === undefined || firstWords.get(surname.number) === 1) return false;
  return ![...node.next.keys()].some((known) => known[0] === surname.folded[0]);
}

function mentionOf({ words }: SearchedText, at: number, end: number, { kind, id }: Alias): Mention {
  const first = words[at] as Word;
  const last = words[end - 1] as Word;
  return { kind, id, start: first.start, end: last.end, match: "exact" };
}

const isSpellable = ({ isCapitalized, folded }: Word): boolean =>
  isCapitalized && folded.length >= MIN_SPELLABLE_LETTERS;

/** The alias that a long capitalized name has one edit away (Damerau-Levenshtein), where a cue shows a person. */
function misspelledAlias(
  searched: SearchedText,
  at: number,
  spellable: Gazetteer["spellable"],
): Alias | undefined {
  const word = searched.words[at] as Word;
  const near = spellable.filter(
    (known) => known.word[0] === word.folded[0] && isOneEditAway(known.word, word.folded),
  );
  const [only, rival] = near;
  if (only === undefined || rival !== undefined || searched.isAllCaps) return undefined;
  if (isRelative(searched, at) || isOfOthers(searched, at + 1)) return undefined;
  return hasCue(searched, at, at + 1, "technicians") ? only.alias : undefined;
}

function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const restOf = (word: string, skipped: number): string => word.slice(start + skipped);
  if (a.length > b.length) return restOf(a, 1) === restOf(b, 0);
  if (a.length < b.length) return restOf(a, 0) === restOf(b, 1);
  const swapped = a[start] === b[start + 1] && a[start + 1] === b[start];
  return restOf(a, 1) === restOf(b, 1) || (swapped && restOf(a, 2) === restOf(b, 2));
}
