import { urlOf } from "../../model/base-url.ts";
import { existsSync, readdirSync, readFileSync, type Dirent } from "node:fs";
import { join, relative } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { ERASED_FILE } from "../../build/load/reviews.ts";
import { check } from "../../model/check.ts";
import { MANIFEST_PATH, manifestSchema } from "../../model/manifest.ts";
import { reviewPath } from "../../model/review.ts";
import { withSegments } from "../../model/segments.ts";
import { decoded, jsonOf, type SendRequest } from "../doctor/request.ts";
import { findTraces, type Trace } from "./trace.ts";

export interface SearchReport {
  /** One line per place: its name and the number of files. */
  readonly searched: string[];
  /** Files and URLs with a trace, and those that could not be searched. */
  readonly left: string[];
}

/** Searches every file below the folders: hidden files, every release and every content coding. Follows no link. */
export function searchFolders(folders: readonly string[], traces: readonly Trace[]): SearchReport {
  const report: SearchReport = { searched: [], left: [] };
  for (const folder of folders) {
    const files = existsSync(folder) ? filesBelow(folder) : [];
    for (const file of files) {
      const labels = searchFile(folder, file, traces);
      if (labels.length > 0) report.left.push(`${file}: still contains the ${labels.join(", ")}`);
    }
    report.searched.push(`${folder}: ${existsSync(folder) ? `${files.length} files` : "does not exist"}`);
  }
  return report;
}

function filesBelow(folder: string): string[] {
  const entries: Dirent[] = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name !== ERASED_FILE)
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** The path counts as well: the page of a review is named after its id. */
function searchFile(folder: string, file: string, traces: readonly Trace[]): string[] {
  const path = Buffer.from(`${relative(folder, file)}\n`);
  return findTraces(Buffer.concat([path, decodedFile(file, readFileSync(file))]), traces);
}

function decodedFile(file: string, bytes: Buffer): Buffer {
  try {
    if (file.endsWith(".gz")) return gunzipSync(bytes);
    return file.endsWith(".br") ? brotliDecompressSync(bytes) : bytes;
  } catch {
    return bytes;
  }
}

const checkManifest = check(manifestSchema);

/** Fetches the manifest and every artifact of a live site, and the pages that the erased reviews had. */
export async function searchSite(
  baseUrl: string,
  send: SendRequest,
  ids: readonly string[],
  traces: readonly Trace[],
): Promise<SearchReport> {
  const report: SearchReport = { searched: [], left: [] };
  const url = (path: string): string => urlOf(baseUrl, path);
  const root = checkManifest(jsonOf(await send(MANIFEST_PATH)));
  if (!root.ok) {
    report.left.push(`${url(MANIFEST_PATH)}: is not a manifest, so nothing there was searched`);
    return report;
  }
  const { manifest, unreadable } = await withSegments(root.value, async (path) => decoded(await send(path)));
  for (const path of unreadable)
    report.left.push(
      `${url(path)}: is not the segment that the manifest lists; its artifacts were not searched`,
    );
  const segments = manifest.segments.map(({ path }) => path);
  const paths = [MANIFEST_PATH, ...segments, ...Object.keys(manifest.artifacts)];
  for (const path of paths) {
    const response = await send(path);
    const body = response.status === 200 ? decoded(response) : undefined;
    if (body === undefined) report.left.push(`${url(path)}: responded ${response.status}; not searched`);
    else {
      const labels = findTraces(Buffer.concat([Buffer.from(`${path}\n`), body]), traces);
      if (labels.length > 0) report.left.push(`${url(path)}: still contains the ${labels.join(", ")}`);
    }
  }
  for (const id of ids) {
    const { status } = await send(reviewPath(id));
    if (status !== 404 && status !== 410)
      report.left.push(`${url(reviewPath(id))}: responded ${status}, expected 404; purge the CDN`);
  }
  report.searched.push(`${baseUrl}: ${paths.length} artifacts and ${ids.length} removed pages`);
  return report;
}
