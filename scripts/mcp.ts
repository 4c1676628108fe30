import { folderSource } from "../runtime/artifacts/folder.ts";
import { ReleaseStore } from "../runtime/artifacts/release-store.ts";
import { readRuntimeConfig } from "../runtime/config.ts";
import { CurrentRelease } from "../runtime/current-release.ts";
import { serveStdio } from "../runtime/mcp/protocol/sessions.ts";

/** `npm run --silent mcp` serves the tools over standard input and output, from the built folder DIST_DIR. */
const RELOAD_MS = 2000;

const settings = readRuntimeConfig(process.env);
if (!settings.ok) leave(2, settings.error.join("\n"));
const { distDir, baseUrl } = settings.value;
const releaseStore = new ReleaseStore(folderSource(distDir));
let current: CurrentRelease | undefined;
releaseStore.onRelease((release) => {
  current = new CurrentRelease(release, baseUrl);
});
const loaded = await releaseStore.reload();
if (!loaded.ok) leave(1, `${loaded.error}\nRun npm run build first; DIST_DIR names its folder.`);
const poll = setInterval(() => void releaseStore.reload(), RELOAD_MS);
await serveStdio(
  { documents: () => current, onFault: (error) => process.stderr.write(`${String(error)}\n`) },
  process.stdin,
  process.stdout,
);
clearInterval(poll);

function leave(status: number, message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(status);
}
