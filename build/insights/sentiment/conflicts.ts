import { type Passage, type Segments, segmentStart } from "../text/passage.ts";
import { WordTable } from "../text/vocabulary.ts";
import type { Word } from "../text/words.ts";
import { zeroShorts } from "../text/zeros.ts";
import type { AspectMention } from "./aspect-mention.ts";
import type { WordSpan } from "./opinion-value.ts";

export interface LocatedMention {
  readonly statement: AspectMention;
  /** Indices of its first and last words. */
  readonly at: number;
  readonly last: number;
  /** The opinion that weighs most. */
  readonly main: WordSpan | undefined;
}

/** One event judges one aspect, and what is conceded or contradicted in its sentence judges none. */
export function withoutConflicts(
  passage: Passage,
  mentions: readonly LocatedMention[],
): readonly LocatedMention[] {
  if (mentions.length < 2) return mentions;
  const areParted = conjunctionReader(passage.words);
  return mentions.filter((mention) => !isRefuted(passage, mention, mentions, areParted));
}

function isRefuted(
  passage: Passage,
  mention: LocatedMention,
  mentions: readonly LocatedMention[],
  areParted: ArePartedWords,
): boolean {
  const { aspect, score } = mention.statement;
  for (const other of mentions) {
    const theirs = other.statement;
    if (theirs.aspect !== aspect) {
      if (score < 0 && theirs.score < 0 && isOfOtherAspect(passage, mention, other, areParted)) return true;
    } else if (score * theirs.score < 0)
      if (isConceded(passage, mention, other) || isOutweighed(passage, mention, other)) return true;
  }
  return false;
}

/** True if a conjunction stands between two words. */
type ArePartedWords = (from: number, to: number) => boolean;

const CONJUNCTIONS = WordTable.of(["and", "or", "then", "plus", "nor"]);

/** Counts the conjunctions of a passage once, and only where two events may be one: in few passages. */
function conjunctionReader(words: readonly Word[]): ArePartedWords {
  let counts: Uint16Array | undefined;
  return (from, to) => {
    counts ??= conjunctionsUpTo(words);
    return (counts[to - 1] ?? 0) > (counts[from] as number);
  };
}

function conjunctionsUpTo(words: readonly Word[]): Uint16Array {
  const counts = zeroShorts(words.length);
  let count = 0;
  for (let at = 0; at < words.length; at += 1) {
    count += CONJUNCTIONS.get((words[at] as Word).number);
    counts[at] = count;
  }
  return counts;
}

/**
 * True if a statement of its clause judges another aspect already: the opinion is the same word and nearer to that
 * aspect, or an event tells of it without an "and" between them.
 */
function isOfOtherAspect(
  passage: Passage,
  mention: LocatedMention,
  other: LocatedMention,
  areParted: ArePartedWords,
): boolean {
  if (!isSameSegment(passage.clauses, mention, other)) return false;
  if (mention.statement.isEvent)
    return other.statement.isEvent === true && isRival(mention, other, areParted);
  if (mention.main && overlaps(mention, mention.main)) return false;
  if (other.statement.isEvent) return true;
  return mention.main?.at === other.main?.at && gapTo(mention) > gapTo(other);
}

/** Of two events that no conjunction parts the longer one stands, the first of equal ones. */
function isRival(mention: LocatedMention, other: LocatedMention, areParted: ArePartedWords): boolean {
  const [first, second] = mention.at <= other.at ? [mention, other] : [other, mention];
  if (areParted(first.last, second.at)) return false;
  const longer = other.last - other.at - (mention.last - mention.at);
  return (
    longer > 0 ||
    (longer === 0 &&
      (other.at < mention.at ||
        (other.at === mention.at && other.statement.aspect < mention.statement.aspect)))
  );
}

const overlaps = ({ at, last }: LocatedMention, main: WordSpan): boolean => main.at <= last && main.end > at;

const gapTo = ({ at, last, main }: LocatedMention): number =>
  main === undefined ? 0 : Math.max(main.at - last, at - main.end + 1, 0);

/** "Not cheap, but worth every penny" says one thing of the price: the stronger statement after the contrast. */
const isConceded = (passage: Passage, mention: LocatedMention, opposite: LocatedMention): boolean =>
  opposite.at > mention.at &&
  Math.abs(opposite.statement.score) >= Math.abs(mention.statement.score) &&
  isSameSegment(passage.sentences, mention, opposite) &&
  passage.contrasts[opposite.at] !== passage.contrasts[mention.at];

/**
 * A fact outweighs the opposite opinion in its sentence: "The repair failed in a week". A complaint denies the praise
 * after it in its clause: "Good luck getting them to honor it".
 */
function isOutweighed(passage: Passage, mention: LocatedMention, opposite: LocatedMention): boolean {
  if (!opposite.statement.isEvent || passage.contrasts[opposite.at] !== passage.contrasts[mention.at])
    return false;
  if (!mention.statement.isEvent) return isSameSegment(passage.sentences, mention, opposite);
  return (
    opposite.statement.score < 0 &&
    opposite.at < mention.at &&
    isSameSegment(passage.clauses, mention, opposite)
  );
}

const isSameSegment = (segments: Segments, one: LocatedMention, other: LocatedMention): boolean =>
  segmentStart(segments, one.at) === segmentStart(segments, other.at);
