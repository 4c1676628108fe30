import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Content } from "../model/content.ts";
import { sha256Hex } from "../model/manifest.ts";
import { METHOD_VERSION } from "./insights/method.ts";
import { compileReading, type ReadText, type TextReading } from "./insights/read-text.ts";

const FILE = "readings.jsonl";
const RULES = join(import.meta.dirname, "insights");

/**
 * What texts were found to say, kept from build to build, so that an unchanged review is not read again. One file: a
 * line that says which rules and vocabulary made the readings and what the rest must hash to, then a line a text.
 * A file of other rules, or a damaged one, is worth nothing and is written anew; a build without it gives the same.
 */
export class KeptReadings {
  /** How many texts were read in this build, because nothing was kept for them. */
  fresh = 0;
  readonly #folder: string | undefined;
  readonly #rules: string;
  readonly #readAnew: ReadText;
  readonly #kept: Map<string, TextReading>;
  readonly #used = new Map<string, TextReading>();

  static async open(folder: string | undefined, content: Content): Promise<KeptReadings> {
    const rules = folder === undefined ? "" : await digestOfRules(content);
    const kept = folder === undefined ? undefined : await load(join(folder, FILE), rules);
    return new KeptReadings(folder, rules, content, kept ?? new Map<string, TextReading>());
  }

  private constructor(
    folder: string | undefined,
    rules: string,
    content: Content,
    kept: Map<string, TextReading>,
  ) {
    this.#folder = folder;
    this.#rules = rules;
    this.#readAnew = compileReading(content.aspects, content.entities);
    this.#kept = kept;
  }

  readonly read: ReadText = (text, words) => {
    const used = this.#used.get(text);
    if (used !== undefined) return used;
    let reading = this.#kept.get(keyOf(text));
    if (reading === undefined) {
      reading = this.#readAnew(text, words);
      this.fresh += 1;
    }
    this.#used.set(text, reading);
    return reading;
  };

  /** Keeps the readings of this build only. What cannot be written is not kept: the next build reads again. */
  async save(): Promise<void> {
    if (this.#folder === undefined || (this.fresh === 0 && this.#used.size === this.#kept.size)) return;
    const lines = [...this.#used].map(([text, reading]) => `${JSON.stringify([keyOf(text), reading])}\n`);
    const body = lines.join("");
    const head = JSON.stringify({ rules: this.#rules, sha256: sha256Hex(Buffer.from(body)) });
    const pending = join(this.#folder, `${FILE}.${randomUUID()}.tmp`);
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(pending, `${head}\n${body}`);
      await rename(pending, join(this.#folder, FILE));
    } catch {
      await rm(pending, { force: true }).catch(() => undefined);
    }
  }
}

const keyOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 27);

/** Of the method's version, its sources and the vocabulary of this business. */
async function digestOfRules({ aspects, entities }: Content): Promise<string> {
  const hash = createHash("sha256").update(METHOD_VERSION);
  const sources = await readdir(RULES, { recursive: true });
  for (const name of sources.filter((one) => one.endsWith(".ts") && !one.endsWith(".test.ts")).toSorted())
    hash.update(name).update(await readFile(join(RULES, name)));
  return hash.update(JSON.stringify([aspects, entities])).digest("hex");
}

async function load(path: string, rules: string): Promise<Map<string, TextReading> | undefined> {
  try {
    const file = await readFile(path, "utf8");
    const end = file.indexOf("\n") + 1;
    const head = JSON.parse(file.slice(0, end)) as { rules: string; sha256: string };
    const body = file.slice(end);
    if (head.rules !== rules || head.sha256 !== sha256Hex(Buffer.from(body))) return undefined;
    const lines = body.split("\n").filter((line) => line !== "");
    return new Map(lines.map((line) => JSON.parse(line) as [string, TextReading]));
  } catch {
    return undefined;
  }
}
