import { search } from "../search/search.ts";
import { describeBusiness } from "./tools/business-tool.ts";
import { SECTIONS, viewInsights } from "./tools/insight-view.ts";
import { type ReleaseDocuments, reviewWithId } from "./tools/release-documents.ts";
import { pageOfReviews } from "./tools/review-page.ts";
import { NOTICE } from "./tools/tool.ts";

const LATEST = 50;
const MAX_LIST_ENTRIES = 20;
const JSON_TYPE = "application/json";

const resource = (name: string, title: string, description: string) => ({
  uri: `reviews://${name}`,
  name,
  title,
  description,
  mimeType: JSON_TYPE,
  annotations: { audience: ["assistant"] },
});

/** The entries of resources/list. */
export const RESOURCES = [
  resource("business", "The business", "Name, address, hours, star rating, and the names that tools take"),
  resource("insights", "Insights", `What the reviews say together, lists cut to ${MAX_LIST_ENTRIES}`),
  resource("latest", "Latest reviews", `The ${LATEST} newest reviews`),
];

export const REVIEW_TEMPLATE = "reviews://review/{id}";
const REVIEW_URI = /^reviews:\/\/review\/([0-9A-Za-z]{26})$/;

/** The entries of resources/templates/list. */
export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: REVIEW_TEMPLATE,
    name: "review",
    title: "One review",
    description: "A review by its id",
    mimeType: JSON_TYPE,
  },
];

/** The contents of a resource; undefined if there is none with this URI. */
export async function readResource(
  uri: string,
  documents: ReleaseDocuments,
): Promise<readonly object[] | undefined> {
  const value = await valueOf(uri, documents);
  return value && [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(value) }];
}

async function valueOf(uri: string, documents: ReleaseDocuments): Promise<object | undefined> {
  switch (uri) {
    case "reviews://business":
      return describeBusiness(documents);
    case "reviews://insights":
      return { notice: NOTICE, ...viewInsights(documents.insights, SECTIONS, MAX_LIST_ENTRIES) };
    case "reviews://latest": {
      const filter = { limit: LATEST };
      const found = await search(documents.table, filter);
      return found.ok ? pageOfReviews(documents, { found: found.value, filter }) : {};
    }
    default: {
      const id = REVIEW_URI.exec(uri)?.[1];
      const review = id === undefined ? undefined : reviewWithId(documents.table, id.toUpperCase());
      return review && { notice: NOTICE, review };
    }
  }
}
