import { Eta } from "eta";
import type { AggregateRating } from "../../model/business.ts";
import type { Content } from "../../model/content.ts";
import { err, ok, type Result } from "../../model/result.ts";
import type { Review } from "../../model/review.ts";
import { describe, type Site } from "./feed-entry.ts";
import { HTML_TYPE, type Rendered } from "./rendered.ts";

const NEWEST_ON_INDEX = 20;

const eta = new Eta({ autoEscape: true, cache: false });

/** The plain index, the 404 page and their style. The error names the template that is broken. */
export function pages(
  site: Site,
  content: Content,
  reviews: readonly Review[],
  aggregate: AggregateRating,
): Result<Rendered[], string> {
  const { business, publishing, baseUrl } = site;
  const { templates, summary } = content;
  const page = { business, publishing, baseUrl, description: describe(site), summary };
  const index = {
    ...page,
    aggregate,
    bars: bars(aggregate),
    newest: reviews.slice(0, NEWEST_ON_INDEX),
    stars,
  };
  const home = fill(templates, "index.eta", index);
  const missing = fill(templates, "404.eta", page);
  if (!home.ok) return home;
  if (!missing.ok) return missing;
  return ok([
    { path: "/", mediaType: HTML_TYPE, body: home.value },
    { path: "/404.html", mediaType: HTML_TYPE, body: missing.value },
    {
      path: "/style.css",
      mediaType: "text/css; charset=utf-8",
      body: Buffer.from(templates["style.css"] ?? ""),
    },
  ]);
}

function fill(templates: Content["templates"], name: string, values: object): Result<Buffer, string> {
  try {
    return ok(Buffer.from(eta.renderString(templates[name] ?? "", values)));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    return err(`templates/${name}: ${reason}`);
  }
}

const stars = (rating: number): string => "★".repeat(rating) + "☆".repeat(5 - rating);

/** Rows of the distribution, best first. */
function bars({
  distribution,
  review_count,
}: AggregateRating): { stars: number; count: number; of: number }[] {
  return ([5, 4, 3, 2, 1] as const).map((rating) => ({
    stars: rating,
    count: distribution[`${rating}`],
    of: Math.max(review_count, 1),
  }));
}
