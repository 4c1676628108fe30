import { parseOrigin } from "../model/base-url.ts";
import { err, ok, type Result } from "../model/result.ts";
import type { HubPolicy } from "./hub/policy.ts";
import { setting, readWhole, whole, text, baseUrl, list, cidrs, port, httpsUrl } from "./setting.ts";

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

export interface RuntimeConfig {
  readonly port: number;
  readonly host: string;
  /** Public URL; undefined selects the one in the manifest. */
  readonly baseUrl: string | undefined;
  readonly distDir: string;
  /** Base URL to read releases from, instead of distDir. */
  readonly artifactOrigin: string | undefined;
  readonly pollSeconds: number;
  /** Signs session ids; undefined selects a random key. */
  readonly mcpSessionKey: string | undefined;
  /** Origins whose pages may call /mcp, in addition to our own and loopback; `*` allows any. */
  readonly mcpAllowedOrigins: readonly string[];
  /** Host names by which /mcp may be called, in addition to BASE_URL's and loopback. */
  readonly mcpAllowedHosts: readonly string[];
  readonly metricsPort: number | undefined;
  /** Time for balancers to notice: requests are still answered that long after SIGTERM. */
  readonly drainSeconds: number;
  /** CIDR blocks of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  readonly hub: HubPolicy;
  /** Variables with one of our prefixes that are not settings; logged at start. */
  readonly unknownNames: readonly string[];
}

const YEAR_SECONDS = 31_536_000;

/** Every environment variable that the sidecar reads, with its default and its valid values. */
export const SETTINGS = {
  PORT: whole(3000, 0, 65_535, "a port"),
  HOST: text("127.0.0.1", "an address"),
  BASE_URL: baseUrl,
  DIST_DIR: text("dist", "a folder"),
  ARTIFACT_ORIGIN: baseUrl,
  MCP_SESSION_KEY: setting<string | undefined>(
    undefined,
    (raw) => (raw.length >= 32 ? raw : undefined),
    "a secret of at least 32 characters",
  ),
  MCP_ALLOWED_ORIGINS: list<string>(
    [],
    (raw) => (raw === "*" ? "*" : parseOrigin(raw)),
    "origins such as https://app.example.org, separated by commas, or *",
  ),
  MCP_ALLOWED_HOSTS: list<string>(
    [],
    (raw) => (/^[a-z0-9.-]+$/i.test(raw) ? raw.toLowerCase() : undefined),
    "host names such as sidecar.example.org, separated by commas",
  ),
  METRICS_PORT: setting<number | undefined>(
    undefined,
    (raw) => readWhole(raw, 0, 65_535),
    "a port, 0 to 65535",
  ),
  DRAIN_SECONDS: whole(5, 0, 300, "whole seconds"),
  TRUSTED_PROXIES: cidrs,
  HUB_POLL_SECONDS: whole(2, 1, 3600, "whole seconds"),
  HUB_DATABASE: text("data/hub.sqlite", "a file, or postgres://..."),
  HUB_DEFAULT_LEASE_SECONDS: whole(864_000, 1, YEAR_SECONDS, "whole seconds"),
  HUB_MIN_LEASE_SECONDS: whole(3600, 1, YEAR_SECONDS, "whole seconds"),
  HUB_MAX_LEASE_SECONDS: whole(2_592_000, 1, YEAR_SECONDS, "whole seconds"),
  HUB_RETRY_DELAYS: list([300, 3600], (raw) => readWhole(raw, 1, 3600), "whole seconds, such as 300,3600"),
  HUB_MAX_FAILURES: whole(3, 0, 100, "a number of failures"),
  HUB_ALLOW_CALLBACK_NETWORKS: cidrs,
  HUB_CONTROL_URL: httpsUrl,
  HUB_NAME_SERVERS: list<string>(
    [],
    (raw) => (/^(\d+\.\d+\.\d+\.\d+(:\d+)?|\[[\da-f:]+\](:\d+)?)$/i.test(raw) ? raw : undefined),
    "addresses such as 192.0.2.53,192.0.2.54:5353,[2001:db8::53]",
  ),
  HUB_CALLBACK_PORTS: setting<readonly number[] | "any">(
    [443, 8443],
    (raw) => (raw === "*" ? "any" : list([], port, "").parse(raw)),
    "ports such as 443,8443, or * for any",
  ),
  HUB_SUBSCRIBES_PER_MINUTE: whole(10, 1, 1_000_000, "requests"),
  HUB_VERIFICATIONS_PER_HOST_HOUR: whole(30, 1, 1_000_000, "requests"),
  HUB_MAX_PER_HOST: whole(20, 1, 1_000_000, "subscriptions"),
  HUB_MAX_PENDING: whole(1000, 1, 1_000_000, "requests"),
  HUB_MAX_SUBSCRIPTIONS: whole(100_000, 1, 10_000_000, "subscriptions"),
  HUB_CONCURRENCY: whole(64, 1, 1024, "requests at once"),
} as const;

