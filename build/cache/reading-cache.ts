import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Content } from "../../model/content.ts";
import { METHOD_VERSION } from "../insights/report/method.ts";
import { compileReading, type ReadText, type TextReading } from "../insights/sentiment/read-text.ts";
import { LineCache } from "./line-cache.ts";

const RULES = join(import.meta.dirname, "..", "insights");

/**
 * What texts were found to say, kept from build to build, so that an unchanged review is not read again. Readings of
 * other rules or another vocabulary are worth nothing; a build without any gives the same.
 */
export class ReadingCache {
  /** How many texts were read in this build, because nothing was kept for them. */
  fresh = 0;
  readonly #readAnew: ReadText;
  readonly #kept: LineCache<TextReading>;
  readonly #used = new Map<string, TextReading>();

  static async open(folder: string | undefined, content: Content): Promise<ReadingCache> {
    const rules = folder === undefined ? "" : await digestOfRules(content);
    return new ReadingCache(content, await LineCache.open(folder, "readings.jsonl", rules));
  }

  private constructor({ aspects, entities }: Content, kept: LineCache<TextReading>) {
    this.#readAnew = compileReading(aspects, entities);
    this.#kept = kept;
  }

  readonly read: ReadText = (text, words) => {
    const used = this.#used.get(text);
    if (used !== undefined) return used;
    let reading = this.#kept.get(text);
    if (reading === undefined) {
      reading = this.#readAnew(text, words);
      this.fresh += 1;
    }
    this.#used.set(text, reading);
    this.#kept.use(text, reading);
    return reading;
  };

  async save(): Promise<void> {
    await this.#kept.save();
  }
}

/** Of the method's version, its sources and the vocabulary of this business. */
async function digestOfRules({ aspects, entities }: Content): Promise<string> {
  const hash = createHash("sha256").update(METHOD_VERSION);
  const sources = await readdir(RULES, { recursive: true });
  for (const name of sources.filter((one) => one.endsWith(".ts") && !one.endsWith(".test.ts")).toSorted())
    hash.update(name).update(await readFile(join(RULES, name)));
  return hash.update(JSON.stringify([aspects, entities])).digest("hex");
}
