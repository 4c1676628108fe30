import { ENTITY_KINDS, type EntityKind } from "../../../model/entities.ts";
import type { TopicInsight } from "../../../model/insights.ts";
import type { Review } from "../../../model/review.ts";
import { reviewNoun } from "../claims.ts";
import type { RenderedFile } from "../rendered-file.ts";
import { meanStars } from "./charts.ts";
import { basisLine, mentionLine, personOf, type PersonRow, withoutStars } from "./entity-stars.ts";
import { bars } from "./home.ts";
import { breadcrumbs } from "./json-ld.ts";
import { layOut } from "./layout.ts";
import { ENTITY_FOLDERS, ENTITY_TITLES, type RenderInput, TOPICS_FOLDER } from "./render-input.ts";
import { reviewCard } from "./review-pages.ts";
import { capitalized, counted, grouped, spelledDate } from "./wording.ts";

const MAX_CARDS = 20;

const KIND_WORDS: Readonly<Record<EntityKind, readonly [kicker: string, intro: string]>> = {
  technicians: ["Team member", "Members of the team whom reviews name."],
  services: ["Service", "Services that reviews name, whether they were used or not."],
  service_areas: ["Area", "Places that reviews name."],
};

const SEARCH_PARAMETERS: Readonly<Record<EntityKind, string | null>> = {
  technicians: "mentions_technician",
  services: "mentions_service",
  service_areas: null,
};

/** Renders a page for every entity, and an overview of each kind that the business has. */
export function* entityPages(input: RenderInput): Generator<RenderedFile> {
  const { insights, site, reviews } = input;
  const noun = reviewNoun(site.policy);
  for (const kind of ENTITY_KINDS) {
    if (insights.entities[kind].length === 0) continue;
    const newest = newestBy(reviews, ({ mentions }) => mentions[kind]);
    const [kicker, intro] = KIND_WORDS[kind];
    const title = ENTITY_TITLES[kind];
    const folder = ENTITY_FOLDERS[kind];
    const search = SEARCH_PARAMETERS[kind];
    const ranked = insights.entities[kind]
      .filter(({ mention_count }) => mention_count > 0)
      .map((entity) => (kind === "technicians" ? withoutStars(entity) : entity))
      .toSorted((a, b) => b.mention_count - a.mention_count);
    yield overviewPage(input, { folder, title, intro, ranked });
    for (const row of insights.entities[kind]) {
      const entity = kind === "technicians" ? personOf(row) : row;
      yield subjectPage(input, {
        kicker,
        overview: [title, folder],
        description: `${entity.name}, ${site.business.name}: ${mentionLine(entity, noun)}.`,
        naming: `naming ${entity.name}`,
        reviews: newest.get(entity.id) ?? [],
        subject: entity,
        search: search === null ? null : `/api/reviews/search?${search}=${entity.id}&limit=100`,
      });
    }
  }
}

/** Renders an overview of the topics and a page for every topic. */
export function* topicPages(input: RenderInput): Generator<RenderedFile> {
  const { insights, findings, site, reviews } = input;
  const newest = newestBy(reviews, (_, place) => findings.topics[place] ?? []);
  const ranked = insights.topics.map((topic) => ({
    ...topic,
    name: capitalized(topic.label),
  }));
  const intro = "Words that several reviews share, beyond the names of people and places.";
  yield overviewPage(input, { folder: TOPICS_FOLDER, title: "Topics", intro, ranked });
  for (const topic of ranked) {
    yield subjectPage(input, {
      kicker: "Topic",
      overview: ["Topics", TOPICS_FOLDER],
      description: `Reviews of ${site.business.name}. ${topic.sentence}`,
      naming: `speaking of “${topic.label}”`,
      reviews: newest.get(topic.id) ?? [],
      subject: topic,
      search: null,
    });
  }
}

interface RankedSubject {
  readonly id: string;
  readonly name: string;
  readonly mention_count: number;
  readonly rating_value: number | null;
}

interface Overview {
  readonly folder: string;
  readonly title: string;
  readonly intro: string;
  readonly ranked: readonly RankedSubject[];
}

function overviewPage(input: RenderInput, { folder, title, intro, ranked }: Overview): RenderedFile {
  const main = input.templates.fill("entities.eta", {
    title,
    intro,
    rows: ranked.map((subject) => ({
      name: subject.name,
      path: subjectPath(folder, subject),
      count: counted(subject.mention_count, "review"),
      rating: subject.rating_value?.toFixed(2) ?? null,
      // Five stars would round the mean.
      stars: "★",
    })),
  });
  return layOut(input, { path: folder, title, description: intro, main });
}

const subjectPath = (folder: string, { id }: RankedSubject): string => `${folder}${encodeURIComponent(id)}/`;

interface SubjectDetails {
  readonly kicker: string;
  readonly overview: readonly [title: string, folder: string];
  readonly description: string;
  /** Completes "reviews ...", such as "naming Ada". */
  readonly naming: string;
  /** The newest reviews of the subject. */
  readonly reviews: readonly Review[];
  readonly subject: PersonRow | (TopicInsight & { readonly name: string });
  /** The search that finds all its reviews. */
  readonly search: string | null;
}

function subjectPage(input: RenderInput, details: SubjectDetails): RenderedFile {
  const { reviews, subject, overview, description } = details;
  const { name, mention_count, rating_value } = subject;
  const distribution = "distribution" in subject ? subject.distribution : null;
  const path = subjectPath(overview[1], subject);
  const trail = [overview, [name, path] as const];
  const main = input.templates.fill("entity.eta", {
    ...details,
    name,
    path,
    trail,
    // Templates that were ejected before say themselves what the mean is of.
    total: grouped(mention_count),
    count: counted(mention_count, "review"),
    rating: rating_value?.toFixed(2) ?? null,
    stars: meanStars(rating_value ?? 0),
    basis: basisLine(subject, details.naming),
    bars: distribution !== null && mention_count > 0 ? bars(distribution) : null,
    since: "first_mention" in subject && subject.first_mention ? spelledDate(subject.first_mention) : null,
    said: "sentiment" in subject ? (subject.sentence ?? null) : null,
    cards: reviews.map((review) => reviewCard(input, review)),
    isCut: reviews.length < mention_count,
  });
  return layOut(input, { path, title: name, description, main, graph: [breadcrumbs(input.site, trail)] });
}

/** Collects the newest reviews of each id in one pass. */
function newestBy(
  reviews: readonly Review[],
  idsOf: (review: Review, place: number) => readonly string[],
): Map<string, Review[]> {
  const newest = new Map<string, Review[]>();
  for (const [place, review] of reviews.entries()) {
    for (const id of idsOf(review, place)) {
      const cards = newest.get(id);
      if (cards === undefined) newest.set(id, [review]);
      else if (cards.length < MAX_CARDS) cards.push(review);
    }
  }
  return newest;
}
