import type { Aspect } from "../../../model/content.ts";
import type { Entities, EntityKind } from "../../../model/entities.ts";
import { compileMentionFinder, type Mention } from "../entities/mentions.ts";
import { compileUnknownNameFinder } from "../entities/unknown-names.ts";
import { CHEER, FROWN } from "../lexicon/emoji.ts";
import { countMatches } from "../text/count-matches.ts";
import { isEnglish } from "../text/language.ts";
import { type Passage, passageOf } from "../text/passage.ts";
import { type Word, wordAt, wordsOf } from "../text/words.ts";
import { zeroBytes } from "../text/zeros.ts";
import { priceEvents } from "./amounts.ts";
import type { AspectMention } from "./aspect-mention.ts";
import { aspectMentions, roundScore } from "./aspect-mentions.ts";
import { compileMeanings } from "./meanings.ts";
import { withLearnedClaims } from "./learned-claims.ts";
import type { Opinion, WordSpan } from "./opinion-value.ts";
import { type PassageFindings, findOpinions } from "./opinions.ts";
import { scoresOfNames } from "./person-scores.ts";
import { Prior, type PriorWeights, SHIPPED } from "./prior.ts";
import { type Target, targetsOf } from "./targets.ts";
import type { TextFindings } from "./claim-evidence.ts";
import { EvidenceReader } from "./text-evidence.ts";

/** The findings in one text, independent of all other reviews. Valid as long as the text and the method stay. */
export interface TextAnalysis {
  /** The reason why only names were searched. */
  readonly skipped?: "placeholder" | "language";
  /** The aspects come from a language model. Learned weights do not change them. */
  readonly isAnnotated?: true;
  /** -1 to 1. */
  readonly score: number;
  readonly aspects: readonly AspectMention[];
  /** Technicians, services and areas, with the score of the words around a technician's name. */
  readonly names: readonly (Mention & { readonly score: number })[];
  /** Ids. */
  readonly problems: readonly string[];
  /** Names that entities.json may lack. Absent in nearly all texts. */
  readonly unknownNames?: readonly string[];
}

export type AnalyzeText = (text: string) => TextAnalysis;

/** The aspects that judge how people behave. A person is criticised for nothing else: of lateness others may be guilty. */
const CONDUCT = new Set(["professionalism", "honesty"]);

export function compileTextAnalyzer(
  aspects: readonly Aspect[],
  entities: Entities,
  weights: PriorWeights = SHIPPED,
): AnalyzeText {
  const prior = new Prior(weights, aspects);
  const reader = new EvidenceReader(prior);
  const readPassage = compilePassageReader(aspects, entities.problems);
  const findNames = compileMentionFinder(entities);
  const findUnknownNames = compileUnknownNameFinder(entities);
  const conduct = new Set(aspects.flatMap(({ id }, index) => (CONDUCT.has(id) ? [index] : [])));
  return (text) => {
    const words = wordsOf(text);
    const names = findNames(text, words);
    const emoji = emojiValue(text);
    const skipped = skipReason(text, words, emoji);
    if (skipped !== undefined) {
      const unscored = names.map((name) => ({ ...name, score: 0 }));
      return { skipped, score: 0, aspects: [], names: unscored, problems: [] };
    }
    const found = readPassage(passageOf(text, words), names);
    const opinions = opinionsAndEvents(found).filter((opinion) => !isContraction(found.passage, opinion));
    const unknownNames = findUnknownNames(text, words, names);
    const scores = scoresOfNames({ ...found, opinions }, conduct, names);
    return {
      score: textScore(sumOf(opinions, emoji)),
      aspects: withLearnedClaims(found, prior, reader),
      names: names.map((name, index) => ({ ...name, score: scores[index] as number })),
      problems: found.problems,
      ...(unknownNames.length > 0 ? { unknownNames } : {}),
    };
  };
}

