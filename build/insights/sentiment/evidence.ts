/** Evidence by one network that a text praises an aspect, or complains of it, in one of its segments. */
export const EVIDENCE = [
  /** Log-odds by words of the segment that speaks for it most. These and others are in units of `1 / SCALE`. */
  "words",
  /** The largest log-odds of the same in another segment. */
  "second",
  /** Probabilities by words of all segments, added up. */
  "sum",
  /** The largest log-odds of the opposite in any segment, and in that one. */
  "opposite",
  "oppositeThere",
  /** In that segment, the largest log-odds of another aspect on the same side, and in any. */
  "rival",
  "elsewhere",
  /** For each segment the largest probability of any aspect, added up: of this side, and of the other. */
  "sameSide",
  "otherSide",
  /** The kind of statement that the rules find there, see `KINDS`. */
  "kind",
  /** The kind of statement there with which the rules claim the opposite, 0 if they do not. */
  "against",
  /** Words of that segment. */
  "length",
  /** Index into the aspects of the weights. */
  "aspect",
  /** The strongest kind of statement with which the rules make the claim anywhere, 0 if they do not, and the largest log-odds where they do. */
  "found",
  "foundWords",
  /** Values of the opinions in that segment that speak for this side, less those against it, and of those in the text. */
  "opinions",
  "opinionsOfText",
] as const;
