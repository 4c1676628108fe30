import type { CalendarDate } from "../../../model/calendar-date.ts";
import type { EntityAliases } from "../../../model/entities.ts";
import { foldText } from "../../../model/fold.ts";
import { nearest } from "../../../model/nearest.ts";
import { err, ok } from "../../../model/result.ts";
import { DATE } from "../../../model/schema-pieces.ts";
import { idsNamed, type SearchFilter, searchFilterSchema } from "../../../model/search-filter.ts";
import { search } from "../../search/search.ts";
import type { Publication } from "../publication.ts";
import { FIELDS, PAGE_SCHEMA, PARTIAL_REVIEW, renderPage } from "./review-page.ts";
import {
  argumentsOf,
  CURSOR,
  defineTool,
  explain,
  LIMIT,
  NAME,
  NOTICE,
  NOTICE_FIELD,
  resultOf,
} from "./tool.ts";

interface Fields {
  readonly fields?: readonly string[];
}

const SEARCH_ARGUMENTS = Object.keys(searchFilterSchema.properties);

export const searchReviews = defineTool<SearchFilter & Fields>({
  name: "search_reviews",
  title: "Search reviews",
  description:
    "Reviews that pass every given filter, newest first; the same as GET /api/reviews/search. Use fields and a small limit to save tokens. Cite the id and date of what you quote.",
  inputSchema: argumentsOf({ ...searchFilterSchema.properties, fields: FIELDS }),
  outputSchema: PAGE_SCHEMA,
  run: ({ fields, ...filter }, publication) => {
    const found = search(publication.table, filter);
    if (!found.ok) return err(explain("search_reviews", found.error, SEARCH_ARGUMENTS));
    const extra = unknownNames(filter, publication);
    return ok(renderPage(publication, { found: found.value, filter, fields, extra }));
  },
});

/** An unknown name matches nothing, as over HTTP; the hint says why. */
function unknownNames(filter: SearchFilter, { table }: Publication): { readonly hint?: string } {
  const hints = [
    unknownName("mentions_technician", filter.mentions_technician, table.technicians),
    unknownName("mentions_service", filter.mentions_service, table.services),
  ].flatMap((hint) => hint ?? []);
  return hints.length === 0 ? {} : { hint: hints.join(" ") };
}

function unknownName(
  argument: string,
  name: string | undefined,
  known: readonly EntityAliases[],
): string | undefined {
  if (name === undefined || idsNamed(name, known).length > 0) return undefined;
  return `${argument} is none of those that are known${suggest(name, known)}.`;
}

const MAX_NAMES = 40;
const MAX_MEANT = 5;

interface Named {
  readonly id: string;
  readonly name: string;
  readonly aliases?: readonly string[];
}

/** The names that are most likely meant, and the names there are. */
export function suggest(name: string, known: readonly Named[]): string {
  const meant = meantBy(name, known).map((one) => one.name);
  const names = known.slice(0, MAX_NAMES).map((one) => one.name);
  const rest = known.length > MAX_NAMES ? ` and ${known.length - MAX_NAMES} more` : "";
  const question = meant.length === 0 ? "." : `; did you mean ${meant.join(" or ")}?`;
  return `${question} Known: ${names.join(", ") || "none"}${rest}`;
}

/** Those whose name contains what was typed, such as a first name that several have; else the nearest one. */
function meantBy(name: string, known: readonly Named[]): readonly Named[] {
  const typed = foldText(name.trim());
  const containing = known.filter((one) => foldText(one.name).includes(typed)).slice(0, MAX_MEANT);
  if (containing.length > 0) return containing;
  const near = nearest(name, known.flatMap(waysToSay));
  return known.filter((one) => near !== undefined && waysToSay(one).includes(near)).slice(0, 1);
}

const waysToSay = ({ id, name, aliases = [] }: Named): string[] => [name, id, ...aliases];

export const getReview = defineTool<{ readonly id: string } & Fields>({
  name: "get_review",
  title: "Get one review",
  description: "One review by its id, with the owner's reply and what it mentions.",
  inputSchema: argumentsOf({ id: NAME("id of a review, 26 letters and digits"), fields: FIELDS }, ["id"]),
  outputSchema: resultOf({ ...NOTICE_FIELD, review: PARTIAL_REVIEW }, ["notice", "review"]),
  run: ({ id, fields }, publication) => {
    const row = publication.table.rowOf(id.trim().toUpperCase());
    if (row === undefined)
      return err("get_review: no published review has this id; search_reviews finds ids.");
    const review = publication.reviewAt(row);
    const kept = fields === undefined ? Object.keys(review) : ["id", ...fields];
    return ok({ notice: NOTICE, review: pickFields(review, kept) });
  },
});

const pickFields = (review: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(review).filter(([name]) => names.includes(name)));

interface Since extends Fields {
  readonly date: CalendarDate;
  readonly known_release?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

export const getReviewsSince = defineTool<Since>({
  name: "get_reviews_since",
  title: "Get reviews since a date",
  description:
    "Reviews on or after a date, newest first. Send known_release, the release of an earlier answer, to learn in a few tokens whether anything changed.",
  inputSchema: argumentsOf(
    {
      date: { ...DATE, description: "a day that exists, YYYY-MM-DD" },
      known_release: NAME("release of an earlier answer"),
      limit: LIMIT(100, 20, "reviews"),
      cursor: CURSOR,
      fields: FIELDS,
    },
    ["date"],
  ),
  outputSchema: resultOf(
    { ...PAGE_SCHEMA.properties, unchanged: { type: "boolean", description: "nothing was published since" } },
    ["release"],
  ),
  run: ({ date, known_release, limit, cursor, fields }, publication) => {
    if (known_release === publication.release) return ok({ unchanged: true, release: publication.release });
    const filter: SearchFilter = {
      since: date,
      ...(limit === undefined ? {} : { limit }),
      ...(cursor === undefined ? {} : { cursor }),
    };
    const found = search(publication.table, filter);
    if (!found.ok)
      return err(explain("get_reviews_since", found.error, ["date", "limit", "cursor", "fields"]));
    return ok(renderPage(publication, { found: found.value, filter, fields }));
  },
});
