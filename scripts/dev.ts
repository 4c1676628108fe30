import { watch } from "node:fs";
import type { RequestListener, ServerResponse } from "node:http";
import type { BuildConfig } from "../build/config.ts";
import { runCommand } from "../build/run-command.ts";
import type { Sidecar } from "../runtime/sidecar.ts";
import { buildLocal, exitWith, listenLocally, localSidecar, readLocal } from "./local.ts";

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
  const { baseUrl, port, config, settings } = await readLocal(args);
  const problems = await buildLocal(config);
  if (problems.length > 0) exitWith(1, problems);

  const sidecar = localSidecar(settings);
  const pages = new Set<ServerResponse>();
  await sidecar.start();
  await listenLocally(withReload(sidecar, pages), port);
  process.stdout.write(`\nserving on ${baseUrl}, watching ${config.contentFolder}; Ctrl+C stops it.\n`);
  rebuildOnChange(config, async () => {
    await sidecar.reload();
    for (const page of pages) page.write("data: changed\n\n");
  });
  return 0;
}

/** Rebuilds when a file of the content changes, one build at a time, and then calls `onBuilt`. */
function rebuildOnChange(config: BuildConfig, onBuilt: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined;
  let rebuilding = Promise.resolve();
  watch(config.contentFolder, { recursive: true }, () => {
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
    const artifact = sidecar.release?.artifacts.get(path);
    if (request.method !== "GET" || !artifact?.mediaType.startsWith("text/html")) {
      sidecar.listener(request, response);
      return;
    }
    const html = artifact.representations[0].bytes.toString("utf8");
    response.writeHead(200, { "content-type": artifact.mediaType, "cache-control": "no-store" });
    response.end(html.replace("</body>", `<script src="${SCRIPT_PATH}"></script></body>`));
  };
}
