import { expect, test } from "vitest";
import { analyze } from "../../build/insights/analyze.ts";
import { mentionedIds } from "../../build/insights/entities/mentions.ts";
import { ClaimModel } from "../../build/insights/sentiment/claim-model.ts";
import { judge } from "../../build/insights/sentiment/judge.ts";
import { SHIPPED } from "../../build/insights/sentiment/prior.ts";
import { UNTRAINED } from "../../build/insights/sentiment/star-model.ts";
import { compileTextAnalyzer } from "../../build/insights/sentiment/text-analyzer.ts";
import type { Review } from "../../model/review.ts";
import { NO_NAMES } from "./labeled.ts";
import { ownSets } from "./labeled-reviews.ts";

test("a build judges a restaurant by the thresholds of trades", () => {
  const [{ aspects, reviews: contents }] = ownSets("trades").filter(({ pack }) => pack === "restaurants") as [
    ReturnType<typeof ownSets>[number],
  ];
  const reviews = contents.map((content): Review => ({ ...content, url: "", mentions: mentionedIds([]) }));
  const content = { aspects, entities: NO_NAMES, faq: [], summary: null };
  const { per_review } = analyze(content, reviews).document;
  const analyzeText = compileTextAnalyzer(aspects, NO_NAMES);
  const published = reviews.map(({ id }) => {
    const insight = per_review[id];
    return insight === undefined || "skipped" in insight
      ? []
      : insight.aspects.map((one) => `${one.id} ${one.polarity}`);
  });
  const judgedBy = (model: ClaimModel): string[][] =>
    reviews.map((review) => {
      const text = review.text ?? "";
      const { votes } = judge({ review, text, analysis: analyzeText(text) }, UNTRAINED, model);
      return votes.map(({ aspect, polarity }) => `${aspects[aspect]?.id} ${polarity}`);
    });
  expect(published).toEqual(judgedBy(new ClaimModel(SHIPPED, aspects)));
  expect(published).not.toEqual(judgedBy(new ClaimModel(SHIPPED, [])));
});
