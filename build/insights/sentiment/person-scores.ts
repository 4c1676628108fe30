import type { Mention } from "../entities/mentions.ts";
import { wordSet } from "../lexicon/word-set.ts";
import { type Passage, segmentEnd, segmentStart } from "../text/passage.ts";
import { WordTable, wordNumber } from "../text/vocabulary.ts";
import { type Word, wordAt } from "../text/words.ts";
import { zeroBytes } from "../text/zeros.ts";
import { isAbsent } from "./absences.ts";
import { scoreNear } from "./aspect-mentions.ts";
import { misconductOf, type PersonFindings, reportReader } from "./misconduct.ts";
import type { Opinion, WordSpan } from "./opinion-value.ts";
import type { Target } from "./targets.ts";

/** Of a complaint near a name that does not say that the person behaved so, and of a person who had no part in it. */
const DOUBTED = -0.5;

/** The persons whom a text names, read once for all of their names. */
interface NamedPersons {
  /** By word: 1 in a name, and 2 at the beginning of a technician's. */
  readonly inName: Uint8Array;
  readonly areSeveral: boolean;
  /** By the first word of a clause, the id of the technician named there, `SEVERAL` for more than one. */
  readonly byClause: ReadonlyMap<number, string>;
  /** By id, the offset of the first name that a clause introduces after another firm, or as an agent's. */
  readonly ofOthers: ReadonlyMap<string, number>;
  readonly isReport: (at: number) => boolean;
}

const SEVERAL = "";

/**
 * The scores of the words around names, 0 for those of no technician. A complaint is about the person only if the
 * sentence says how the person behaved, as "Ana was rude to us" does, and is `DOUBTED` else. `conduct` has the indexes
 * of the aspects that judge how people behave.
 */
export function scoresOfNames(
  found: PersonFindings,
  conduct: ReadonlySet<number>,
  names: readonly Mention[],
): readonly number[] {
  if (names.length === 0) return [];
  const persons = personsOf(found, names);
  return names.map((name) => (name.kind === "technicians" ? scoreOfName(found, conduct, persons, name) : 0));
}

function personsOf({ passage, targets }: PersonFindings, names: readonly Mention[]): NamedPersons {
  const { words, clauses } = passage;
  const inName = zeroBytes(words.length);
  let firstId: string | undefined;
  let areSeveral = false;
  const byClause = new Map<number, string>();
  const ofOthers = new Map<string, number>();
  for (const { kind, id, start, end } of names) {
    const at = wordAt(words, start);
    inName.fill(1, at, wordAt(words, end));
    if (!ofOthers.has(id) && isIntroducedAsOther(passage, targets, at)) ofOthers.set(id, start);
    if (kind !== "technicians") continue;
    inName[at] = 2;
    firstId ??= id;
    areSeveral ||= id !== firstId;
    const clause = segmentStart(clauses, at);
    byClause.set(clause, (byClause.get(clause) ?? id) === id ? id : SEVERAL);
  }
  return { inName, areSeveral, byClause, ofOthers, isReport: reportReader(passage) };
}

function scoreOfName(
  found: PersonFindings,
  conduct: ReadonlySet<number>,
  persons: NamedPersons,
  { id, start, end }: Mention,
): number {
  const { passage } = found;
  const at = wordAt(passage.words, start);
  const name = { at, end: wordAt(passage.words, end) };
  if (isAbsent(passage, name) || isLeft(passage, name, persons)) return DOUBTED;
  if (found.opinions.length === 0) return 0;
  const opinions = withoutRivals(found, persons, { id, at });
  const score = scoreNear(passage, opinions, name);
  if (score >= 0) return isContradicted(found, conduct, persons, name) ? DOUBTED : score;
  // "Home Depot sent Ana. Ana was rude"
  if (start >= (persons.ofOthers.get(id) ?? Infinity)) return DOUBTED;
  const misconduct = misconductOf(found, conduct, name, persons.isReport);
  if (misconduct !== undefined) return Math.min(score, misconduct);
  // A complaint in another clause may be about somebody else.
  const clause = segmentStart(passage.clauses, at);
  const near = opinions.filter((opinion) => segmentStart(passage.clauses, opinion.at) === clause);
  return scoreNear(passage, near, name) < 0 ? DOUBTED : 0;
}

