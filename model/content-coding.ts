import { forgetOldest } from "./forget-oldest.ts";
import { listMembers } from "./list-field.ts";

/** In order of size, smallest first: the server's preference among codings of equal weight. */
const PREFERENCE = ["br", "gzip", "identity"] as const;

export type ContentCoding = (typeof PREFERENCE)[number];

/** The weight of each listed coding. */
type Weights = ReadonlyMap<string, number>;

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const QVALUE = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * RFC 9110 section 12.5.3: the coding to send, or undefined if every available one is refused. Without the field
 * every coding is acceptable; identity is the safest.
 */
export function chooseCoding(
  field: string | undefined,
  available: readonly ContentCoding[],
): ContentCoding | undefined {
  if (field === undefined) return "identity";
  const weights = weightsOf(field);
  let best: ContentCoding | undefined;
  let bestQ = 0;
  for (const coding of PREFERENCE) {
    if (!available.includes(coding)) continue;
    const q = weightOf(coding, weights);
    // Identity is acceptable unless refused, but never preferred to a coding that the client lists.
    if (q > bestQ) {
      best = coding;
      bestQ = q;
    }
  }
  return best;
}

function weightOf(coding: ContentCoding, weights: Weights): number {
  // "If the representation has no content coding, then it is acceptable by default."
  return weights.get(coding) ?? weights.get("*") ?? (coding === "identity" ? 0.0001 : 0);
}

/** The weights of short fields that were parsed: most clients send one of a few. */
const parsed = new Map<string, Weights>();
const MAX_PARSED = 100;
const MAX_PARSED_LENGTH = 100;

function weightsOf(field: string): Weights {
  const known = parsed.get(field);
  if (known !== undefined) return known;
  const weights = parseWeights(field);
  if (field.length <= MAX_PARSED_LENGTH) {
    parsed.set(field, weights);
    forgetOldest(parsed, MAX_PARSED);
  }
  return weights;
}

/** Ignores malformed members. Of several members for one coding, the first counts. */
function parseWeights(field: string): Weights {
  const weights = new Map<string, number>();
  for (const member of listMembers(field)) {
    const [name = "", ...parameters] = member.split(";", 3).map((part) => part.trim());
    const coding = name.toLowerCase().replace(/^x-gzip$/, "gzip");
    if (!TOKEN.test(coding) || parameters.length > 1) continue;
    const q = parameters[0] === undefined ? 1 : parseQ(parameters[0]);
    if (q !== undefined && !weights.has(coding)) weights.set(coding, q);
  }
  return weights;
}

function parseQ(parameter: string): number | undefined {
  const [name = "", value = ""] = parameter.split("=");
  return name.toLowerCase() === "q" && QVALUE.test(value) ? Number(value) : undefined;
}
