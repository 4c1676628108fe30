import { type ClaimContext, setEvidence, sumIn, type TextFindings } from "./claim-evidence.ts";
import type { LocatedMention } from "./conflicts.ts";
import { EVIDENCE } from "./evidence.ts";
import { SCALE } from "./output-layer.ts";
import type { Prior, PriorOutput } from "./prior.ts";
import type { TextSegment } from "./prior-features.ts";
import { isAny, isInside, sideOf, strongestIn } from "./segment-claims.ts";
import { SegmentReader } from "./segment-reader.ts";
import type { SegmentScores } from "./segment-scores.ts";
import { isEventSetApart } from "./stars.ts";

/** A claim, and the segment of a text that speaks for it most. */
export interface PossibleClaim {
  readonly output: PriorOutput;
  readonly segment: TextSegment;
  /** By network, in the order of `EVIDENCE`. Valid until the next claim is taken. */
  readonly values: readonly Float64Array[];
  /** The statements with which the rules make the claim, if they do. */
  readonly found: readonly LocatedMention[];
}

/** With so many segments a claim that the rules do not make needs words that more probably make it than not. */
const EVEN_SEGMENTS = 12;
/** With less, words never make a claim probable enough, so nothing weighs them. In units of `1 / SCALE`, as below. */
const MIN_LOG_ODDS = -2 * SCALE;
/** Among many segments one sounds like a claim by chance. */
const minWordsLogOdds = (segments: number): number =>
  Math.max(MIN_LOG_ODDS, Math.round(2 * SCALE * Math.log(segments / EVEN_SEGMENTS)));

/** A statement in a segment with less is made by other sentences, so it is no quote. Chosen by the judged quotes of the sample. */
const MIN_QUOTED_LOG_ODDS = -1.25 * SCALE;

const NOTHING: readonly LocatedMention[] = [];

/** Reads texts, one after the other. */
export class EvidenceReader {
  readonly #prior: Prior;
  readonly #reader: SegmentReader;
  /** By output, the claims of the rules. */
  readonly #found: (LocatedMention[] | undefined)[];
  /** Complaining events about aspects without outputs. */
  readonly #unknown: LocatedMention[] = [];
  readonly #values: readonly Float64Array[];

  constructor(prior: Prior) {
    this.#prior = prior;
    this.#reader = new SegmentReader(prior);
    this.#found = Array<undefined>(prior.outputs.length).fill(undefined);
    this.#values = this.#reader.scores.map(() => new Float64Array(EVIDENCE.length));
  }

  /** Takes each claim that the text may make of an aspect. */
  readClaims(findings: TextFindings, take: (claim: PossibleClaim) => void): void {
    const { segments, scores } = this.#reader;
    this.#reader.read(findings.passage, findings.targets);
    if (segments.length === 0) return;
    this.#groupClaims(findings.mentions);
    const opinionsOfText = sumIn(findings.opinions, 0, findings.passage.words.length);
    const minWords = minWordsLogOdds(segments.length);
    for (const output of this.#prior.outputs) {
      const { index } = output;
      const isFound = this.#found[index] !== undefined;
      const surest = this.#surestOf(index);
      if (!isFound && (surest.most[index] as number) < minWords) continue;
      const segment = segments[surest.best[index] as number] as TextSegment;
      if (!isFound && this.#isJudged(output, segment)) continue;
      const context = this.#contextOf(output, findings, opinionsOfText);
      for (let network = 0; network < scores.length; network += 1)
        setEvidence(this.#values[network] as Float64Array, scores[network] as SegmentScores, context);
      this.#markUnsupported(context);
      take({ output, segment, values: this.#values, found: context.found });
    }
  }

  #groupClaims(mentions: readonly LocatedMention[]): void {
    this.#found.fill(undefined);
    this.#unknown.length = 0;
    for (const mention of mentions) {
      const side = sideOf(mention);
      const index = this.#prior.indexOf(mention.statement.aspect, side);
      if (index >= 0) (this.#found[index] ??= []).push(mention);
      else if (side === "complaint" && mention.statement.isEvent) this.#unknown.push(mention);
    }
  }

  /** The network with the largest log-odds of any segment. */
  #surestOf(index: number): SegmentScores {
    return this.#reader.scores.reduce((surest, one) =>
      (one.most[index] as number) > (surest.most[index] as number) ? one : surest,
    );
  }

  /** An event that the text sets apart says the opposite there, or an event judges an aspect that the words do not know. */
  #isJudged({ index, side }: PriorOutput, segment: TextSegment): boolean {
    const opposite = strongestIn(this.#found[index ^ 1] ?? NOTHING, segment);
    if (opposite !== undefined && isEventSetApart(opposite.statement)) return true;
    return side === "complaint" && isAny(this.#unknown, segment);
  }

  #contextOf(output: PriorOutput, findings: TextFindings, opinionsOfText: number): ClaimContext {
    const { segments } = this.#reader;
    const found = this.#found[output.index] ?? NOTHING;
    const against = this.#found[output.index ^ 1] ?? NOTHING;
    const places = found.map((mention) => segments.findIndex((segment) => isInside(mention, segment)));
    return { output, findings, segments, found, against, places, opinionsOfText };
  }

  /** Marks the statements that other sentences make, in the mean of the networks. */
  #markUnsupported({ output: { index }, found, places }: ClaimContext): void {
    const { scores } = this.#reader;
    for (const [at, { statement }] of found.entries()) {
      const place = places[at] as number;
      if (place < 0) continue;
      const sum = scores.reduce((total, one) => total + one.logOddsAt(place, index), 0);
      if (sum < MIN_QUOTED_LOG_ODDS * scores.length) statement.isUnsupported = true;
    }
  }
}
