/** A statement of a text about an aspect. */
export interface AspectMention {
  /** Index into the business's aspects. */
  readonly aspect: number;
  /** Above zero praises, below zero complains. */
  readonly score: number;
  /** Offsets of the quote, an exact slice of the text. */
  readonly start: number;
  readonly end: number;
  /** The words that made the score, in lower case. */
  readonly phrase: string;
  /** A statement of fact that judges by itself. */
  readonly isEvent?: true;
  /** The text announces a complaint here: "my only gripe", "but". */
  readonly isMarked?: true;
  /** Judges only where the stars agree. */
  readonly isHint?: true;
  /** The words of the aspect judge by themselves: "rude". */
  readonly isOwn?: true;
  /** Weak words of the aspect beside an opinion. */
  readonly isWeak?: true;
  /** Made by the weights of its words alone: no rule found it. */
  readonly isLearned?: true;
  /** Of its being right, without the stars. Absent where no weights were learned for the aspect. */
  readonly logOdds?: number;
}
