import { type Passage, segmentStart } from "../text/passage.ts";
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
  return mentions.filter(
    (mention) =>
      !mentions.some((other) =>
        isOpposite(mention, other)
          ? isConceded(passage, mention, other) || isOutweighed(passage, mention, other)
          : isOfOtherAspect(passage, mention, other),
      ),
  );
}

const CONJUNCTIONS = new Set(["and", "or", "then", "plus", "nor"]);

/**
 * True if a statement of its clause judges another aspect already: the opinion is the same word and nearer to that
 * aspect, or an event tells of it without an "and" between them.
 */
function isOfOtherAspect(passage: Passage, mention: LocatedMention, other: LocatedMention): boolean {
  if (
    other.statement.aspect === mention.statement.aspect ||
    mention.statement.score >= 0 ||
    other.statement.score >= 0
  )
    return false;
  if (!isSameSegment(passage.clauseStart, mention, other)) return false;
  if (mention.statement.isEvent) return other.statement.isEvent === true && isRival(passage, mention, other);
  if (mention.main && overlaps(mention, mention.main)) return false;
  if (other.statement.isEvent) return true;
  return mention.main?.at === other.main?.at && gapTo(mention) > gapTo(other);
}

/** Of two events that no conjunction parts the longer one stands, the first of equal ones. */
function isRival({ words }: Passage, mention: LocatedMention, other: LocatedMention): boolean {
  const [first, second] = mention.at <= other.at ? [mention, other] : [other, mention];
  const between = words.slice(first.last + 1, second.at);
  if (between.some(({ folded }) => CONJUNCTIONS.has(folded))) return false;
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
  isSameSegment(passage.sentenceStart, mention, opposite) &&
  passage.contrasts[opposite.at] !== passage.contrasts[mention.at];

/**
 * A fact outweighs the opposite opinion in its sentence: "The repair failed in a week". A complaint denies the praise
 * after it in its clause: "Good luck getting them to honor it".
 */
function isOutweighed(passage: Passage, mention: LocatedMention, opposite: LocatedMention): boolean {
  if (!opposite.statement.isEvent || passage.contrasts[opposite.at] !== passage.contrasts[mention.at])
    return false;
  if (!mention.statement.isEvent) return isSameSegment(passage.sentenceStart, mention, opposite);
  return (
    opposite.statement.score < 0 &&
    opposite.at < mention.at &&
    isSameSegment(passage.clauseStart, mention, opposite)
  );
}

const isOpposite = (one: LocatedMention, other: LocatedMention): boolean =>
  one.statement.aspect === other.statement.aspect && one.statement.score * other.statement.score < 0;

const isSameSegment = (starts: Uint8Array, one: LocatedMention, other: LocatedMention): boolean =>
  segmentStart(starts, one.at) === segmentStart(starts, other.at);
