import type { Content } from "../../model/content.ts";
import type { LearnedWeights } from "../../model/learned.ts";
import type { Review } from "../../model/review.ts";
import { nameWords } from "./entities/name-words.ts";
import { chooseTopics } from "./report/collocations.ts";
import { learnFrom } from "./sentiment/star-model.ts";
import { compileTextAnalyzer } from "./sentiment/text-analyzer.ts";

/** The content of `learned.json` by these reviews. */
export function learn(
  content: Pick<Content, "aspects" | "entities">,
  reviews: readonly Pick<Review, "text" | "rating">[],
): LearnedWeights {
  const read = compileTextAnalyzer(content.aspects, content.entities);
  const texts = reviews.flatMap(({ text, rating }) =>
    text === null || read(text).skipped ? [] : [{ text, rating }],
  );
  const names = nameWords(content.entities);
  const topics = chooseTopics(
    texts.map(({ text }) => text),
    names,
  );
  return { ...learnFrom(texts, names), topics };
}
