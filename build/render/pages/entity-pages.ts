import { ENTITY_KINDS, type EntityKind } from "../../../model/entities.ts";
import type {
  EntityInsight,
  PolarityCounts,
  TechnicianInsight,
  TopicInsight,
} from "../../../model/insights.ts";
import type { Review } from "../../../model/review.ts";
import type { Rendered } from "../rendered.ts";
import { meanStars } from "./charts.ts";
import { bars } from "./home.ts";
import { breadcrumbs } from "./json-ld.ts";
import { laidOut } from "./layout.ts";
import { ENTITY_FOLDERS, type Publication } from "./publication.ts";
import { reviewCard } from "./review-card.ts";
import { counted, grouped, spelledDate, stars } from "./wording.ts";

const NEWEST = 20;
export const TOPICS_FOLDER = "/topics/";

const TITLES: Readonly<Record<EntityKind, readonly [one: string, many: string, intro: string]>> = {
  technicians: ["Technician", "Technicians", "Who came, as customers name them in their reviews."],
  services: ["Service", "Services", "What was done, as customers name it in their reviews."],
  service_areas: ["Area", "Areas", "Where the work was, as customers name it in their reviews."],
};

/** Pages of technicians, services and areas, and a list of each kind. */
export function* entityPages(publication: Publication): Generator<Rendered> {
  const { insights, site } = publication;
  for (const kind of ENTITY_KINDS) {
    const newest = newestBy(publication.reviews, ({ mentions }) => mentions[kind]);
    const [one, many, intro] = TITLES[kind];
    const folder = ENTITY_FOLDERS[kind];
    const ranked = insights.entities[kind].toSorted((a, b) => b.mention_count - a.mention_count);
    yield overview(publication, { folder, title: many, intro, ranked });
    for (const entity of insights.entities[kind]) {
      const description = `${entity.name}, ${site.business.name}: ${mentionLine(entity)}.`;
      const trail = [
        [many, folder],
        [entity.name, `${folder}${entity.id}/`],
      ] as const;
      yield subject(publication, {
        kicker: one,
        name: entity.name,
        path: `${folder}${entity.id}/`,
        description,
        trail,
        naming: `name ${entity.name}`,
        reviews: newest.get(entity.id) ?? [],
        subject: entity,
        search:
          kind === "service_areas"
            ? null
            : { name: kind === "services" ? "mentions_service" : "mentions_technician", value: entity.id },
      });
    }
  }
}

/** Pages of what reviews are about, and a list of them. */
export function* topicPages(publication: Publication): Generator<Rendered> {
  const { insights, site, reviews } = publication;
  const newest = newestBy(reviews, ({ id }) => {
    const reading = insights.per_review[id];
    return reading === undefined || "skipped" in reading ? [] : reading.topics;
  });
  const named = insights.topics.map((topic) => ({ ...topic, name: capitalised(topic.label) }));
  yield overview(publication, {
    folder: TOPICS_FOLDER,
    title: "Topics",
    intro: "Words that come up again and again in the reviews, beyond technicians, services and areas.",
    ranked: named,
  });
  for (const topic of named) {
    const path = topicPath(topic);
    yield subject(publication, {
      kicker: "Topic",
      name: topic.name,
      path,
      description: `Reviews of ${site.business.name} that speak of ${topic.label}: ${mentionLine(topic)}.`,
      trail: [
        ["Topics", TOPICS_FOLDER],
        [topic.name, path],
      ],
      naming: `speak of “${topic.label}”`,
      reviews: newest.get(topic.id) ?? [],
      subject: topic,
      search: null,
    });
  }
}

export const topicPath = ({ id }: TopicInsight): string => `${TOPICS_FOLDER}${encodeURIComponent(id)}/`;

const capitalised = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1);

interface Named {
  readonly id: string;
  readonly name: string;
  readonly mention_count: number;
  readonly rating_value: number | null;
}

interface Overview {
  readonly folder: string;
  readonly title: string;
  readonly intro: string;
  readonly ranked: readonly Named[];
}

function overview(publication: Publication, { folder, title, intro, ranked }: Overview): Rendered {
  const main = publication.templates.fill("entities.eta", {
    title,
    intro,
    rows: ranked.map((entity) => ({
      name: entity.name,
      path: `${folder}${encodeURIComponent(entity.id)}/`,
      count: counted(entity.mention_count, "review"),
      rating: entity.rating_value?.toFixed(2) ?? null,
      stars: stars(Math.round(entity.rating_value ?? 0)),
    })),
  });
  return laidOut(publication, { path: folder, title, description: intro, main });
}

interface Subject {
  readonly kicker: string;
  readonly name: string;
  readonly path: string;
  readonly description: string;
  readonly trail: readonly (readonly [name: string, path: string])[];
  /** What a review of it does, such as "name Ada". */
  readonly naming: string;
  readonly reviews: readonly Review[];
  readonly subject: (EntityInsight & Pick<TechnicianInsight, "sentiment">) | (TopicInsight & Named);
  /** The search that finds all of them. */
  readonly search: { readonly name: string; readonly value: string } | null;
}

function subject(publication: Publication, page: Subject): Rendered {
  const { reviews, subject: counts } = page;
  const main = publication.templates.fill("entity.eta", {
    ...page,
    total: grouped(counts.mention_count),
    count: counted(counts.mention_count, "review"),
    rating: counts.rating_value?.toFixed(2) ?? null,
    stars: meanStars(counts.rating_value ?? 0),
    bars: "distribution" in counts && counts.mention_count > 0 ? bars(counts) : null,
    since: "first_mention" in counts && counts.first_mention ? spelledDate(counts.first_mention) : null,
    said: "sentiment" in counts && counts.sentiment ? said(counts.sentiment) : null,
    cards: reviews.map((review) => reviewCard(publication, review)),
    isCut: reviews.length < counts.mention_count,
  });
  const graph = [breadcrumbs(publication.site, page.trail)];
  return laidOut(publication, {
    path: page.path,
    title: page.name,
    description: page.description,
    main,
    graph,
  });
}

function said({ positive_count, negative_count, mixed_count, neutral_count }: PolarityCounts): string {
  return `${positive_count} praise, ${negative_count} criticise, ${mixed_count} do both, ${neutral_count} only mention.`;
}

function mentionLine({ mention_count, rating_value }: Pick<Named, "mention_count" | "rating_value">): string {
  const mean = rating_value === null ? "" : `, mean rating ${rating_value.toFixed(2)} of 5`;
  return `named in ${counted(mention_count, "verified review")}${mean}`;
}

/** The newest reviews of each id, in one pass over all. */
function newestBy(
  reviews: readonly Review[],
  idsOf: (review: Review) => readonly string[],
): Map<string, Review[]> {
  const newest = new Map<string, Review[]>();
  for (const review of reviews) {
    for (const id of idsOf(review)) {
      const kept = newest.get(id) ?? [];
      if (kept.length < NEWEST) newest.set(id, [...kept, review]);
    }
  }
  return newest;
}