/** Finds what the rules find in a passage: opinions and mentions of aspects that count for this business. */
export function compilePassageReader(
  aspects: readonly Aspect[],
  problems: Entities["problems"],
): (passage: Passage, names: readonly Mention[]) => PassageFindings & TextFindings {
  const meanings = compileMeanings(aspects, problems ?? []);
  const priceAspect = aspects.findIndex(({ id }) => id === "price");
  return (passage, names) => {
    const targets = targetsOf(passage, wordsInNames(passage, names, ["technicians"]));
    const found = findOpinions(passage, meanings);
    const isOurName = wordsInNames(passage, names, ["technicians", "service_areas"]);
    // "Devon Price" says nothing of the price.
    const isCounted = ({ at }: WordSpan, value?: number): boolean =>
      isOurName[at] !== 1 && counts(targets.at[at], value);
    const { insidePhrase, denials, problems: named } = found;
    const counted = {
      passage,
      insidePhrase,
      denials,
      opinions: found.opinions.filter((opinion) => isCounted(opinion, opinion.value)),
      hits: withEvents(found.hits, priceEvents(passage, priceAspect)).filter((hit) =>
        isCounted(hit, hit.event),
      ),
      hints: found.hints.filter((hint) => isCounted(hint, hint.value)),
      problems: named,
      isGrievance: targets.isGrievance,
    };
    return { ...counted, targets: targets.at, mentions: aspectMentions(counted) };
  };
}

const PLACEHOLDER = /^\W*(?:did not answer|no answer|none|nothing|n\/?a|no comments?|nil|test)\W*$/i;

/** True for a text in which only names are searched. */
export const isSkipped = (text: string): boolean =>
  skipReason(text, wordsOf(text), emojiValue(text)) !== undefined;

function skipReason(text: string, words: readonly Word[], emoji: number): TextAnalysis["skipped"] {
  if (emoji === 0 && (words.length === 0 || PLACEHOLDER.test(text))) return "placeholder";
  return isEnglish(text, words) ? undefined : "language";
}

/** By word: 1 for those of a name of these kinds. */
function wordsInNames(
  { words }: Passage,
  names: readonly Mention[],
  kinds: readonly EntityKind[],
): Uint8Array {
  const isName = zeroBytes(words.length);
  for (const { kind, start, end } of names)
    if (kinds.includes(kind)) isName.fill(1, wordAt(words, start), wordAt(words, end));
  return isName;
}

/** Nothing counts of others' doings or of what is asked, no praise of a reproach, no complaint of a hypothesis or of the time before. */
function counts(target: Target | undefined, value = 0): boolean {
  if (target === "business") return true;
  if (target === "other_firm" || target === "reviewer") return false;
  if (target === "question") return value === 0;
  return target === "rhetorical_question" ? value <= 0 : value >= 0;
}

/** "I'll" is no "ill", and "we'll" no "well". The learned weights of aspects were made with them, so only these read on. */
const isContraction = ({ text, words }: Passage, { at, end }: Opinion): boolean =>
  end === at + 1 && /.['’ʼ´`]ll$/i.test(text.slice(words[at]?.start, words[at]?.end));

const byPosition = (a: WordSpan, b: WordSpan): number => a.at - b.at;

/** Both in the order of the text. */
const withEvents = <T extends WordSpan>(spans: readonly T[], events: readonly T[]): readonly T[] =>
  events.length === 0 ? spans : [...spans, ...events].toSorted(byPosition);

/** Events are opinions too. They replace the opinions in their own words. */
function opinionsAndEvents({ opinions, hits }: PassageFindings): readonly Opinion[] {
  const events: Opinion[] = [];
  for (const { at, end, event } of hits) if (event !== undefined) events.push({ at, end, value: event });
  const isOutside = ({ at, end }: Opinion): boolean =>
    !events.some((event) => at < event.end && end > event.at);
  return events.length === 0 ? opinions : withEvents(opinions.filter(isOutside), events);
}

/** Approaches -1 or 1 as opinions of the same sign add up. */
export const textScore = (sum: number): number => roundScore(sum / Math.sqrt(sum * sum + 6));

function sumOf(opinions: readonly Opinion[], emoji: number): number {
  let sum = emoji;
  for (const { value } of opinions) sum += value;
  return sum;
}

const EMOJI = 1.6;
/** The most emoji of one sign that count. */
const MAX_EMOJI = 2;

/** Found faster than the emoji themselves, and absent from most texts. */
const SYMBOL = /[\u2600-\u2BFF\uD83C-\uD83E]/;

function emojiValue(text: string): number {
  if (!SYMBOL.test(text)) return 0;
  const count = (emoji: RegExp): number => Math.min(MAX_EMOJI, countMatches(text, emoji));
  return EMOJI * (count(CHEER) - count(FROWN));
}