type SettingName = keyof typeof SETTINGS;

export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS);

const OUR_PREFIXES = /^(HUB_|MCP_|DIST_|DRAIN_|ARTIFACT_|METRICS_|TRUSTED_)/;
/** Not a setting: a callback host never gets more concurrent requests, however many are due. */
const CONCURRENCY_PER_HOST = 2;
const IDLE_MS = 1000;

/** Reads the environment once. The error lists every problem, one line each. */
export function readRuntimeConfig(env: EnvironmentVariables): Result<RuntimeConfig, readonly string[]> {
  const problems: string[] = [];
  const read = <Key extends SettingName>(name: Key): (typeof SETTINGS)[Key]["fallback"] => {
    const { fallback, parse, expected } = SETTINGS[name];
    const raw = env[name];
    if (raw === undefined || raw === "") return fallback;
    const value = parse(raw);
    const got = name === "MCP_SESSION_KEY" ? "" : ` (got "${raw}")`;
    if (value === undefined) problems.push(`${name} must be ${expected}${got}`);
    return value ?? fallback;
  };
  const hub: HubPolicy = {
    database: read("HUB_DATABASE"),
    defaultLeaseSeconds: read("HUB_DEFAULT_LEASE_SECONDS"),
    minLeaseSeconds: read("HUB_MIN_LEASE_SECONDS"),
    maxLeaseSeconds: read("HUB_MAX_LEASE_SECONDS"),
    retryDelaysSeconds: read("HUB_RETRY_DELAYS"),
    maxFailures: read("HUB_MAX_FAILURES"),
    allowedNetworks: read("HUB_ALLOW_CALLBACK_NETWORKS"),
    controlUrl: read("HUB_CONTROL_URL"),
    nameServers: read("HUB_NAME_SERVERS"),
    callbackPorts: read("HUB_CALLBACK_PORTS"),
    subscribesPerMinute: read("HUB_SUBSCRIBES_PER_MINUTE"),
    verificationsPerHostHour: read("HUB_VERIFICATIONS_PER_HOST_HOUR"),
    maxPerHost: read("HUB_MAX_PER_HOST"),
    maxPending: read("HUB_MAX_PENDING"),
    maxSubscriptions: read("HUB_MAX_SUBSCRIPTIONS"),
    concurrency: read("HUB_CONCURRENCY"),
    concurrencyPerHost: CONCURRENCY_PER_HOST,
    idleMs: IDLE_MS,
  };
  if (hub.minLeaseSeconds > hub.maxLeaseSeconds) {
    problems.push("HUB_MIN_LEASE_SECONDS must not be more than HUB_MAX_LEASE_SECONDS");
  }
  const config: RuntimeConfig = {
    port: read("PORT"),
    host: read("HOST"),
    baseUrl: read("BASE_URL"),
    distDir: read("DIST_DIR"),
    artifactOrigin: read("ARTIFACT_ORIGIN"),
    pollSeconds: read("HUB_POLL_SECONDS"),
    mcpSessionKey: read("MCP_SESSION_KEY"),
    mcpAllowedOrigins: read("MCP_ALLOWED_ORIGINS"),
    mcpAllowedHosts: read("MCP_ALLOWED_HOSTS"),
    metricsPort: read("METRICS_PORT"),
    drainSeconds: read("DRAIN_SECONDS"),
    trustedProxies: read("TRUSTED_PROXIES"),
    hub,
    unknownNames: Object.keys(env).filter((name) => OUR_PREFIXES.test(name) && !SETTING_NAMES.includes(name)),
  };
  return problems.length > 0 ? err(problems) : ok(config);
}
