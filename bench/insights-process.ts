import { createHash } from "node:crypto";
import { analyze } from "../build/insights/analyze.ts";
import { compileMentionFinder, mentionedIds } from "../build/insights/entities/mentions.ts";
import { compileTextAnalyzer } from "../build/insights/sentiment/text-analyzer.ts";
import { wordsOf } from "../build/insights/text/words.ts";
import { readPack } from "../build/load/aspects.ts";
import type { ContentReview, Review } from "../model/review.ts";
import { readSampleContent } from "./sample-content.ts";

export interface ProcessMeasurement {
  readonly reviews: number;
  readonly tokens: number;
  readonly readMs: number;
  readonly analyzeMs: number;
  readonly rssMb: number;
  readonly digest: string;
}

const [reviewCount = "5000", part] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await measure(Number(reviewCount), part)));

/** Repeats the sample reviews, each with a different ending, so that no text is there twice. */
async function measure(size: number, measured: string | undefined): Promise<ProcessMeasurement> {
  const { entities, reviews: all } = readSampleContent();
  const { aspects } = readPack("home-services");
  const sample = all.filter(({ text, verified }) => text !== null && verified);
  const find = compileMentionFinder(entities);
  const reviews = Array.from({ length: size }, (_, index): Review => {
    const one = sample[index % sample.length] as ContentReview;
    const text = `${one.text} Visit number ${index}.`;
    const id = `01${String(index).padStart(24, "0")}`;
    return { ...one, id, text, url: "", mentions: mentionedIds(find(text)) };
  });
  const tokens = reviews.reduce((sum, { text }) => sum + wordsOf(text ?? "").length, 0);
  const nothing = { reviews: size, tokens, readMs: 0, analyzeMs: 0, rssMb: peakMb(), digest: "" };
  if (measured === "control") return nothing;
  if (measured === "vader") return { ...nothing, readMs: await vaderMs(reviews) };
  const analyzeText = compileTextAnalyzer(aspects, entities);
  const startedAt = threadMs();
  for (const { text } of reviews) analyzeText(text ?? "");
  const readAt = threadMs();
  const { document } = analyze({ entities, aspects, faq: [], summary: null }, reviews);
  const analyzedAt = threadMs();
  return {
    reviews: size,
    tokens,
    readMs: readAt - startedAt,
    analyzeMs: analyzedAt - readAt,
    rssMb: peakMb(),
    digest: createHash("sha256").update(JSON.stringify(document)).digest("hex"),
  };
}

/** Loaded only here: it would count as memory of the insights. */
async function vaderMs(reviews: readonly Review[]): Promise<number> {
  const { default: vader } = await import("vader-sentiment");
  const startedAt = threadMs();
  for (const { text } of reviews) vader.SentimentIntensityAnalyzer.polarity_scores(text ?? "");
  return threadMs() - startedAt;
}

function peakMb(): number {
  return Math.round(process.resourceUsage().maxRSS / 1000);
}

/** CPU time of this thread, without the time of other processes on a shared machine. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
