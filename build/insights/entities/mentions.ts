import type { Entities, EntityKind } from "../../../model/entities.ts";
import type { Mentions } from "../../../model/review.ts";
import { type Alias, compileGazetteer, type Gazetteer, type Place } from "./gazetteer.ts";
import { hasCue, isRelative, type Reading } from "./mention-cues.ts";
import { isShouted, type Word, wordsOf } from "../text/words.ts";

export interface Mention {
  readonly kind: EntityKind;
  readonly id: string;
  /** The text from `start` to `end` is how the entity is written there. */
  readonly start: number;
  readonly end: number;
  /** "fuzzy": one letter is off. */
  readonly match: "exact" | "fuzzy";
}

/** What may stand between the words of one name: "St. Paul", "A/C", "Oak-Park", "drain  cleaning". */
const JOINT = /^(?:[^\S\n]|[.\-–/&]){0,3}$/;

/** Prepares the vocabulary once; the function finds mentions in order, never overlapping, the longest first. */
export function compileMentions(entities: Entities): (text: string, words?: readonly Word[]) => Mention[] {
  const gazetteer = compileGazetteer(entities);
  return (text, words = wordsOf(text)) => {
    const reading = { text, words, capitalsCount: !isShouted(text) };
    const mentions: Mention[] = [];
    let at = 0;
    while (at < reading.words.length) at = readAt(reading, at, gazetteer, mentions);
    return mentions;
  };
}

/** The ids of each kind, in the order of their first mention. */
export function mentionedIds(mentions: readonly Mention[]): Mentions {
  const idsOf = (wanted: EntityKind): string[] => [
    ...new Set(mentions.filter(({ kind }) => kind === wanted).map(({ id }) => id)),
  ];
  return {
    technicians: idsOf("technicians"),
    services: idsOf("services"),
    service_areas: idsOf("service_areas"),
  };
}

/** Reads the longest alias or phrase that starts at a word; answers where to go on. */
function readAt(reading: Reading, at: number, { root, spellable }: Gazetteer, mentions: Mention[]): number {
  for (const { place, end } of longestFirst(reading, at, root)) {
    if (place.isElse) return end;
    const [alias, rival] = place.aliases;
    if (alias === undefined) continue;
    // Two entities share this name: nobody can tell, and a shorter part of it would be a guess.
    if (rival !== undefined) return end;
    if (!isAccepted(reading, at, end, alias)) continue;
    mentions.push(toMention(reading, at, end, alias));
    return end;
  }
  const fuzzy = misspelled(reading, at, spellable);
  if (fuzzy) mentions.push({ ...toMention(reading, at, at + 1, fuzzy), match: "fuzzy" });
  return at + 1;
}

function longestFirst({ text, words }: Reading, at: number, root: Place): { place: Place; end: number }[] {
  const found: { place: Place; end: number }[] = [];
  let place: Place | undefined = root;
  for (let end = at; end < words.length; end += 1) {
    const word = words[end] as Word;
    const before = words[end - 1];
    if (end > at && before && !(JOINT.test(text.slice(before.end, word.start)) && !before.isPossessive))
      break;
    place = place.next.get(word.folded);
    if (place === undefined) break;
    if (place.isElse || place.aliases.length > 0) found.unshift({ place, end: end + 1 });
  }
  return found;
}

function isAccepted(reading: Reading, at: number, end: number, alias: Alias): boolean {
  if (alias.kind === "technicians" && end - at === 1 && isRelative(reading, at)) return false;
  return !alias.isAmbiguous || hasCue(reading, at, end, alias.kind);
}

function toMention({ words }: Reading, at: number, end: number, { kind, id }: Alias): Mention {
  const first = words[at] as Word;
  const last = words[end - 1] as Word;
  return { kind, id, start: first.start, end: last.end, match: "exact" };
}

/** One letter wrong, missing, too many or swapped, in a long capitalised name where a person is meant. */
function misspelled(reading: Reading, at: number, spellable: Gazetteer["spellable"]): Alias | undefined {
  const word = reading.words[at] as Word;
  if (spellable.length === 0 || !word.isCapital || word.folded.length < 6 || !reading.capitalsCount)
    return undefined;
  const near = spellable.filter(
    (known) => known.word[0] === word.folded[0] && isOneEditAway(known.word, word.folded),
  );
  const [only, rival] = near;
  if (only === undefined || rival !== undefined || isRelative(reading, at)) return undefined;
  return hasCue(reading, at, at + 1, "technicians") ? only.alias : undefined;
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
