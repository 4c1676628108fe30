import type { LocatedMention } from "./conflicts.ts";
import type { ClaimSide } from "./prior.ts";
import type { TextSegment } from "./prior-features.ts";
import { MIN_MENTION_SCORE } from "./stars.ts";

/** Kinds of statements that the rules find in a segment. */
const KINDS = { nothing: 0, named: 1, weak: 2, hint: 3, plain: 4, own: 5, event: 6, setApart: 7 };

/** The side of a statement that judges. */
export const sideOf = ({ statement: { score } }: LocatedMention): ClaimSide | undefined => {
  if (score >= MIN_MENTION_SCORE) return "praise";
  return score <= -MIN_MENTION_SCORE ? "complaint" : undefined;
};

export const isInside = (mention: LocatedMention, { at, end }: TextSegment): boolean =>
  mention.at >= at && mention.at < end;

export function isAny(mentions: readonly LocatedMention[], segment: TextSegment): boolean {
  for (const mention of mentions) if (isInside(mention, segment)) return true;
  return false;
}

const sizeOf = (claim: LocatedMention | undefined): number => Math.abs(claim?.statement.score ?? 0);

export function strongestIn(
  claims: readonly LocatedMention[],
  segment: TextSegment,
): LocatedMention | undefined {
  let found: LocatedMention | undefined;
  for (const claim of claims) if (isInside(claim, segment) && sizeOf(claim) > sizeOf(found)) found = claim;
  return found;
}

/** The kind of a statement that judges. */
export function kindOf({ statement }: LocatedMention): number {
  const { isEvent, isMarked, isOwn, isWeak, isHint } = statement;
  if (isEvent) return isMarked ? KINDS.setApart : KINDS.event;
  if (isOwn) return KINDS.own;
  if (isWeak) return KINDS.weak;
  return isHint ? KINDS.hint : KINDS.plain;
}

/** Of a segment in which no statement judges the aspect on the side in question. */
export function kindWithout(
  mentions: readonly LocatedMention[],
  aspect: number,
  segment: TextSegment,
): number {
  for (const mention of mentions)
    if (mention.statement.aspect === aspect && isInside(mention, segment)) return KINDS.named;
  return KINDS.nothing;
}
