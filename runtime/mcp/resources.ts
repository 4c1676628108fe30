import { search } from "../search/search.ts";
import { describeBusiness } from "./tools/business-tool.ts";
import { SECTIONS, viewInsights } from "./tools/insight-view.ts";
import type { Publication } from "./publication.ts";
import { renderPage } from "./tools/review-page.ts";
import { NOTICE } from "./tools/tool.ts";

const LATEST = 50;
const ENTRIES = 20;
const REVIEW_URI = /^reviews:\/\/review\/([0-9A-Za-z]{26})$/;
export const REVIEW_TEMPLATE = "reviews://review/{id}";

interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly render: (publication: Publication) => string;
}

const RESOURCES: readonly Resource[] = [
  {
    uri: "reviews://business",
    name: "business",
    title: "The business",
    description: "Name, address, hours, star rating, and the names that tools take",
    render: (publication) => describeBusiness(publication).toString(),
  },
  {
    uri: "reviews://insights",
    name: "insights",
    title: "Insights",
    description: "What all reviews say together, lists cut to 20",
    render: ({ insights }) =>
      JSON.stringify({ notice: NOTICE, ...viewInsights(insights, SECTIONS, ENTRIES) }),
  },
  {
    uri: "reviews://latest",
    name: "latest",
    title: "Latest reviews",
    description: "The 50 newest reviews",
    render: (publication) => {
      const filter = { limit: LATEST };
      const found = search(publication.table, filter);
      return found.ok ? renderPage(publication, { found: found.value, filter }).toString() : "{}";
    },
  },
];

export const RESOURCE_URIS: readonly string[] = RESOURCES.map(({ uri }) => uri);

const JSON_TYPE = "application/json";

export const RESOURCES_LIST = JSON.stringify({
  resources: RESOURCES.map(({ uri, name, title, description }) => ({
    uri,
    name,
    title,
    description,
    mimeType: JSON_TYPE,
    annotations: { audience: ["assistant"] },
  })),
});

export const TEMPLATES_LIST = JSON.stringify({
  resourceTemplates: [
    {
      uriTemplate: REVIEW_TEMPLATE,
      name: "review",
      title: "One review",
      description: "A review by its id",
      mimeType: JSON_TYPE,
    },
  ],
});

/** The result of resources/read; undefined for a resource that is not there. */
export function readResource(uri: string, publication: Publication): string | undefined {
  const text = render(uri, publication);
  if (text === undefined) return undefined;
  return JSON.stringify({ contents: [{ uri, mimeType: JSON_TYPE, text }] });
}

function render(uri: string, publication: Publication): string | undefined {
  const resource = RESOURCES.find((one) => one.uri === uri);
  if (resource !== undefined) return resource.render(publication);
  const id = REVIEW_URI.exec(uri)?.[1];
  const review = id === undefined ? undefined : publication.review(id.toUpperCase());
  return review === undefined ? undefined : JSON.stringify({ notice: NOTICE, review });
}
