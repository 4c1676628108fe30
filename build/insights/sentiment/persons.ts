import type { Polarity } from "../../../model/review-insight.ts";
import { MIN_MENTION_SCORE, type MentionPolarity, voteOf } from "./stars.ts";
import type { TextAnalysis } from "./text-analyzer.ts";

/** The vote of a review on a technician. */
export interface PersonVote {
  readonly id: string;
  readonly polarity: Polarity;
}

/** The vote of a review on an aspect, and where its statements are. */
interface LocatedVote {
  readonly polarity: Polarity;
  readonly mentions: readonly {
    readonly polarity: MentionPolarity;
    readonly start: number;
    readonly end: number;
  }[];
}

type JudgedName = TextAnalysis["names"][number];

/** The least distance from zero of a complaint about a person, by the words around the name. */
const MIN_COMPLAINT = 1;

/** The votes of a review on the technicians that it names. */
export function personVotes(
  rating: number,
  names: readonly JudgedName[],
  votes: readonly LocatedVote[],
): PersonVote[] {
  const technicians = names.filter(({ kind }) => kind === "technicians");
  if (technicians.length === 0) return [];
  const isTextOfPraise = rating > 3 && isOnlyPraise(votes);
  return [...Map.groupBy(technicians, ({ id }) => id)].map(([id, list]) => ({
    id,
    polarity: voteOf(
      list.map((name) => {
        const polarity = namePolarity(name, rating, votes);
        return polarity === "neutral" && isTextOfPraise && name.score >= 0 ? "positive" : polarity;
      }),
    ),
  }));
}

/** A person who is named in a text of praise has a part in it: "Marco and Dee. On time, and not a scratch." */
const isOnlyPraise = (votes: readonly LocatedVote[]): boolean =>
  votes.some(({ polarity }) => polarity === "positive") &&
  !votes.some(({ polarity }) => isCritical(polarity));

/**
 * A person is criticised only with at most three stars, where the words around the name complain strongly and a
 * published complaint is about the same sentence; praised from three on, by the words around the name, or with four or
 * five by praise of the same sentence.
 */
function namePolarity(name: JudgedName, rating: number, votes: readonly LocatedVote[]): MentionPolarity {
  const isIn = (polarity: MentionPolarity): boolean =>
    votes.some(({ mentions }) =>
      mentions.some((one) => one.polarity === polarity && one.start <= name.start && one.end >= name.end),
    );
  if (name.score <= -MIN_COMPLAINT) return rating <= 3 && isIn("negative") ? "negative" : "neutral";
  if (name.score >= MIN_MENTION_SCORE && rating >= 3) return "positive";
  return rating > 3 && name.score >= 0 && isIn("positive") && !isIn("negative") ? "positive" : "neutral";
}

/** Takes back every criticism of a person whom too few reviews criticise. Praise and mentions stay. */
export const withSupportedCriticism = (
  votes: readonly PersonVote[],
  isSupported: (id: string) => boolean,
): readonly PersonVote[] =>
  votes.some(({ id, polarity }) => isCritical(polarity) && !isSupported(id))
    ? votes.map(({ id, polarity }) => ({
        id,
        polarity: isSupported(id) ? polarity : withoutCriticism(polarity),
      }))
    : votes;

export const isCritical = (polarity: Polarity): boolean => polarity === "negative" || polarity === "mixed";

function withoutCriticism(polarity: Polarity): Polarity {
  if (polarity === "mixed") return "positive";
  return polarity === "negative" ? "neutral" : polarity;
}
