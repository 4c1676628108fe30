import type { PackName } from "../../../model/content.ts";
import type { TrainingText } from "./training-texts.ts";

/** For each sentence of a text so many others are added, from the least to the most. */
const MIN_ADDED = 0.3;
const MAX_ADDED = 2;
/** Words of a sentence that is added to others. */
const MIN_WORDS = 4;

/**
 * The texts again, with sentences of others of the same trade that judge nothing in between: real reviews of restaurants
 * judge 2.4 aspects in a hundred words, invented ones 5.2, and diluted ones 2.2. The labels stay, the spans do not.
 */
export function dilutedTexts(texts: readonly TrainingText[], random: () => number): TrainingText[] {
  const byPack = Map.groupBy(texts, ({ pack }) => pack);
  const added = new Map<PackName, string[]>(
    [...byPack].map(([pack, ofPack]) => [pack, ofPack.flatMap(sentencesWithoutJudgement)]),
  );
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  return texts.map(({ source, pack, rating, labels, text }) => {
    const sentences = sentencesOf(text).map((sentence) => sentence.text);
    const share = MIN_ADDED + (MAX_ADDED - MIN_ADDED) * random();
    for (let count = Math.round(share * sentences.length); count > 0; count -= 1) {
      const sentence = pick(added.get(pack) ?? []);
      const place = Math.floor(random() * (sentences.length + 1));
      if (sentence !== undefined) sentences.splice(place, 0, sentence);
    }
    return { source, pack, rating, labels, text: sentences.join(" ") };
  });
}

/** Only texts with spans say which of their sentences judge. */
function sentencesWithoutJudgement({ text, spans }: TrainingText): string[] {
  if (spans === undefined) return [];
  return sentencesOf(text)
    .filter(({ start, end }) => spans.every((span) => span.start >= end || span.end <= start))
    .map((sentence) => sentence.text)
    .filter((sentence) => sentence.split(" ").length >= MIN_WORDS);
}

interface Sentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function sentencesOf(text: string): Sentence[] {
  const ends = [...text.matchAll(/[.!?]["')]*\s+|\n+/g)].map((match) => match.index + match[0].length);
  return [...ends, text.length]
    .map((end, index) => ({ start: index === 0 ? 0 : (ends[index - 1] as number), end }))
    .map(({ start, end }) => ({ text: text.slice(start, end).trim(), start, end }))
    .filter((sentence) => sentence.text !== "");
}
