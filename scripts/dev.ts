import { basePathOf, publishedPathOf } from "../model/base-url.ts";
import { watch } from "node:fs";
import { randomInt } from "node:crypto";
import type { RequestListener, ServerResponse } from "node:http";
import type { BuildConfig } from "../build/config.ts";
import { BUILT_IN_TEMPLATES } from "../build/load/templates.ts";
import { runCommand } from "../build/run-command.ts";
import { heldBytes } from "../runtime/artifacts/stored-bytes.ts";
import type { Sidecar } from "../runtime/sidecar.ts";
import { AUDIT_PATH, serveAuditPage } from "./audit/page.ts";
import type { AuditDocuments } from "./audit/questions.ts";
import { buildLocal, serveLocally } from "./local.ts";

const USAGE = `usage: npm run dev [-- --allow-shrink]

Serves like npm start, rebuilds when the content changes, and reloads open pages. PORT chooses another port.
--allow-shrink publishes even far fewer reviews than the last release has.
`;

const SCRIPT_PATH = "/__dev/reload.js";
const EVENTS_PATH = "/__dev/events";
const SCRIPT = `new EventSource("${EVENTS_PATH}").onmessage = () => location.reload();`;
/** Editors save a file in several writes: rebuild once after the last. */
const DEBOUNCE_MS = 80;

await runCommand(main, USAGE);

async function main(args: readonly string[]): Promise<number> {
  const pages = new Set<ServerResponse>();
  const listenerOf = (started: Sidecar, { contentFolder }: BuildConfig): RequestListener =>
    withAudit(started, contentFolder, withReload(started, pages));
  const { baseUrl, config, sidecar } = await serveLocally(args, listenerOf);
  process.stdout.write(
    `\nserving on ${baseUrl}, watching ${config.contentFolder}; Ctrl+C stops it.\naudit verdicts: ${new URL(AUDIT_PATH, baseUrl).href}\n`,
  );
  rebuildOnChange(config, async () => {
    await sidecar.reload();
    for (const page of pages) page.write("data: changed\n\n");
  });
  return 0;
}

/** Rebuilds when a file of the content or a built-in template changes, one build at a time, and then calls `onBuilt`. */
function rebuildOnChange(config: BuildConfig, onBuilt: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined;
  let rebuilding = Promise.resolve();
  for (const folder of [config.contentFolder, BUILT_IN_TEMPLATES])
    watch(folder, { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        rebuilding = rebuilding.then(rebuild);
      }, DEBOUNCE_MS);
    });

  async function rebuild(): Promise<void> {
    const rejected = await buildLocal(config);
    if (rejected.length === 0) await onBuilt();
    else process.stderr.write(`${rejected.join("\n")}\nthe last valid release stays published\n`);
  }
}

/** Serves the page on which the owner audits verdicts. */
function withAudit(sidecar: Sidecar, content: string, next: RequestListener): RequestListener {
  const parsed = (path: string): unknown => {
    const artifact = sidecar.release?.artifacts.get(path);
    return artifact && JSON.parse(heldBytes(artifact.representations[0].bytes).toString("utf8"));
  };
  const ports = {
    content,
    documents: (): AuditDocuments | undefined => {
      const insights = parsed("/insights.json") as AuditDocuments["insights"] | undefined;
      const { reviews = [] } = (parsed("/reviews.json") ?? {}) as Partial<AuditDocuments>;
      return insights && { insights, reviews };
    },
    clock: () => Date.now(),
    newSeed: () => randomInt(2 ** 32),
  };
  return (request, response) => {
    if (request.url?.split("?")[0] !== AUDIT_PATH) return next(request, response);
    serveAuditPage(request, response, ports).catch((error: unknown) => response.destroy(error as Error));
  };
}

/** Adds the reload script to every page. */
function withReload(sidecar: Sidecar, pages: Set<ServerResponse>): RequestListener {
  return (request, response) => {
    const path = request.url?.split("?")[0] ?? "/";
    if (path === SCRIPT_PATH) {
      response.writeHead(200, { "content-type": "text/javascript" }).end(SCRIPT);
      return;
    }
    if (path === EVENTS_PATH) {
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      response.write(": open\n\n");
      pages.add(response);
      response.on("close", () => pages.delete(response));
      return;
    }
    const published = publishedPathOf(basePathOf(sidecar.baseUrl ?? ""), path);
    const artifact = sidecar.release?.artifacts.get(published ?? "");
    if (request.method !== "GET" || !artifact?.mediaType.startsWith("text/html")) {
      sidecar.listener(request, response);
      return;
    }
    const html = heldBytes(artifact.representations[0].bytes).toString("utf8");
    response.writeHead(200, { "content-type": artifact.mediaType, "cache-control": "no-store" });
    response.end(html.replace("</body>", `<script src="${SCRIPT_PATH}"></script></body>`));
  };
}
