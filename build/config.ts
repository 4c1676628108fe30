import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { BASE_URL_EXAMPLES, parseBaseUrl } from "../model/base-url.ts";
import { err, ok, type Result } from "../model/result.ts";

/** An OpenAI-compatible service. It is called only if the environment names one. */
export interface AnnotatorConfig {
  readonly url: string;
  readonly model: string;
  readonly key: string | undefined;
  /** Per million tokens. */
  readonly price: { readonly sent: number; readonly received: number } | undefined;
  /** In the currency of the price; texts over it are not sent. */
  readonly budget: number | undefined;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Tells the owner the price before anything is sent. */
  readonly notify: (line: string) => void;
}

export interface BuildConfig {
  readonly contentFolder: string;
  readonly outFolder: string;
  /** Overrides `publishing.base_url` of business.json. */
  readonly baseUrl: string | undefined;
  /** Replaces the origin of `publishing.base_url`, for a server on this machine; its path stays. */
  readonly localOrigin: string | undefined;
  /** The live manifest, from which Last-Modified is carried forward if `outFolder` has no release. */
  readonly previousManifestFile: string | undefined;
  /** Holds the text analysis cache; undefined disables it. */
  readonly cacheFolder: string | undefined;
  readonly annotator: AnnotatorConfig | undefined;
  /** Page worker threads; undefined chooses by cores and number of reviews. With 0 there is no thread at all. */
  readonly workerCount: number | undefined;
  /** Reads back every file of the new or the unchanged release, at any size, and rejects altered ones. */
  readonly verifiesAll: boolean;
  /** Reads every published file to find altered ones, at any size. */
  readonly repairsAll: boolean;
  /** Publishes even far fewer reviews than the last release has. */
  readonly allowsShrink: boolean;
  readonly printsJson: boolean;
  readonly pingsHub: boolean;
  /** Time of the build, used as Last-Modified of changed artifacts. */
  readonly now: Date;
  /** Time of the machine's clock, unlike `now`. A file written just before it may change again with the same timestamp. */
  readonly startedAt: Date;
}

type Environment = Readonly<Record<string, string | undefined>>;

export const USAGE = `usage: npm run build -- [options]

  --content DIR    content folder             (default content)
  --out DIR        published folder           (default dist)
  --base-url URL   public URL                 (default: publishing.base_url of business.json)
  --previous FILE  manifest.json of the live release, with manifest/ next to it, if the published folder is not kept
                   between builds
  --ping           ask the hub (publishing.sidecar_url, else the host) to check for the new release
  --cache DIR      folder of the text analysis cache (default .cache next to the content folder)
  --no-cache       analyze all texts again and write no cache
  --threads N      page worker threads, 0 to 16 (default: one per core, at most 4; none for few reviews)
  --verify         read back and parse every file before it is published (default: all but review pages, and as
                   many of those as 10 % of the build's time allow); with unchanged content, read every published
                   file, and exit with 1 if one was altered
  --repair         compare every published file with its digest, and replace the altered ones
  --allow-shrink   publish a release without reviews, with far fewer than the last one (by over five and 10 %), or
                   without the aspects that the last one has
  --json           print the summary as one JSON object
  --help           print this

exit status: 0 done, 1 content rejected or nothing published, 2 usage, 3 fault (--debug prints the stack)
SOURCE_DATE_EPOCH, in seconds, replaces the clock.
INSIGHTS_LLM_URL and INSIGHTS_LLM_MODEL name an OpenAI-compatible service that labels texts, and INSIGHTS_LLM_KEY
its key, if it needs one. Without them no text is sent anywhere. INSIGHTS_LLM_PRICE=IN/OUT, per million tokens, shows
the price of a run before it starts; INSIGHTS_LLM_BUDGET, in the same currency, limits it.
`;

