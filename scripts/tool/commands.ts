/** One entry of the tool's table: help, completion and the table in docs/tool.md come from it. */
interface ToolCommand {
  readonly summary: string;
  /** Loads the module of the command, which reads `process.argv` and runs. */
  readonly run: () => Promise<unknown>;
}

/** The commands of the package `verified-reviews`, in the order in which an owner meets them. */
export const COMMANDS: Readonly<Record<string, ToolCommand>> = {
  init: { summary: "make a folder for the reviews of a business", run: () => import("../init.ts") },
  import: { summary: "import reviews from an export", run: () => import("../import.ts") },
  policy: { summary: "list the reviews that are not published, and why", run: () => import("../policy.ts") },
  build: { summary: "publish the content to dist/", run: () => import("../../build/main.ts") },
  start: { summary: "build, and serve on this machine", run: () => import("../start.ts") },
  dev: { summary: "serve, and rebuild whenever a file is saved", run: () => import("../dev.ts") },
  deploy: { summary: "make the release in dist/ live at its host", run: () => import("../deploy.ts") },
  rollback: { summary: "make the previous release live again", run: () => import("../rollback.ts") },
  sync: { summary: "import what sources.json lists, build and deploy", run: () => import("../sync.ts") },
  hosting: {
    summary: "print a configuration for nginx, Caddy or systemd",
    run: () => import("../hosting.ts"),
  },
  doctor: { summary: "examine a live site", run: () => import("../doctor.ts") },
  erase: { summary: "remove reviews from content, caches and releases", run: () => import("../erase.ts") },
  learn: { summary: "choose the topics, and learn the weights of words", run: () => import("../learn.ts") },
  audit: { summary: "measure how often the verdicts are right", run: () => import("../audit.ts") },
  eject: { summary: "copy a built-in template into the content", run: () => import("../eject.ts") },
  upgrade: {
    summary: "migrate older content, and show what changed in ejected templates",
    run: () => import("../upgrade.ts"),
  },
  sidecar: {
    summary: "serve search, MCP and the hub",
    run: () => import("../../runtime/main.ts"),
  },
  hub: { summary: "show and change single subscriptions", run: () => import("../hub.ts") },
  backup: { summary: "back up the hub's database while it is in use", run: () => import("../backup.ts") },
  mcp: { summary: "serve the MCP tools over standard input and output", run: () => import("../mcp.ts") },
  completion: {
    summary: "print a script that completes commands in bash, zsh or fish",
    run: async () => {
      const { complete } = await import("./completion.ts");
      await complete(Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary] as const));
    },
  },
};
