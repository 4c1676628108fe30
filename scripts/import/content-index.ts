import { join } from "node:path";
import { err, ok, type Result } from "../../model/result.ts";
import { keyOf } from "./identity.ts";
import { readArray, readReviewLines, reviewFileNames } from "./review-files.ts";
import { errorCode, Stop } from "./stop.ts";

/** Where a review lives already. */
export interface Place {
  readonly id: string;
  readonly file: string;
}

/** Which reviews content has, and in which files; not what they say. */
export class ContentIndex {
  readonly #files = new Map<string, string>();
  readonly #keys = new Map<string, string>();

  fileOf(id: string): string | undefined {
    return this.#files.get(id);
  }

  add(id: string, file: string): void {
    this.#files.set(id, file);
    this.#keys.set(keyOf(id), id);
  }

  /** By id, or by what an id keeps when the date of its review is corrected at the source. */
  find(id: string): Place | undefined {
    const known = this.#files.has(id) ? id : this.#keys.get(keyOf(id));
    const file = known === undefined ? undefined : this.#files.get(known);
    return known === undefined || file === undefined ? undefined : { id: known, file };
  }
}

const MAX_PROBLEMS = 50;

/** Reads all of the folder. Anything broken is a refusal: an import beside it could double or lose reviews. */
export async function loadContentIndex(folder: string): Promise<Result<ContentIndex, string[]>> {
  const index = new ContentIndex();
  const problems: string[] = [];
  for (const name of await reviewFileNames(folder)) {
    await addFile(index, folder, name, problems);
    if (problems.length > MAX_PROBLEMS) break;
  }
  if (problems.length === 0) return ok(index);
  return err([
    ...problems.slice(0, MAX_PROBLEMS),
    `nothing was imported: mend what is listed above in ${folder}, then import again`,
  ]);
}

async function addFile(index: ContentIndex, folder: string, name: string, problems: string[]): Promise<void> {
  const file = join(folder, name);
  try {
    for await (const id of idsIn(file, problems)) {
      const first = index.fileOf(id);
      if (first === undefined) index.add(id, name);
      else problems.push(`${file}: id ${id} is used twice, first in ${join(folder, first)}; remove one`);
    }
  } catch (error) {
    if (error instanceof Stop) problems.push(...error.problems);
    else problems.push(`${file}: cannot be read (${errorCode(error)})`);
  }
}

async function* idsIn(file: string, problems: string[]): AsyncGenerator<string> {
  if (file.endsWith(".jsonl")) {
    for await (const { review } of readReviewLines(file, problems)) if (review) yield review.id;
  } else {
    for (const { id } of (await readArray(file, problems)).reviews) yield id;
  }
}
