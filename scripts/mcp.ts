import { refuseArguments, runCommand } from "../build/run-command.ts";
import { folderSource } from "../runtime/artifacts/folder.ts";
import { ReleaseStore } from "../runtime/artifacts/release-store.ts";
import { readRuntimeConfig } from "../runtime/config.ts";
import { CurrentRelease } from "../runtime/current-release.ts";
import { serveStdio } from "../runtime/mcp/protocol/sessions.ts";

const USAGE = `usage: npm run --silent mcp

Serves the MCP tools over standard input and output, from the published folder (DIST_DIR, dist by default).
`;

const RELOAD_MS = 2000;

await runCommand(main, USAGE);

async function main(args: readonly string[]): Promise<number> {
  refuseArguments(args);
  const settings = readRuntimeConfig(process.env);
  if (!settings.ok) {
    process.stderr.write(`${settings.error.join("\n")}\n`);
    return 2;
  }
  const { distDir, baseUrl } = settings.value;
  const releaseStore = new ReleaseStore(folderSource(distDir));
  let current: CurrentRelease | undefined;
  releaseStore.onRelease((release) => {
    current = new CurrentRelease(release, baseUrl);
  });
  const loaded = await releaseStore.reload();
  if (!loaded.ok) {
    process.stderr.write(`${loaded.error}\nRun npm run build first; DIST_DIR names its folder.\n`);
    return 1;
  }
  const poll = setInterval(() => void releaseStore.reload(), RELOAD_MS);
  await serveStdio(
    { documents: () => current, onFault: (error) => process.stderr.write(`${String(error)}\n`) },
    process.stdin,
    process.stdout,
  );
  clearInterval(poll);
  return 0;
}
