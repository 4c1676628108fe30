import { HTML_TYPE, type Rendered } from "../rendered.ts";
import { jsonScript, type Markup } from "./markup.ts";
import type { Surroundings } from "./publication.ts";
import { oneLine } from "./wording.ts";

/** The image of links to this site. */
export const SOCIAL_IMAGE_PATH = "/social.png";
export const SOCIAL_IMAGE_SIZE = { width: 1200, height: 630 } as const;

export interface Page {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly main: Markup;
  /** schema.org nodes of this page. */
  readonly graph?: readonly object[];
  /** Loads the search script. */
  readonly searches?: boolean;
  readonly isArticle?: boolean;
  /** Not for search engines, such as the 404 page. */
  readonly isHidden?: boolean;
  readonly compression?: Rendered["compression"];
}

const MENU = [
  ["/reviews/", "Reviews"],
  ["/summary/", "Summary"],
  ["/technicians/", "Technicians"],
  ["/services/", "Services"],
  ["/areas/", "Areas"],
  ["/topics/", "Topics"],
  ["/developers/", "Developers"],
] as const;

const MAX_DESCRIPTION = 155;

/** A whole page around its main part. */
export function laidOut({ site, templates }: Surroundings, page: Page): Rendered {
  const { business, publishing, baseUrl } = site;
  const graph = page.graph?.length ? { "@context": "https://schema.org", "@graph": page.graph } : undefined;
  const title = page.path === "/" ? publishing.title : `${page.title} · ${business.name}`;
  const html = templates.fill("layout.eta", {
    business,
    publishing,
    title,
    heading: page.title,
    description: oneLine(page.description, MAX_DESCRIPTION),
    main: page.main,
    url: baseUrl + page.path,
    image: {
      url: baseUrl + SOCIAL_IMAGE_PATH,
      ...SOCIAL_IMAGE_SIZE,
      says: `The mean rating of ${business.name}, in stars`,
    },
    jsonLd: graph && jsonScript(graph),
    searches: page.searches ?? false,
    isArticle: page.isArticle ?? false,
    isHidden: page.isHidden ?? false,
    menu: MENU.map(([path, name]) => ({ path, name, isCurrent: page.path.startsWith(path) })),
  });
  const body = Buffer.from(html.toString());
  const { compression } = page;
  return { path: page.path, mediaType: HTML_TYPE, body, ...(compression && { compression }) };
}
