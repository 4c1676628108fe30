import { err, ok, type Result } from "../../../model/result.ts";
import type { Loose } from "../publication.ts";

interface Asked {
  /** The key of the list in the answer. */
  readonly name: string;
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly release: string;
}

/** As for reviews: a page stays far below what clients refuse. */
const MAX_LETTERS = 40_000;

/** A page of a list of insights. Its cursor holds for one release: the next one may order the list anew. */
export function pageOf(
  list: readonly Loose[],
  { name, limit, cursor, release }: Asked,
): Result<Loose, string> {
  const from = cursor === undefined ? 0 : placeOf(cursor, name, release);
  if (from === undefined) return err("cursor is not of this list and release; leave it out to start again.");
  const page = list.slice(from, from + limit);
  while (page.length > 1 && JSON.stringify(page).length > MAX_LETTERS) page.pop();
  const end = from + page.length;
  const next = end < list.length ? { next_cursor: cursorOf(end, name, release) } : {};
  return ok({ total: list.length, [name]: page, ...next });
}

const cursorOf = (place: number, name: string, release: string): string =>
  Buffer.from(`${name}.${release}.${place}`).toString("base64url");

function placeOf(cursor: string, name: string, release: string): number | undefined {
  const [list, of, place = ""] = Buffer.from(cursor, "base64url").toString("latin1").split(".");
  return list === name && of === release && /^\d{1,9}$/.test(place) ? Number(place) : undefined;
}
