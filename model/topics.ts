import { urlOf } from "./base-url.ts";

/** The three WebSub topics (spec section 6.1). All three change with a release. */
export const TOPICS = [
  { path: "/feed.xml", mediaType: "application/atom+xml; charset=utf-8" },
  { path: "/api/feed.json", mediaType: "application/json; charset=utf-8" },
  { path: "/reviews.json", mediaType: "application/json; charset=utf-8" },
] as const;

export type TopicPath = (typeof TOPICS)[number]["path"];

export const HUB_PATH = "/api/websub/hub";

export function isTopicPath(path: string): path is TopicPath {
  return TOPICS.some((topic) => topic.path === path);
}

/** Value of the `Link` header of a topic. Self comes first: some subscribers read only the first relation. */
export function topicLinks(baseUrl: string, path: TopicPath): string {
  return `<${urlOf(baseUrl, path)}>; rel="self", <${urlOf(baseUrl, HUB_PATH)}>; rel="hub"`;
}
