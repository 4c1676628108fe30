import { runCommand } from "../build/run-command.ts";
import { buildLocal, exitWith, listenLocally, localSidecar, readLocal } from "./local.ts";

const USAGE = `usage: npm start [-- --allow-shrink]

Builds content/ for http://localhost:3000 and serves it there. PORT chooses another port; docs/operations.md lists
all settings. --allow-shrink publishes even far fewer reviews than the last release has.
`;

await runCommand(main, USAGE);

async function main(args: readonly string[]): Promise<number> {
  const { baseUrl, port, config, settings } = await readLocal(args);
  const problems = await buildLocal(config);
  if (problems.length > 0) exitWith(1, problems);

  const sidecar = localSidecar(settings);
  await sidecar.start();
  await listenLocally(sidecar.listener, port);

  const paths = [
    "/",
    "/reviews.json",
    "/insights.json",
    "/api/feed.json",
    "/feed.xml",
    "/api/reviews/search?rating=1",
    "/openapi.json",
    "/mcp (POST, for agents)",
  ];
  process.stdout.write(
    `\nserving on ${baseUrl}\n${paths.map((path) => `  ${baseUrl}${path}\n`).join("")}\nCtrl+C stops it.\n`,
  );
  return 0;
}
