import { topicLinks, type TopicPath, TOPICS } from "../model/topics.ts";
import type { Release } from "./artifacts/release.ts";
import type { TopicContent } from "./hub/deliver.ts";
import type { TopicRelease } from "./hub/dispatcher.ts";

/** True if the hub would deliver the same bytes, from the same files. */
export const hasSameContent = ({ contents }: TopicRelease, { artifacts }: Release): boolean =>
  TOPICS.every(({ path }) => contents.get(path)?.body === artifacts.get(path)?.representations[0].bytes);

/** The content of all topics in a release. */
export function topicRelease({ artifacts }: Release, baseUrl: string): TopicRelease {
  const contents = new Map<TopicPath, TopicContent>();
  for (const { path } of TOPICS) {
    const artifact = artifacts.get(path);
    if (artifact === undefined) continue;
    const { bytes: body, etag } = artifact.representations[0];
    const { mediaType, lastModifiedAt: modifiedAt } = artifact;
    contents.set(path, {
      body,
      etag,
      mediaType,
      modifiedAt,
      links: topicLinks(baseUrl, path),
    });
  }
  return { baseUrl, contents };
}