/** True if the sentence goes on with the person's conduct: "Ana painted it nicely, but she was rude to my daughter". */
function isContradicted(
  { passage, mentions }: PersonFindings,
  conduct: ReadonlySet<number>,
  { inName }: NamedPersons,
  name: WordSpan,
): boolean {
  const { words, clauses, sentences } = passage;
  const end = segmentEnd(sentences, name.end - 1);
  return mentions.some(({ at, statement: { aspect, score } }) => {
    if (score >= 0 || at < name.end || at >= end || !conduct.has(aspect)) return false;
    const start = segmentStart(clauses, at);
    return (
      /^(?:although|but|however|though)$/.test(words[start]?.folded ?? "") &&
      GOING_ON.has(words[start + 1]?.folded ?? "") &&
      !inName.subarray(name.end, start).includes(2)
    );
  });
}

/** After a "but" these tell of the same person: "but she", "but was rude". */
const GOING_ON = wordSet(
  "also charged had has he is lied overcharged rude she stole then unfortunately very was yelled",
);

/** Beside names, a part of a sentence of nothing else shares the opinion of another: "Ana is wonderful, and Tom too". */
const SHARING = WordTable.of(
  wordSet(
    "also and as at both desk even front in including is like office or our plus reception same so the too was well were with",
  ),
);

/** The opinions that may be about the person named at `at`: not "wonderful" for Tom in "Ana is wonderful, Tom seemed rushed". */
function withoutRivals(
  { passage: { words, clauses }, opinions }: PersonFindings,
  { inName, areSeveral, byClause }: NamedPersons,
  { id, at }: { readonly id: string; readonly at: number },
): readonly Opinion[] {
  if (!areSeveral) return opinions;
  const own = segmentStart(clauses, at);
  const end = segmentEnd(clauses, at);
  let next = own;
  while (next < end && (inName[next] !== 0 || isSharing(words[next] as Word))) next += 1;
  if (next === end) return opinions;
  return opinions.filter((opinion) => {
    const start = segmentStart(clauses, opinion.at);
    return start === own || (byClause.get(start) ?? id) === id;
  });
}

const isSharing = ({ isCapitalized, number }: Word): boolean => isCapitalized || SHARING.get(number) === 1;

/** Of this firm or of another one. */
const AGENTS = wordSet("agent appraiser assessor contractor inspector realtor surveyor");

/** "Home Depot sent Ana", "the surveyor's name was Ana". */
function isIntroducedAsOther({ words, clauses }: Passage, targets: readonly Target[], at: number): boolean {
  const introduction = words.slice(Math.max(segmentStart(clauses, at), at - 3), at);
  return (
    introduction.some(({ folded }) => AGENTS.has(folded)) ||
    (introduction.length > 0 && targets[at - 1] === "other_firm")
  );
}

const AFTER_THAN = wordSet("by from our the to with");
const NONE = wordSet("cannot cant couldnt doesnt dont hardly never no nobody none not nothing wont");
const SWITCHING = WordTable.of(["changed", "moved", "swapped", "switched"]);

/** "Unlike Ana", "better than with Ana", "swapped from Ana to Tom", "started with Ana, then switched to Tom". */
function isLeft({ words, sentences }: Passage, { at, end }: WordSpan, { inName }: NamedPersons): boolean {
  const sentence = segmentStart(sentences, at);
  const [before = "", earlier = ""] = words
    .slice(Math.max(sentence, at - 2), at)
    .map(({ folded }) => folded)
    .toReversed();
  if (before === "unlike" || (before === "from" && SWITCHING.get(wordNumber(earlier)) === 1)) return true;
  // "No one is better than Ana"
  if (before === "than" || (earlier === "than" && AFTER_THAN.has(before)))
    return !words.slice(sentence, at).some(({ folded }) => NONE.has(folded));
  const sentenceEnd = segmentEnd(sentences, end - 1);
  for (let next = end; next < sentenceEnd; next += 1)
    if (
      SWITCHING.get((words[next] as Word).number) === 1 &&
      words[next + 1]?.folded === "to" &&
      inName[next + 2] === 2
    )
      return true;
  return false;
}
