import { urlOf } from "../../../model/base-url.ts";
import { ENTITY_KINDS } from "../../../model/entities.ts";
import { POLICY_PAGE } from "../../../model/policy.ts";
import { publisherClaim } from "../feed-entry.ts";
import { HTML_TYPE, type RenderedFile } from "../rendered-file.ts";
import { jsonScript, type Markup } from "./markup.ts";
import { ENTITY_FOLDERS, ENTITY_TITLES, type PageContext, TOPICS_FOLDER } from "./render-input.ts";
import { oneLine } from "./wording.ts";

/** The image that other sites show with a link to this one. */
export const SOCIAL_IMAGE_PATH = "/social.png";
export const SOCIAL_IMAGE_SIZE = { width: 1200, height: 630 } as const;

export interface PageParts {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly main: Markup;
  /** schema.org nodes. */
  readonly graph?: readonly object[];
  /** Loads the search script. */
  readonly searches?: boolean;
  readonly isArticle?: boolean;
  /** Hides the page from search engines. */
  readonly isHidden?: boolean;
  readonly compression?: RenderedFile["compression"];
}

const MENU = [
  ["/reviews/", "Reviews"],
  ["/summary/", "Summary"],
  ...ENTITY_KINDS.map((kind) => [ENTITY_FOLDERS[kind], ENTITY_TITLES[kind]] as const),
  [TOPICS_FOLDER, "Topics"],
  ["/developers/", "Developers"],
] as const;

/** Leaves out kinds of entities, and topics, where there are none. */
function menuOf({ entities, hasTopics }: PageContext): (typeof MENU)[number][] {
  const empty = new Set(
    ENTITY_KINDS.filter((kind) => entities[kind].size === 0).map((kind) => ENTITY_FOLDERS[kind]),
  );
  if (!hasTopics) empty.add(TOPICS_FOLDER);
  return MENU.filter(([path]) => !empty.has(path));
}

const MAX_DESCRIPTION_CHARS = 155;

/** Renders a complete page from its parts. */
export function layOut(context: PageContext, page: PageParts): RenderedFile {
  const { site, templates } = context;
  const { business, publishing, baseUrl } = site;
  const graph = page.graph?.length ? { "@context": "https://schema.org", "@graph": page.graph } : undefined;
  const title = page.path === "/" ? publishing.title : `${page.title} · ${business.name}`;
  const html = templates.fill("layout.eta", {
    business,
    publishing,
    title,
    heading: page.title,
    description: oneLine(page.description, MAX_DESCRIPTION_CHARS),
    main: page.main,
    url: urlOf(baseUrl, page.path),
    image: {
      url: urlOf(baseUrl, SOCIAL_IMAGE_PATH),
      ...SOCIAL_IMAGE_SIZE,
      says: `The mean rating of ${business.name}, in stars`,
    },
    jsonLd: graph && jsonScript(graph),
    searches: page.searches ?? false,
    isArticle: page.isArticle ?? false,
    isHidden: page.isHidden ?? false,
    publisherClaim: publisherClaim(site.policy),
    policyPage: POLICY_PAGE,
    menu: menuOf(context).map(([path, name]) => ({ path, name, isCurrent: page.path.startsWith(path) })),
  });
  const body = Buffer.from(html.toString());
  const { compression } = page;
  return { path: page.path, mediaType: HTML_TYPE, body, ...(compression && { compression }) };
}
