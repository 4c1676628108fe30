/** A statement of a text about an aspect. All fields are written, in this order, for V8: objects of one shape are faster. */
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
  /** A statement of fact that judges by itself, or a complaint that the text announces in its sentence. */
  readonly isEvent?: true | undefined;
  /** The text announces a complaint here: "my only gripe", "but". */
  readonly isMarked?: true | undefined;
  /** Judges only where the stars agree. */
  readonly isHint?: true | undefined;
  /** The words of the aspect judge by themselves: "rude". */
  readonly isOwn?: true | undefined;
  /** Weak words of the aspect beside an opinion. */
  readonly isWeak?: true | undefined;
  /** Made by the weights of its words alone: no rule found it. */
  readonly isLearned?: true | undefined;
  /** The evidence of the whole text for it by one network after the other, see `EVIDENCE`: set once the text is read. Absent where no weights were learned for the aspect. */
  evidence?: string | undefined;
  /** The prior does not hear it in its segment: other sentences make the claim, so it is no quote. Set with `evidence`. */
  isUnsupported?: true | undefined;
}
