import { topicLinks, type TopicPath, TOPICS } from "../model/topics.ts";
import type { Release } from "./artifacts/release.ts";
import { type Bytes, StoredBytes } from "./artifacts/stored-bytes.ts";
import type { TopicContent } from "./hub/deliver.ts";
import type { TopicRelease } from "./hub/dispatcher.ts";

/** True if the hub would deliver the same bytes. */
export const hasSameContent = ({ contents }: TopicRelease, { artifacts }: Release): boolean =>
  TOPICS.every(({ path }) => contents.get(path)?.etag === artifacts.get(path)?.representations[0].etag);

/** The content of all topics in a release. */
export function topicRelease({ artifacts }: Release, baseUrl: string): TopicRelease {
  const contents = new Map<TopicPath, TopicContent>();
  for (const { path } of TOPICS) {
    const artifact = artifacts.get(path);
    if (artifact === undefined) continue;
    const { bytes, etag } = artifact.representations[0];
    const { mediaType, lastModifiedAt: modifiedAt } = artifact;
    contents.set(path, {
      body: bodyOf(bytes),
      etag,
      mediaType,
      modifiedAt,
      links: topicLinks(baseUrl, path),
    });
  }
  return { baseUrl, contents };
}

/** Stored bytes are read for the first delivery, and shared by all until the last one has ended. */
function bodyOf(bytes: Bytes): TopicContent["body"] {
  if (!(bytes instanceof StoredBytes)) return bytes;
  let read: WeakRef<Buffer> | undefined;
  return () => {
    const known = read?.deref();
    if (known !== undefined) return known;
    // The file was altered, and the next release is not loaded yet.
    const body = bytes.isIntact() ? bytes.read() : undefined;
    read = body && new WeakRef(body);
    return body;
  };
}
