import { watch } from "node:fs";
import type { RequestListener, ServerResponse } from "node:http";
import { buildLocal, leave, listenLocally, localSidecar, readLocal } from "./local.ts";

/** `npm run dev`: serves like `npm start`, builds again when content changes, and reloads open pages. */
const SCRIPT_PATH = "/__dev/reload.js";
const EVENTS_PATH = "/__dev/events";
const SCRIPT = `new EventSource("${EVENTS_PATH}").onmessage = () => location.reload();`;
/** An editor writes a file in several steps. */
const SETTLE_MS = 80;

const { baseUrl, port, config, settings } = await readLocal();
const problems = await buildLocal(config);
if (problems.length > 0) leave(1, problems);

const sidecar = localSidecar(settings);
const pages = new Set<ServerResponse>();
await sidecar.start();
await listenLocally(withReload(sidecar.listener), port);
process.stdout.write(`\nserving on ${baseUrl}, watching ${config.contentFolder}; Ctrl+C stops it.\n`);

let timer: NodeJS.Timeout | undefined;
let rebuilding = Promise.resolve();
watch(config.contentFolder, { recursive: true }, () => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    rebuilding = rebuilding.then(rebuild);
  }, SETTLE_MS);
});

async function rebuild(): Promise<void> {
  const refused = await buildLocal(config);
  if (refused.length > 0) {
    process.stderr.write(`${refused.join("\n")}\nthe last good release stays\n`);
    return;
  }
  await sidecar.reload();
  for (const page of pages) page.write("data: changed\n\n");
}

/** Pages get one script more, here only. */
function withReload(next: RequestListener): RequestListener {
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
      next(request, response);
      return;
    }
    const html = artifact.representations[0].bytes.toString("utf8");
    response.writeHead(200, { "content-type": artifact.mediaType, "cache-control": "no-store" });
    response.end(html.replace("</body>", `<script src="${SCRIPT_PATH}"></script></body>`));
  };
}
