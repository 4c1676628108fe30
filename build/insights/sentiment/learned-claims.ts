import type { Passage } from "../text/passage.ts";
import type { AspectMention } from "./aspect-mention.ts";
import { binOf, binsToText } from "./boosted-trees.ts";
import type { Prior, PriorOutput } from "./prior.ts";
import type { TextSegment } from "./prior-features.ts";
import { textSpan } from "./quotes.ts";
import { EVIDENCE, type EvidenceReader, type TextFindings } from "./text-evidence.ts";

/** The distance from zero of a claim that only the words' weights make. */
const LEARNED_SCORE = 0.5;

/** The mentions of the rules with the evidence of the text, and claims that only the words' weights make. */
export function withLearnedClaims(
  findings: TextFindings,
  prior: Prior,
  reader: EvidenceReader,
): AspectMention[] {
  // Not by `map`, see `Tracker`.
  const claims: AspectMention[] = [];
  for (const { statement } of findings.mentions) claims.push(statement);
  if (prior.outputs.length === 0) return claims;
  reader.readClaims(findings, ({ output, segment, values, found }) => {
    const evidence = evidenceText(values, prior.edges);
    for (const mention of found) mention.statement.evidence = evidence;
    if (found.length === 0) claims.push(claimOf(findings.passage, segment, { output, evidence }));
  });
  return claims;
}

function evidenceText(values: Float64Array, edges: Prior["edges"]): string {
  for (let kind = 0; kind < BINS.length; kind += 1)
    BINS[kind] = binOf(values[kind] as number, edges[kind] as readonly number[]);
  return binsToText(BINS);
}

const BINS: number[] = EVIDENCE.map(() => 0);

function claimOf(
  passage: Passage,
  segment: TextSegment,
  { output: { aspect, side }, evidence }: { readonly output: PriorOutput; readonly evidence: string },
): AspectMention {
  const { start, end } = textSpan(passage, segment.at, segment.end);
  return {
    aspect,
    score: side === "praise" ? LEARNED_SCORE : -LEARNED_SCORE,
    start,
    end,
    phrase: "",
    isEvent: undefined,
    isMarked: undefined,
    isHint: undefined,
    isOwn: undefined,
    isWeak: undefined,
    isLearned: true,
    evidence,
    isUnsupported: undefined,
  };
}
