import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { CODINGS, fileOf, type Manifest, MANIFEST_PATH } from "../../model/manifest.ts";
import { JSON_TYPE } from "../../build/render/rendered-file.ts";
import type { DeployLayout, DeployObject, DeployPlan, LiveRelease } from "./target.ts";

/** Compares the release in a folder with the live one. */
export function planDeploy(
  { folder, manifest, maxOlder }: Pick<DeployPlan, "folder" | "manifest" | "maxOlder">,
  live: LiveRelease,
  layout: DeployLayout,
): DeployPlan {
  const objects = objectsOf(manifest, layout);
  for (const coding of CODINGS) {
    const file = fileOf(MANIFEST_PATH, coding);
    if (!existsSync(join(folder, file))) objects.delete(file);
  }
  const before =
    live.manifest === undefined
      ? new Map<string, DeployObject>()
      : objectsOf(live.manifest, live.layout ?? layout);
  const isKept = (key: string): boolean =>
    before.get(key)?.digest === objects.get(key)?.digest && !live.uncertain.has(key);
  const keys = [...objects.keys()];
  const known = new Set([...before.keys(), ...live.uncertain]);
  return {
    folder,
    manifest,
    live,
    uploads: new Map([...objects].filter(([key]) => !isKept(key))),
    removals: [...known].filter((key) => !objects.has(key)).toSorted(),
    kept: keys.filter(isKept),
    maxOlder,
  };
}

export const bytesOf = ({ folder }: Pick<DeployPlan, "folder">, { file }: DeployObject): number =>
  statSync(join(folder, file)).size;

/** Everything that a target stores of a release, by key: artifacts first, then segments, the manifest last. */
export function objectsOf(manifest: Manifest, layout: DeployLayout): Map<string, DeployObject> {
  const objects = new Map<string, DeployObject>();
  const add = (
    path: string,
    encodings: Parameters<DeployLayout["keyOf"]>[1],
    { coding, mediaType, digest }: Pick<DeployObject, "coding" | "mediaType" | "digest">,
  ): void => {
    const key = layout.keyOf(path, encodings, coding);
    if (key === undefined) return;
    const stored = `${fileOf(path, coding)} ${mediaType} ${digest}`;
    objects.set(key, { file: fileOf(path, coding), path, mediaType, coding, digest: stored });
  };
  const timeOf = (lastModified: string): string => (layout.keepsTimes ? ` ${lastModified}` : "");
  for (const [path, artifact] of Object.entries(manifest.artifacts)) {
    const { encodings, etag, media_type: mediaType } = artifact;
    const time = timeOf(artifact.last_modified);
    add(path, encodings, { coding: undefined, mediaType, digest: etag + time });
    for (const coding of CODINGS) {
      const encoded = encodings[coding];
      if (encoded) add(path, encodings, { coding, mediaType, digest: encoded.etag + time });
    }
  }
  for (const { path, sha256, last_modified } of manifest.segments)
    add(path, {}, { coding: undefined, mediaType: JSON_TYPE, digest: sha256 + timeOf(last_modified) });
  for (const coding of [...CODINGS, undefined])
    add(MANIFEST_PATH, {}, { coding, mediaType: JSON_TYPE, digest: manifest.release });
  return objects;
}
