import { urlOf } from "../model/base-url.ts";
import { runCommand } from "../build/run-command.ts";
import { serveLocally } from "./local.ts";

const USAGE = `usage: npm start [-- --allow-shrink]

Builds content/ for http://localhost:3000 and serves it there. PORT chooses another port; docs/operations.md lists
all settings. --allow-shrink publishes even far fewer reviews than the last release has.
`;

await runCommand(main, USAGE);

async function main(args: readonly string[]): Promise<number> {
  const { baseUrl } = await serveLocally(args, ({ listener }) => listener);
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
    `\nserving on ${baseUrl}\n${paths.map((path) => `  ${urlOf(baseUrl, path)}\n`).join("")}\nCtrl+C stops it.\n`,
  );
  return 0;
}
