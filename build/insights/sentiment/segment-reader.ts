import type { Passage } from "../text/passage.ts";
import type { Prior } from "./prior.ts";
import { type TextSegment, segmentEndFrom } from "./prior-features.ts";
import { SegmentScores } from "./segment-scores.ts";
import type { Target } from "./targets.ts";

/** Reads texts, one after the other: the segments that tell of this business, and what the networks say of them. */
export class SegmentReader {
  readonly segments: TextSegment[] = [];
  /** By network. */
  readonly scores: readonly SegmentScores[];
  readonly #prior: Prior;

  constructor(prior: Prior) {
    this.#prior = prior;
    this.scores = prior.sums.map(() => new SegmentScores(prior.outputs.length));
  }

  read(passage: Passage, targets: readonly Target[]): void {
    const { segments, scores } = this;
    const { sums } = this.#prior;
    const { length } = passage.words;
    segments.length = 0;
    for (let at = 0, end: number; at < length; at = end) {
      end = segmentEndFrom(passage, at);
      const segment = { at, end };
      if (!this.#prior.read(passage, targets, segment)) continue;
      for (let network = 0; network < scores.length; network += 1)
        (scores[network] as SegmentScores).setSums(segments.length, sums[network] as Int32Array);
      segments.push(segment);
    }
    // Most texts ask nothing.
    const isAsking = passage.text.includes("?");
    const isReproach = segments.map((segment) => isAsking && asksRhetorically(targets, segment));
    for (const ofNetwork of scores) ofNetwork.summarize(isReproach);
  }
}

function asksRhetorically(targets: readonly Target[], { at, end }: TextSegment): boolean {
  for (let word = at; word < end; word += 1) if (targets[word] === "rhetorical_question") return true;
  return false;
}
