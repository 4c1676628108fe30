import { err, ok } from "../../../model/result.ts";
import { DATE } from "../../../model/schema-pieces.ts";
import { type SearchFilter, searchFilterSchema } from "../../../model/search-filter.ts";
import { search } from "../../search/search.ts";
import { suggestIfUnknown } from "./name-hints.ts";
import { type ReleaseDocuments, reviewWithId } from "./release-documents.ts";
import { FIELDS, PAGE_SCHEMA, pageOfReviews, PARTIAL_REVIEW, selectFields } from "./review-page.ts";
import {
  argumentsOf,
  CURSOR,
  defineTool,
  explain,
  limitOf,
  nameOf,
  NOTICE,
  NOTICE_FIELD,
  resultOf,
} from "./tool.ts";

export const searchReviews = defineTool({
  name: "search_reviews",
  title: "Search reviews",
  description:
    "Reviews that pass every given filter, newest first; the same as GET /api/reviews/search. Use fields and a small limit to save tokens. Cite the id and date of what you quote.",
  inputSchema: argumentsOf({ ...searchFilterSchema.properties, fields: FIELDS }),
  outputSchema: PAGE_SCHEMA,
  handler: async ({ fields, ...filter }, documents) => {
    const found = await search(documents.table, filter);
    if (!found.ok)
      return err(explain("search_reviews", found.error, Object.keys(searchFilterSchema.properties)));
    const hint = hintOf(filter, documents);
    return ok(pageOfReviews(documents, { found: found.value, filter, fields, hint }));
  },
});

/** An unknown name matches nothing, as over HTTP; the hint says why. */
function hintOf(filter: SearchFilter, { entities }: ReleaseDocuments): string | undefined {
  const names = [
    ["mentions_technician", entities.technicians],
    ["mentions_service", entities.services],
  ] as const;
  const hints = names.flatMap(([argument, known]) => {
    const suggestion = suggestIfUnknown(filter[argument], known);
    return suggestion === undefined ? [] : [`${argument} is not a known name${suggestion}`];
  });
  return hints.length === 0 ? undefined : hints.join(" ");
}

export const getReview = defineTool({
  name: "get_review",
  title: "Get one review",
  description: "One review by its id, with the owner's reply and what it mentions.",
  inputSchema: {
    ...argumentsOf({ id: nameOf("id of a review, 26 letters and digits"), fields: FIELDS }),
    required: ["id"],
  },
  outputSchema: {
    ...resultOf({ ...NOTICE_FIELD, review: PARTIAL_REVIEW }),
    required: ["notice", "review"],
  },
  handler: ({ id, fields }, { table }) => {
    const review = reviewWithId(table, id.trim().toUpperCase());
    if (review === undefined)
      return err("get_review: no published review has this id; search_reviews finds ids.");
    return ok({ notice: NOTICE, review: selectFields(review, fields) });
  },
});

const sinceArguments = argumentsOf({
  date: { ...DATE, description: "a day that exists, YYYY-MM-DD" },
  known_release: nameOf("release of an earlier answer"),
  limit: limitOf(100, 20, "reviews"),
  cursor: CURSOR,
  fields: FIELDS,
});

export const getReviewsSince = defineTool({
  name: "get_reviews_since",
  title: "Get reviews since a date",
  description:
    "Reviews on or after a date, newest first. Send known_release, the release of an earlier answer, to learn in a few tokens whether anything changed.",
  inputSchema: { ...sinceArguments, required: ["date"] },
  outputSchema: {
    ...resultOf({
      ...PAGE_SCHEMA.properties,
      unchanged: { type: "boolean", description: "nothing was published since" },
    }),
    required: ["release"],
  },
  handler: async ({ date, known_release, fields, ...page }, documents) => {
    const { release, table } = documents;
    if (known_release === release) return ok({ unchanged: true, release });
    const filter = { since: date, ...page };
    const found = await search(table, filter);
    // The cursor is the only argument that the search can refuse.
    if (!found.ok)
      return err(explain("get_reviews_since", found.error, ["date", "limit", "cursor", "fields"]));
    return ok(pageOfReviews(documents, { found: found.value, filter, fields }));
  },
});