const OPTIONS = {
  content: { type: "string", default: "content" },
  out: { type: "string", default: "dist" },
  "base-url": { type: "string" },
  previous: { type: "string" },
  ping: { type: "boolean", default: false },
  cache: { type: "string" },
  "no-cache": { type: "boolean", default: false },
  threads: { type: "string" },
  verify: { type: "boolean", default: false },
  repair: { type: "boolean", default: false },
  "allow-shrink": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** Reads arguments and environment. The error is a message for the user; "help" means that --help was given. */
export function readBuildConfig(
  args: readonly string[],
  env: Environment,
  clock: () => Date,
): Result<BuildConfig | "help", string> {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS, strict: true });
    if (values.help) return ok("help");
    const { content, out, previous, threads, json, ping } = values;
    const { "base-url": writtenUrl } = values;
    const baseUrl = writtenUrl === undefined ? undefined : parseBaseUrl(writtenUrl);
    if (baseUrl === undefined && writtenUrl !== undefined)
      return err(`--base-url must be a URL such as ${BASE_URL_EXAMPLES} (got "${writtenUrl}")`);
    if (threads !== undefined && !/^(?:\d|1[0-6])$/.test(threads))
      return err(`--threads must be a number from 0 to 16 (got "${threads}")`);
    const { SOURCE_DATE_EPOCH: epoch = "" } = env;
    if (!/^\d{0,11}$/.test(epoch)) return err(`SOURCE_DATE_EPOCH must be whole seconds (got "${epoch}")`);
    const annotator = readAnnotator(env);
    const startedAt = clock();
    if (!annotator.ok) return annotator;
    return ok({
      contentFolder: content,
      outFolder: out,
      baseUrl,
      localOrigin: undefined,
      previousManifestFile: previous,
      cacheFolder: values["no-cache"] ? undefined : (values.cache ?? join(dirname(content), ".cache")),
      annotator: annotator.value,
      workerCount: threads === undefined ? undefined : Number(threads),
      verifiesAll: values.verify,
      repairsAll: values.repair,
      allowsShrink: values["allow-shrink"],
      printsJson: json,
      pingsHub: ping,
      now: epoch === "" ? startedAt : new Date(Number(epoch) * 1000),
      startedAt,
    });
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

function readAnnotator(env: Environment): Result<AnnotatorConfig | undefined, string> {
  const { INSIGHTS_LLM_URL: url, INSIGHTS_LLM_MODEL: model, INSIGHTS_LLM_KEY: key } = env;
  if (!url && !model) return ok(undefined);
  if (!url || !model) return err("INSIGHTS_LLM_URL and INSIGHTS_LLM_MODEL must be set together");
  const isHttp = /^https?:$/.test(URL.parse(url)?.protocol ?? "");
  if (!isHttp) return err(`INSIGHTS_LLM_URL must be an http or https URL (got "${url}")`);
  const { INSIGHTS_LLM_PRICE: writtenPrice, INSIGHTS_LLM_BUDGET: writtenBudget } = env;
  const [sent, received] = (writtenPrice ?? "").split("/").map(amountOf);
  if (writtenPrice && (sent === undefined || received === undefined))
    return err(
      `INSIGHTS_LLM_PRICE must be IN/OUT per million tokens, such as 0.15/0.60 (got "${writtenPrice}")`,
    );
  const budget = amountOf(writtenBudget ?? "");
  if (writtenBudget && budget === undefined)
    return err(`INSIGHTS_LLM_BUDGET must be an amount, such as 1.50 (got "${writtenBudget}")`);
  if (budget !== undefined && !writtenPrice) return err("INSIGHTS_LLM_BUDGET needs INSIGHTS_LLM_PRICE");
  return ok({
    url,
    model,
    key: key || undefined,
    price: sent === undefined || received === undefined ? undefined : { sent, received },
    budget,
    sleep: setTimeout,
    notify: (line) => process.stderr.write(`${line}\n`),
  });
}

const amountOf = (written: string): number | undefined =>
  /^\d{1,9}(?:\.\d{1,6})?$/.test(written) ? Number(written) : undefined;
