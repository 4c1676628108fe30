import { readFileSync } from "node:fs";
import { Fault } from "../../../model/fault.ts";

/** A text with its labels, as docs/labeling.md describes the format. */
export interface TaggedText {
  readonly text: string;
  readonly spans: readonly InlineSpan[];
}

export interface InlineReview extends TaggedText {
  /** Stars. */
  readonly rating: number;
}

export interface InlineSpan {
  /** Id of the aspect. */
  readonly aspect: string;
  readonly polarity: "+" | "-";
  /** Offsets into the text, without the space after the words. */
  readonly start: number;
  readonly end: number;
}

const STARS = /^# ([1-5])$/;
/** A tag, and the words that it labels. */
const TAGGED = /\[([^\]]*)\]([^[]+)/gy;
const LABEL = /^([a-z]+(?:-[a-z]+)*)([+-])$/;

/**
 * Reads reviews of two lines each: "# 2" for two stars, and the text with a tag before each part, "[price-]Too dear.".
 * Throws a Fault that names the line.
 */
export function readInlineReviews(file: string): InlineReview[] {
  const lines = readFileSync(file, "utf8").split("\n");
  const reviews: InlineReview[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at] === "") continue;
    const stars = STARS.exec(lines[at] ?? "")?.[1];
    if (stars === undefined) throw new Fault(`${file}:${at + 1}: expected "# " and the stars, 1 to 5`);
    at += 1;
    reviews.push({ rating: Number(stars), ...parseTagged(lines[at] ?? "", `${file}:${at + 1}`) });
  }
  return reviews;
}

/** Reads sentences, one in each line: "[price-]Too dear.". Throws a Fault that names the line. */
export const readInlineSentences = (file: string): TaggedText[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, at) => (line === "" ? [] : [parseTagged(line, `${file}:${at + 1}`)]));

export function parseTagged(line: string, place = "text"): TaggedText {
  const spans: InlineSpan[] = [];
  let text = "";
  let read = 0;
  for (const [tagged, tags = "", words = ""] of line.matchAll(TAGGED)) {
    const start = text.length;
    const end = start + words.trimEnd().length;
    for (const tag of tags.split(" ").filter(Boolean)) {
      const [, aspect, polarity] = LABEL.exec(tag) ?? [];
      if (aspect === undefined || (polarity !== "+" && polarity !== "-"))
        throw new Fault(`${place}: unknown label "${tag}"; an aspect and + or -, such as "price-"`);
      spans.push({ aspect, polarity, start, end });
    }
    text += words;
    read += tagged.length;
  }
  if (read !== line.length || text === "")
    throw new Fault(`${place}: every part of the text needs a tag before it`);
  return { text, spans };
}
