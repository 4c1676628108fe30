import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { cp, mkdir, readFile, rm } from "node:fs/promises";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ulid } from "ulid";
import { addDays, type CalendarDate, startOfDay } from "../model/calendar-date.ts";
import type { Entities } from "../model/entities.ts";

export interface Generation {
  readonly reviews: number;
  readonly days: number;
  readonly seed: number;
  /** Content folder whose business, entities and aspects are copied. */
  readonly from: string;
  readonly out: string;
}

const NEWEST = "2026-11-20" as CalendarDate;
const FIRST_NAMES =
  "Ada Ben Cleo Dan Eva Finn Gus Hana Ivo June Kai Lena Max Nora Otto Pia Quinn Rosa Sam Tess".split(" ");
const SYLLABLES =
  "ba ce di fo gu ka le mi no pu ra se ti vo wu za che dro fle gri pla sto tru ven mar lin den sol per tan".split(
    " ",
  );
const WORDS = 20_000;
const COMMON =
  "the and was to a they it we very great our of in for on time work with again so good but this that had".split(
    " ",
  );

/** Creates a deterministic generator (mulberry32): the same seed gives the same content on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Writes a content folder with synthetic reviews, one JSON Lines file per year, spread evenly over the days. */
export async function generate({ reviews, days, seed, from, out }: Generation): Promise<void> {
  await rm(out, { recursive: true, force: true });
  await mkdir(join(out, "reviews"), { recursive: true });
  for (const name of ["business.json", "entities.json", "faq.json", "policy.json"])
    await cp(join(from, name), join(out, name));
  const entities = JSON.parse(await readFile(join(from, "entities.json"), "utf8")) as Entities;
  const random = seededRandom(seed);
  const nextText = textGenerator(random, entities);
  let year = "";
  let stream = createWriteStream(join(out, "reviews", "none.jsonl"));
  for (let index = 0; index < reviews; index += 1) {
    const date = addDays(NEWEST, -Math.floor((index * days) / reviews));
    if (date.slice(0, 4) !== year) {
      await close(stream);
      year = date.slice(0, 4);
      stream = createWriteStream(join(out, "reviews", `${year}.jsonl`));
    }
    const line = `${JSON.stringify(review(index, date, random, nextText))}\n`;
    if (!stream.write(line)) await once(stream, "drain");
  }
  await close(stream);
  await rm(join(out, "reviews", "none.jsonl"), { force: true });
}

async function close(stream: ReturnType<typeof createWriteStream>): Promise<void> {
  stream.end();
  await once(stream, "close");
}

function review(index: number, date: CalendarDate, random: () => number, nextText: () => string): object {
  const digest = createHash("sha256").update(String(index)).digest();
  let at = 0;
  const roll = random();
  const author = `${pick(FIRST_NAMES, random)} ${String.fromCodePoint(65 + Math.floor(random() * 26))}.`;
  return {
    id: ulid(startOfDay(date) + 43_200_000, () => (digest[at++ % digest.length] ?? 0) / 256),
    author,
    rating: roll < 0.7 ? 5 : roll < 0.82 ? 4 : roll < 0.87 ? 3 : roll < 0.92 ? 2 : 1,
    date,
    text: random() < 0.08 ? null : nextText(),
    source: "google",
    owner_reply: random() < 0.3 ? { text: `Thank you, ${author} ${nextText().slice(0, 120)}`, date } : null,
    verified: true,
  };
}

const pick = <T>(list: readonly T[], random: () => number): T =>
  list[Math.floor(random() * list.length)] as T;

/** Generates texts whose word frequency falls like 1/rank, as in real text, with a name every few reviews. */
function textGenerator(random: () => number, entities: Entities): () => string {
  const rare = Array.from({ length: WORDS }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(SYLLABLES, random)).join(""),
  );
  const names = [...entities.technicians, ...entities.services, ...entities.service_areas].map(
    ({ name }) => name,
  );
  const word = (): string => {
    if (random() < 0.45) return pick(COMMON, random);
    return rare[Math.floor(WORDS ** random()) - 1] ?? "fine";
  };
  return () => {
    const words = Array.from({ length: 8 + Math.floor(random() ** 2 * 160) }, word);
    if (random() < 0.5) words.splice(Math.floor(random() * words.length), 0, pick(names, random));
    if (random() < 0.05) words.push(pick(["👍🏽", "“merci”", "İstanbul", "größer", "老师", "naïve"], random));
    const text = words.join(" ");
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [reviews = "1000", out = ".cache/generated", days = "1461", seed = "1"] = process.argv.slice(2);
  await generate({ reviews: Number(reviews), days: Number(days), seed: Number(seed), from: "content", out });
}
