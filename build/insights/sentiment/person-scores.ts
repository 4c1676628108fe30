import type { Mention } from "../entities/mentions.ts";
import { wordSet } from "../lexicon/word-set.ts";
import { type Passage, segmentEnd, segmentStart } from "../text/passage.ts";
import { type Word, wordAt } from "../text/words.ts";
import { scoreNear } from "./aspect-mentions.ts";
import { misconductOf, type PersonFindings } from "./misconduct.ts";
import type { Opinion, WordSpan } from "./opinion-value.ts";

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
  names: readonly Mention[],
  { kind, id, start, end }: Mention,
): number {
  const { passage } = found;
  if (kind !== "technicians") return 0;
  const at = wordAt(passage.words, start);
  const name = { at, end: wordAt(passage.words, end) };
  if (isAbsent(passage, name) || isLeft(passage, name, names)) return DOUBTED;
  if (found.opinions.length === 0) return 0;
  const opinions = withoutRivals(found, names, { id, at });
  const score = scoreNear(passage, opinions, name);
  if (score >= 0) return score;
  if (mayBeOfOthers(found, names, { id, start })) return DOUBTED;
  const misconduct = misconductOf(found, conduct, name);
  if (misconduct !== undefined) return Math.min(score, misconduct);
  // A complaint in another clause may be about somebody else.
  const clause = segmentStart(passage.clauseStart, at);
  const near = opinions.filter((opinion) => segmentStart(passage.clauseStart, opinion.at) === clause);
  return scoreNear(passage, near, name) < 0 ? DOUBTED : 0;
}

/** Beside names, a part of a sentence of nothing else shares the opinion of another: "Ana is wonderful, and Tom too". */
const SHARING = wordSet(
  "also and as at both desk even front in including is like office or our plus reception same so the too was well were with",
);

/** The opinions that may be about the person named at `at`: not "wonderful" for Tom in "Ana is wonderful, Tom seemed rushed". */
function withoutRivals(
  { passage: { words, clauseStart }, opinions }: PersonFindings,
  names: readonly Mention[],
  { id, at }: { readonly id: string; readonly at: number },
): readonly Opinion[] {
  const rivals = names.filter((other) => other.kind === "technicians" && other.id !== id);
  if (rivals.length === 0) return opinions;
  const own = segmentStart(clauseStart, at);
  const isName = ({ start }: Word): boolean => names.some((name) => start >= name.start && start < name.end);
  const clause = words.slice(own, segmentEnd(clauseStart, at));
  if (clause.every((word) => word.isCapitalized || SHARING.has(word.folded) || isName(word))) return opinions;
  const clauses = new Set(rivals.map(({ start }) => segmentStart(clauseStart, wordAt(words, start))));
  return opinions.filter((opinion) => {
    const start = segmentStart(clauseStart, opinion.at);
    return start === own || !clauses.has(start);
  });
}

/** Of this firm or of another one: "the surveyor's name was Ana". */
const AGENTS = wordSet("agent appraiser assessor contractor inspector realtor surveyor");

/** "Home Depot sent Ana. Ana was rude": a clause up to here introduces the name after another firm, or as an agent's. */
const mayBeOfOthers = (
  { passage: { words, clauseStart }, targets }: PersonFindings,
  names: readonly Mention[],
  { id, start }: Pick<Mention, "id" | "start">,
): boolean =>
  names.some((name) => {
    if (name.id !== id || name.start > start) return false;
    const at = wordAt(words, name.start);
    const introduction = words.slice(Math.max(segmentStart(clauseStart, at), at - 3), at);
    return (
      introduction.some(({ folded }) => AGENTS.has(folded)) ||
      (introduction.length > 0 && targets[at - 1] === "other_firm")
    );
  });

const AFTER_THAN = wordSet("by from our the to with");
const NONE = wordSet("cannot cant couldnt doesnt dont hardly never no nobody none not nothing wont");
const SWITCHING = wordSet("changed moved swapped switched");

/** "Unlike Ana", "better than with Ana", "swapped from Ana to Tom", "started with Ana, then switched to Tom". */
function isLeft(
  { words, sentenceStart }: Passage,
  { at, end }: WordSpan,
  names: readonly Mention[],
): boolean {
  const own = words.slice(segmentStart(sentenceStart, at), at).map(({ folded }) => folded);
  const [earlier = "", before = ""] = [own.at(-2), own.at(-1)];
  if (before === "unlike" || (before === "from" && SWITCHING.has(earlier))) return true;
  // "No one is better than Ana"
  if (before === "than" || (earlier === "than" && AFTER_THAN.has(before)))
    return !own.some((word) => NONE.has(word));
  const isSwitch = ({ folded }: Word, next: number): boolean =>
    SWITCHING.has(folded) &&
    words[end + next + 1]?.folded === "to" &&
    names.some(({ kind, start }) => kind === "technicians" && start === words[end + next + 2]?.start);
  return words.slice(end, segmentEnd(sentenceStart, end - 1)).some(isSwitch);
}

const ABSENCE = wordSet("leave longer quit retired sick vacation");
const ABSENCE_LINK = wordSet("had has is maternity no on out parental was");
const NOT_THERE =
  /^(?:was not|wasnt|is not|isnt) (?:available|around|here|in(?! (?:a|any|the|no)\b)|there)\b|^(?:could not|couldnt) (?:come|make)\b/;
const EXCEPTING = wordSet("besides but except");
const ALL = wordSet("all anybody anyone everybody everyone nobody none one");

/** "Ana was on vacation", "Ana couldn't make it", "not Ana", "instead of Ana", "everyone but Ana". */
function isAbsent({ words }: Passage, { at, end }: WordSpan): boolean {
  const [earlier = "", before = ""] = [words[at - 2]?.folded, words[at - 1]?.folded];
  if (before === "not" || (before === "of" && earlier === "instead")) return true;
  if (EXCEPTING.has(before) && ALL.has(earlier)) return true;
  const after = words.slice(end, end + 4).map(({ folded }) => folded);
  if (NOT_THERE.test(after.join(" "))) return true;
  let next = end;
  while (ABSENCE_LINK.has(words[next]?.folded ?? "")) next += 1;
  return ABSENCE.has(words[next]?.folded ?? "");
}
