import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { err, ok, type Result } from "../model/result.ts";

/** An OpenAI-compatible endpoint. Never asked unless the environment names one. */
export interface AnnotatorConfig {
  readonly url: string;
  readonly model: string;
  readonly key: string | undefined;
}

export interface BuildConfig {
  readonly content: string;
  readonly out: string;
  /** Overrides the origin in business.json. */
  readonly baseUrl: string | undefined;
  /** A manifest to carry Last-Modified forward from, when `out` holds none. */
  readonly previous: string | undefined;
  /** Where readings of texts are kept from build to build, if anywhere. */
  readonly cache: string | undefined;
  /** A language model to label texts with, if the environment names one. */
  readonly annotator: AnnotatorConfig | undefined;
  /** Threads that make pages; undefined for as many as pay. */
  readonly threads: number | undefined;
  readonly json: boolean;
  /** Tell the hub afterwards. */
  readonly ping: boolean;
  /** Moment of the build, for bytes that moved. */
  readonly now: Date;
}

export const USAGE = `usage: npm run build -- [options]

  --content DIR    what to publish            (default content)
  --out DIR        where to publish it        (default dist)
  --base-url URL   public origin              (default: publishing.base_url of business.json)
  --previous FILE  manifest.json of the live release, where the folder itself is not kept between builds
  --ping           tell the hub (publishing.sidecar_url, else the origin) to look for the new release
  --cache DIR      where to keep what was read in the texts (default .cache beside the content)
  --no-cache       read all texts again, and keep nothing
  --threads N      threads that make pages (default: the processor's cores, at most 4; none for few reviews)
  --json           print the summary as one JSON object
  --help           print this

exit status: 0 done, 1 content refused or nothing published, 2 usage
SOURCE_DATE_EPOCH, in seconds, replaces the clock.
INSIGHTS_LLM_URL and INSIGHTS_LLM_MODEL name an OpenAI-compatible service that labels texts, with INSIGHTS_LLM_KEY
if it wants one. Without them nothing is sent anywhere.
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
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** Reads arguments and environment; the error says what is wrong with them. `help` asks for the usage only. */
export function readBuildConfig(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  clock: () => Date,
): Result<BuildConfig | "help", string> {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS, strict: true });
    if (values.help) return ok("help");
    const baseUrl = values["base-url"]?.replace(/\/$/, "");
    if (baseUrl !== undefined && !/^https?:\/\/[^/?#\s]+$/.test(baseUrl)) {
      return err(`--base-url must be an origin such as https://reviews.example.org (got "${baseUrl}")`);
    }
    const { threads } = values;
    if (threads !== undefined && !/^(?:\d|1[0-6])$/.test(threads))
      return err(`--threads must be a number from 0 to 16 (got "${threads}")`);
    const now = moment(env["SOURCE_DATE_EPOCH"], clock);
    if (now === undefined)
      return err(`SOURCE_DATE_EPOCH must be whole seconds (got "${env["SOURCE_DATE_EPOCH"]}")`);
    const annotator = readAnnotator(env);
    if (!annotator.ok) return annotator;
    return ok({
      content: values.content,
      out: values.out,
      baseUrl,
      previous: values.previous,
      cache: values["no-cache"] ? undefined : (values.cache ?? join(dirname(values.content), ".cache")),
      annotator: annotator.value,
      threads: threads === undefined ? undefined : Number(threads),
      json: values.json,
      ping: values.ping,
      now,
    });
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

function moment(epoch: string | undefined, clock: () => Date): Date | undefined {
  if (epoch === undefined || epoch === "") return clock();
  return /^\d{1,11}$/.test(epoch) ? new Date(Number(epoch) * 1000) : undefined;
}

function readAnnotator(
  env: Readonly<Record<string, string | undefined>>,
): Result<AnnotatorConfig | undefined, string> {
  const { INSIGHTS_LLM_URL: url, INSIGHTS_LLM_MODEL: model, INSIGHTS_LLM_KEY: key } = env;
  if (!url && !model) return ok(undefined);
  if (!url || !model) return err("INSIGHTS_LLM_URL and INSIGHTS_LLM_MODEL must be set together");
  const isHttp = /^https?:$/.test(URL.parse(url)?.protocol ?? "");
  if (!isHttp) return err(`INSIGHTS_LLM_URL must be an http or https URL (got "${url}")`);
  return ok({ url, model, key: key || undefined });
}
