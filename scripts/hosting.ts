/** `npm run hosting`: prints the configuration of a server, or systemd units. Described in docs/operations.md. */
import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "../build/run-command.ts";
import { BASE_URL_EXAMPLES, parseBaseUrl } from "../model/base-url.ts";
import { fileOf, MANIFEST_PATH } from "../model/manifest.ts";
import { caddyConfiguration } from "./hosting/caddy.ts";
import { nginxConfiguration } from "./hosting/nginx.ts";
import type { ServerSettings } from "./hosting/server-settings.ts";
import { systemdUnits } from "./hosting/systemd.ts";

const USAGE = `usage: npm run --silent hosting -- SERVER [options]
       npm run --silent hosting -- systemd [UNIT] [--root DIR]

Prints a configuration of SERVER, nginx or caddy, for the site in dist/: TLS, HTTP/2, types, headers, compression, limits,
and the sidecar's paths. With systemd, prints units that run this tool in this folder, or UNIT alone:
reviews-sidecar.service, reviews-sync.service and reviews-sync.timer, which starts the sync each night.

  --out DIR            published folder, whose manifest names the base URL (default dist)
  --base-url URL       base URL, if it is not that of the manifest
  --root DIR           the published folder on the server (default /srv/reviews/dist)
  --sidecar HOST:PORT  the sidecar, as the server reaches it (default 127.0.0.1:3000); repeat it for each sidecar
  --certificate FILE   the certificate with its chain, and
  --key FILE           its key. Without them nginx reads those of certbot, and Caddy gets its own
  --brotli             this nginx has the module ngx_http_brotli_static
  --help               print this

exit: 0 done, 1 refused, 2 usage, 3 fault (--debug prints the stack)
`;

const SERVERS: Readonly<Record<string, (settings: ServerSettings) => string>> = {
  nginx: nginxConfiguration,
  caddy: caddyConfiguration,
};

/** Values must be single words: a space, brace or semicolon would end them, and systemd expands `%` and `$`. */
const FILE = /^\/[\w./@+-]+$/;
const ADDRESS = /^[\w.-]+:\d+$|^\[[\da-fA-F:]+\]:\d+$/;

/** Folders that ProtectHome hides from the units. */
const HIDDEN = /^\/(?:home|root|run\/user)(?:\/|$)/;

await runCommand(main, USAGE);

function main(args: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      out: { type: "string", default: "dist" },
      "base-url": { type: "string" },
      root: { type: "string", default: "/srv/reviews/dist" },
      sidecar: { type: "string", multiple: true, default: ["127.0.0.1:3000"] },
      certificate: { type: "string" },
      key: { type: "string" },
      brotli: { type: "boolean", default: false },
    },
  });
  const { out, root, sidecar: sidecars, certificate, key, brotli } = values;
  if (positionals[0] === "systemd") return printUnits(positionals.slice(1), root);
  const server = SERVERS[positionals[0] ?? ""];
  if (server === undefined || positionals.length > 1)
    return refuse(2, `name a server: ${Object.keys(SERVERS).join(", ")} or systemd\n\n${USAGE}`);
  if ((certificate === undefined) !== (key === undefined))
    return refuse(2, `--certificate and --key must be given together\n\n${USAGE}`);
  const badFile = refuseFiles([root, certificate ?? root, key ?? root]);
  if (badFile !== undefined) return badFile;
  const badAddress = sidecars.find((address) => !ADDRESS.test(address));
  if (badAddress !== undefined)
    return refuse(2, `--sidecar must be HOST:PORT, such as 127.0.0.1:3000 (got "${badAddress}")\n`);
  const named = values["base-url"] ?? baseUrlOf(out);
  if (named === undefined)
    return refuse(1, `${out}: holds no release; run npm run build first, or name the --base-url\n`);
  const baseUrl = parseBaseUrl(named);
  if (baseUrl === undefined)
    return refuse(2, `--base-url must be a URL such as ${BASE_URL_EXAMPLES} (got "${named}")\n`);
  const tls = certificate === undefined || key === undefined ? undefined : { certificate, key };
  process.stdout.write(server({ baseUrl, root: root.replace(/\/$/, ""), sidecars, tls, brotli }));
  return 0;
}

/** Prints all units, or the one that `names` names. */
function printUnits(names: readonly string[], root: string): number {
  const tool = join(import.meta.dirname, `tool${extname(import.meta.filename)}`);
  const paths = { folder: process.cwd(), root: root.replace(/\/$/, ""), node: process.execPath, tool };
  const badFile = refuseFiles(Object.values(paths));
  if (badFile !== undefined) return badFile;
  const units = systemdUnits(paths);
  const [name] = names;
  if (names.length > 1 || (name !== undefined && !Object.hasOwn(units, name)))
    return refuse(2, `name one unit: ${Object.keys(units).join(", ")}\n\n${USAGE}`);
  for (const hidden of Object.values(paths).filter((path) => HIDDEN.test(path)))
    process.stderr.write(
      `warning: ${hidden}: systemd units cannot read home folders; move it, for example to /srv/reviews\n`,
    );
  process.stdout.write(name === undefined ? Object.values(units).join("\n") : (units[name] ?? ""));
  return 0;
}

function refuseFiles(files: readonly string[]): number | undefined {
  const badFile = files.find((file) => !FILE.test(file));
  if (badFile === undefined) return undefined;
  return refuse(2, `"${badFile}" must be an absolute path of letters, digits and . _ @ + -\n`);
}

function refuse(status: number, message: string): number {
  process.stderr.write(message);
  return status;
}

function baseUrlOf(out: string): string | undefined {
  const file = join(out, fileOf(MANIFEST_PATH));
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, "utf8")) as { base_url: string }).base_url;
}
