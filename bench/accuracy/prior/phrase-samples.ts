import { readPack } from "../../../build/load/aspects.ts";
import { type Aspect, PACK_NAMES, type PackName } from "../../../model/content.ts";
import { priorAspectIds } from "../labeled.ts";
import {
  compileTextReader,
  outputOf,
  outputsOf,
  type ReadText,
  type SegmentSample,
  type Vocabulary,
} from "./segment-samples.ts";
import type { TrainingText } from "./training-texts.ts";

const IDS = priorAspectIds();

/** A phrase, and what it says. */
interface LabeledPhrase {
  readonly pack: PackName;
  readonly phrase: string;
  /** Index into `priorAspectIds`. */
  readonly aspect: number;
  readonly sign: 1 | -1 | undefined;
  readonly strength: number;
}

/** The packs' own phrases are short texts with a label: their words, weak words, events and hints. */
export function packSamples(vocabulary: Vocabulary): SegmentSample[] {
  const read = compileTextReader(vocabulary);
  return PACK_NAMES.flatMap((pack) =>
    ownAspects(pack).flatMap((aspect) => phrasesOf(pack, aspect).flatMap((one) => phraseSamples(read, one))),
  );
}

/** Without those of home services. */
function ownAspects(pack: PackName): readonly Aspect[] {
  const { aspects, shared = [] } = readPack(pack);
  return aspects.filter(({ id, prior = false }) => prior && !shared.includes(id));
}

function phrasesOf(pack: PackName, { id, words, weak = [], events = [], hints }: Aspect): LabeledPhrase[] {
  const about = { pack, aspect: IDS.indexOf(id) };
  return [
    ...words.map((phrase) => ({ ...about, phrase, sign: undefined, strength: 1 })),
    ...weak.map((phrase) => ({ ...about, phrase, sign: undefined, strength: 0.3 })),
    ...events.map(({ phrase, polarity }) => ({
      ...about,
      phrase,
      sign: polarity === "positive" ? (1 as const) : (-1 as const),
      strength: 1,
    })),
    ...(hints?.positive ?? []).map((phrase) => ({ ...about, phrase, sign: 1 as const, strength: 1 })),
    ...(hints?.negative ?? []).map((phrase) => ({ ...about, phrase, sign: -1 as const, strength: 1 })),
  ];
}

const MAX_ALTERNATIVES = 6;
const PHRASE_WEIGHT = 0.3;
const PHRASE_SILENCE = 0.3;

function phraseSamples(
  read: (labeled: TrainingText) => ReadText,
  { pack, phrase, aspect, sign, strength }: LabeledPhrase,
): SegmentSample[] {
  const texts = phrase
    .split(/\s+/)
    .reduce<string[]>(
      (all, part) => all.flatMap((start) => part.split("/").map((one) => `${start} ${one}`)),
      [""],
    )
    .slice(0, MAX_ALTERNATIVES);
  const weight = (PHRASE_WEIGHT * strength) / texts.length;
  const outputs = outputsOf(pack);
  const praise = outputs.indexOf(outputOf(aspect, 1));
  return texts.map((text) => {
    const plain = text.replaceAll("*", ",").replaceAll("#", "3");
    const { segments } = read({ source: "packs", pack, text: plain, rating: undefined, labels: new Map() });
    const targets = new Float32Array(outputs.length);
    const weights = new Float32Array(outputs.length).fill(weight * PHRASE_SILENCE);
    if (sign === undefined) weights.fill(0, praise, praise + 2);
    else {
      const place = sign > 0 ? praise : praise + 1;
      targets[place] = 1;
      weights[place] = weight;
    }
    return {
      features: Uint32Array.from(new Set(segments.flatMap(({ features }) => [...features]))),
      outputs,
      targets,
      weights,
    };
  });
}
