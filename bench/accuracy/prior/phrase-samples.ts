import { homeAspects } from "../labeled.ts";
import {
  compileTextReader,
  OUTPUTS,
  outputOf,
  type ReadText,
  type SegmentSample,
  type Vocabulary,
} from "./segment-samples.ts";
import type { TrainingText } from "./training-texts.ts";

/** The packs' own phrases are short texts with a label: their words, weak words, events and hints. */
export function packSamples(vocabulary: Vocabulary): SegmentSample[] {
  const read = compileTextReader(vocabulary);
  return homeAspects().flatMap(({ words, weak = [], events = [], hints }, aspect) =>
    [
      ...words.map((phrase) => ({ phrase, sign: undefined, strength: 1 })),
      ...weak.map((phrase) => ({ phrase, sign: undefined, strength: 0.3 })),
      ...events.map(({ phrase, polarity }) => ({
        phrase,
        sign: polarity === "positive" ? (1 as const) : (-1 as const),
        strength: 1,
      })),
      ...(hints?.positive ?? []).map((phrase) => ({ phrase, sign: 1 as const, strength: 1 })),
      ...(hints?.negative ?? []).map((phrase) => ({ phrase, sign: -1 as const, strength: 1 })),
    ].flatMap(({ phrase, sign, strength }) => phraseSamples(read, phrase, { aspect, sign, strength })),
  );
}

const MAX_ALTERNATIVES = 6;
const PHRASE_WEIGHT = 0.3;
const PHRASE_SILENCE = 0.3;

function phraseSamples(
  read: (labeled: TrainingText) => ReadText,
  phrase: string,
  {
    aspect,
    sign,
    strength,
  }: { readonly aspect: number; readonly sign: 1 | -1 | undefined; readonly strength: number },
): SegmentSample[] {
  const texts = phrase
    .split(/\s+/)
    .reduce<string[]>(
      (all, part) => all.flatMap((start) => part.split("/").map((one) => `${start} ${one}`)),
      [""],
    )
    .slice(0, MAX_ALTERNATIVES);
  const weight = (PHRASE_WEIGHT * strength) / texts.length;
  return texts.map((text) => {
    const plain = text.replaceAll("*", ",").replaceAll("#", "3");
    const { segments } = read({ source: "packs", text: plain, rating: undefined, labels: new Map() });
    const targets = new Float32Array(OUTPUTS);
    const weights = new Float32Array(OUTPUTS).fill(weight * PHRASE_SILENCE);
    if (sign === undefined) weights.fill(0, 2 * aspect, 2 * aspect + 2);
    else {
      targets[outputOf(aspect, sign)] = 1;
      weights[outputOf(aspect, sign)] = weight;
    }
    return {
      features: Uint32Array.from(new Set(segments.flatMap(({ features }) => [...features]))),
      targets,
      weights,
    };
  });
}
