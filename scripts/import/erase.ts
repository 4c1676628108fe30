import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { WrittenReview } from "../../model/review.ts";
import { Erased, ERASED_FILE } from "./erased.ts";
import { PendingFiles } from "./pending-files.ts";
import { splitLines } from "./read-text.ts";
import { readArray, readReviewLines, reviewFileNames } from "./review-files.ts";
import { Stop } from "./stop.ts";

export interface Erasure {
  /** What was taken out of content, for a look whether its text stands anywhere else. */
  readonly reviews: readonly WrittenReview[];
  readonly written: readonly string[];
  /** Ids that neither content nor the list of erased reviews knows. */
  readonly unknown: readonly string[];
}

/** Takes reviews out of content and lists their ids. Either all of it happens, or a Stop says why nothing did. */
export async function eraseReviews(folder: string, ids: readonly string[], run: number): Promise<Erasure> {
  const wanted = new Set(ids);
  const erased = await Erased.load(folder);
  const problems: string[] = [];
  const touched: { readonly name: string; readonly reviews: WrittenReview[] }[] = [];
  for (const name of await reviewFileNames(folder)) {
    const reviews = (await reviewsOf(join(folder, name), problems)).filter(({ id }) => wanted.has(id));
    if (reviews.length > 0) touched.push({ name, reviews });
  }
  if (problems.length > 0) throw new Stop([...problems, "nothing was erased: mend these files first"]);
  const reviews = touched.flatMap((file) => file.reviews);
  const found = new Set(reviews.map(({ id }) => id));
  const unknown = ids.filter((id) => !found.has(id) && !erased.ids.includes(id));
  const listed = [...new Set([...erased.ids, ...found])].toSorted();
  const pending = await PendingFiles.open(folder, run);
  try {
    // The list goes first: a crash after it is mended by the same command again.
    if (found.size > 0) await pending.write(ERASED_FILE, renderList(listed));
    for (const { name } of touched) await pending.write(name, without(join(folder, name), wanted));
    return { reviews, written: await pending.commit(), unknown };
  } catch (error) {
    await pending.discard();
    throw error;
  }
}

async function reviewsOf(file: string, problems: string[]): Promise<WrittenReview[]> {
  if (!file.endsWith(".jsonl")) return (await readArray(file, problems)).reviews;
  const reviews: WrittenReview[] = [];
  for await (const { review } of readReviewLines(file, problems)) if (review) reviews.push(review);
  return reviews;
}

async function* renderList(ids: readonly string[]): AsyncGenerator<string> {
  yield "# Reviews that were erased (npm run erase). No import brings them back.\n";
  for (const id of ids) yield `${id}\n`;
}

async function* without(file: string, wanted: ReadonlySet<string>): AsyncGenerator<string> {
  if (!file.endsWith(".jsonl")) {
    const { wrapper, reviews } = await readArray(file, []);
    const kept = reviews.filter(({ id }) => !wanted.has(id));
    yield `${JSON.stringify(wrapper ? { ...wrapper, reviews: kept } : kept, null, 2)}\n`;
    return;
  }
  // A file without any piece would stay as it is.
  let isEmpty = true;
  for await (const { text, review } of readReviewLines(file, [])) {
    if (review && wanted.has(review.id)) continue;
    isEmpty = false;
    yield `${text}\n`;
  }
  if (isEmpty) yield "\n";
}

/** Whether the file says one of these texts, as it is or inside a JSON string. */
export async function holdsText(file: string, texts: readonly string[]): Promise<boolean> {
  const forms = texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  const chunks = createReadStream(file, { encoding: "utf8" }) as AsyncIterable<string>;
  for await (const line of splitLines(chunks)) if (forms.some((form) => line.includes(form))) return true;
  return false;
}
