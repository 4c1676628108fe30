import type { Passage } from "../text/passage.ts";
import type { AspectMention } from "./aspect-mention.ts";
import { binOf, binsToText } from "./boosted-trees.ts";
import type { TextFindings } from "./claim-evidence.ts";
import type { Prior, PriorOutput } from "./prior.ts";
import type { TextSegment } from "./prior-features.ts";
import { textSpan } from "./quotes.ts";
import type { EvidenceReader } from "./text-evidence.ts";

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

/** The evidence of one network after the other. */
const evidenceText = (values: readonly Float64Array[], edges: Prior["edges"]): string =>
  binsToText(
    values.flatMap((ofNetwork) => edges.map((ofKind, kind) => binOf(ofNetwork[kind] as number, ofKind))),
  );

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
