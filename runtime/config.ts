import { err, ok, type Result } from "../model/result.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface RuntimeConfig {
  readonly port: number;
  readonly host: string;
  /** Public origin; undefined means the one that the manifest carries. */
  readonly baseUrl: string | undefined;
  readonly distDir: string;
  /** Reads releases from here instead of distDir. */
  readonly artifactOrigin: string | undefined;
  readonly pollSeconds: number;
  /** Key of the signed session ids; undefined means a random one. */
  readonly mcpSessionKey: string | undefined;
  /** Origins that may call /mcp from a page, beside our own and loopback; `*` is any. */
  readonly mcpAllowedOrigins: readonly string[];
  readonly metricsPort: number | undefined;
  /** Names that look like ours and are not: told at start. */
  readonly unknown: readonly string[];
}

interface Setting<T> {
  readonly fallback: T;
  readonly parse: (raw: string) => T | undefined;
  /** What a good value looks like, for the message. */
  readonly wanted: string;
}

const text: Setting<string>["parse"] = (raw) => raw;

const whole =
  (min: number, max: number): Setting<number>["parse"] =>
  (raw) => {
    const value = Number(raw);
    return /^\d+$/.test(raw) && value >= min && value <= max ? value : undefined;
  };

const origin: Setting<string | undefined>["parse"] = (raw) =>
  /^https?:\/\/[^/?#\s]+\/?$/.test(raw) ? raw.replace(/\/$/, "") : undefined;

const secret: Setting<string | undefined>["parse"] = (raw) => (raw.length >= 32 ? raw : undefined);

const origins: Setting<readonly string[]>["parse"] = (raw) => {
  const read = raw.split(",").map((one) => (one.trim() === "*" ? "*" : origin(one.trim())));
  return read.every((one) => one !== undefined) ? read : undefined;
};

/** Every variable that the sidecar reads: name, default, and what it takes. */
const SETTINGS = {
  PORT: { fallback: 3000, parse: whole(0, 65_535), wanted: "a port, 0 to 65535" } satisfies Setting<number>,
  HOST: { fallback: "127.0.0.1", parse: text, wanted: "an address" } satisfies Setting<string>,
  BASE_URL: {
    fallback: undefined,
    parse: origin,
    wanted: "an origin such as https://reviews.example.org",
  } satisfies Setting<string | undefined>,
  DIST_DIR: { fallback: "dist", parse: text, wanted: "a folder" } satisfies Setting<string>,
  ARTIFACT_ORIGIN: {
    fallback: undefined,
    parse: origin,
    wanted: "an origin such as https://cdn.example.org",
  } satisfies Setting<string | undefined>,
  HUB_POLL_SECONDS: {
    fallback: 2,
    parse: whole(1, 3600),
    wanted: "whole seconds, 1 to 3600",
  } satisfies Setting<number>,
  MCP_SESSION_KEY: {
    fallback: undefined,
    parse: secret,
    wanted: "a secret of at least 32 letters",
  } satisfies Setting<string | undefined>,
  MCP_ALLOWED_ORIGINS: {
    fallback: [],
    parse: origins,
    wanted: "origins such as https://app.example.org, separated by commas, or *",
  } satisfies Setting<readonly string[]>,
  METRICS_PORT: {
    fallback: undefined,
    parse: whole(0, 65_535),
    wanted: "a port, 0 to 65535",
  } satisfies Setting<number | undefined>,
} as const;

export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS);

const OUR_PREFIXES = /^(HUB_|MCP_|DIST_|ARTIFACT_|METRICS_)/;

/** Reads the environment once. The error lists every problem, one line each. */
export function readRuntimeConfig(env: Environment): Result<RuntimeConfig, readonly string[]> {
  const problems: string[] = [];
  const read = <T>(name: string, { fallback, parse, wanted }: Setting<T>): T => {
    const raw = env[name];
    if (raw === undefined || raw === "") return fallback;
    const value = parse(raw);
    const got = name === "MCP_SESSION_KEY" ? "" : ` (got "${raw}")`;
    if (value === undefined) problems.push(`${name} must be ${wanted}${got}`);
    return value ?? fallback;
  };
  const config: RuntimeConfig = {
    port: read<number>("PORT", SETTINGS.PORT),
    host: read<string>("HOST", SETTINGS.HOST),
    baseUrl: read<string | undefined>("BASE_URL", SETTINGS.BASE_URL),
    distDir: read<string>("DIST_DIR", SETTINGS.DIST_DIR),
    artifactOrigin: read<string | undefined>("ARTIFACT_ORIGIN", SETTINGS.ARTIFACT_ORIGIN),
    pollSeconds: read<number>("HUB_POLL_SECONDS", SETTINGS.HUB_POLL_SECONDS),
    mcpSessionKey: read<string | undefined>("MCP_SESSION_KEY", SETTINGS.MCP_SESSION_KEY),
    mcpAllowedOrigins: read<readonly string[]>("MCP_ALLOWED_ORIGINS", SETTINGS.MCP_ALLOWED_ORIGINS),
    metricsPort: read<number | undefined>("METRICS_PORT", SETTINGS.METRICS_PORT),
    unknown: Object.keys(env).filter((name) => OUR_PREFIXES.test(name) && !SETTING_NAMES.includes(name)),
  };
  return problems.length > 0 ? err(problems) : ok(config);
}
