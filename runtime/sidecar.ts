import type { RequestListener } from "node:http";
import { folderSource } from "./artifacts/folder.ts";
import { originSource } from "./artifacts/origin.ts";
import type { Release } from "./artifacts/release.ts";
import { ReleaseStore } from "./artifacts/release-store.ts";
import type { RuntimeConfig } from "./config.ts";
import { CurrentRelease } from "./current-release.ts";
import { createRoutes, type Route } from "./http/app.ts";
import { healthRoutes } from "./http/health.ts";
import { hubRoutes } from "./http/hub.ts";
import { searchRoutes } from "./http/search.ts";
import { createListener } from "./http/listener.ts";
import { createMcpListener } from "./http/mcp.ts";
import { Views } from "./http/views.ts";
import type { Log } from "./log.ts";
import { networkList } from "./hub/callback/networks.ts";
import { McpEndpoint } from "./mcp/protocol/endpoint.ts";
import { SessionIds } from "./mcp/protocol/session-id.ts";
import { Metrics } from "./metrics.ts";
import { Websub } from "./websub.ts";

export interface SidecarPorts {
  readonly log: Log;
  readonly clock: () => number;
  readonly fetchUrl: typeof fetch;
  readonly randomBytes: (size: number) => Buffer;
}

/** All parts of the running process, wired; it neither listens nor reads the environment. */
export class Sidecar {
  readonly listener: RequestListener;
  readonly metrics = new Metrics();
  readonly #releaseStore: ReleaseStore;
  readonly #log: Log;
  readonly #config: RuntimeConfig;
  readonly #clock: () => number;
  readonly #websub: Websub;
  #views: Views | undefined;
  #current: CurrentRelease | undefined;
  readonly #mcp: McpEndpoint;
  #isDraining = false;
  #drained: Promise<void> | undefined;
  #poll: NodeJS.Timeout | undefined;
  #lastRefusal = "";

  constructor(config: RuntimeConfig, { log, clock, fetchUrl, randomBytes }: SidecarPorts) {
    this.#config = config;
    this.#log = log;
    this.#clock = clock;
    const { artifactOrigin, distDir } = config;
    this.#releaseStore = new ReleaseStore(
      artifactOrigin === undefined ? folderSource(distDir) : originSource(artifactOrigin, fetchUrl),
    );
    this.#releaseStore.onRelease((release) => this.#show(release));
    this.#websub = new Websub(config.hub, {
      log,
      clock,
      metrics: this.metrics,
      reload: () => void this.reload(),
    });
    this.metrics.gauge(
      "release_artifacts",
      "Artifacts of the loaded release",
      () => this.#releaseStore.release?.artifacts.size ?? 0,
    );
    this.metrics.gauge("release_refused", "1 while the newest release is refused", () =>
      this.#lastRefusal === "" ? 0 : 1,
    );
    const onFault = (error: unknown): void =>
      log.error("fault", { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    this.#mcp = new McpEndpoint(
      { publication: () => this.#current?.publication, onFault },
      new SessionIds(config.mcpSessionKey, randomBytes),
    );
    this.metrics.gauge("mcp_streams", "Open subscriptions/listen streams", () => this.#mcp.streams.size);
    const answers = this.metrics.counter("http_responses_total", "Answers by status");
    const next = createRoutes({
      routes: this.#routes(),
      onFault,
      notFoundPage: () => this.#releaseStore.release?.artifacts.get("/404.html")?.forms[0].bytes,
    });
    this.listener = createListener({
      views: () => this.#views,
      mcp: createMcpListener(this.#mcp, {
        baseUrl: () => this.baseUrl,
        allowedOrigins: config.mcpAllowedOrigins,
        allowedHosts: config.mcpAllowedHosts,
      }),
      next,
      isDraining: () => this.#isDraining,
      clock,
      count: (status) => answers({ status: String(status) }),
    });
  }

  get release(): Release | undefined {
    return this.#releaseStore.release;
  }

  /** The public origin: as configured, else as the release was built for. */
  get baseUrl(): string | undefined {
    return this.#config.baseUrl ?? this.#releaseStore.release?.manifest.base_url;
  }

  /** Loads the first release, opens the hub, and begins to look for the next releases. */
  async start(): Promise<void> {
    await this.reload();
    await this.#websub.start();
    this.#poll = setInterval(() => void this.reload(), this.#config.pollSeconds * 1000);
  }

  /** Looks for a new release. A refused one is logged once, and the old one stays. */
  async reload(): Promise<void> {
    const reloaded = await this.#releaseStore.reload();
    const { release, baseUrl } = this;
    if (release !== undefined && baseUrl !== undefined) await this.#websub.announce(release, baseUrl);
    if (reloaded.ok) {
      this.#lastRefusal = "";
      return;
    }
    if (reloaded.error !== this.#lastRefusal) this.#log.warn("release-refused", { reason: reloaded.error });
    this.#lastRefusal = reloaded.error;
  }

  /** From now on not ready; answers ask clients to close their connections. */
  stop(): void {
    this.#isDraining = true;
    clearInterval(this.#poll);
    this.#drained = this.#websub.drain();
    this.#mcp.streams.close();
  }

  /** Finishes what is on its way to subscribers and closes the hub's database. */
  async close(): Promise<void> {
    await this.#drained;
    await this.#websub.close();
  }

  #show(release: Release): void {
    const { release: id, base_url, artifacts } = release.manifest;
    const views = new Views(release, this.#config.baseUrl ?? base_url);
    this.#views = views;
    const current = new CurrentRelease(release, this.#config.baseUrl);
    this.#current = current;
    this.#mcp.streams.released();
    // What search and `since` need can wait for a quiet moment; a request that comes first prepares it itself.
    setImmediate(() => {
      views.warm();
      if (this.#current === current) current.warm();
    });
    this.#log.info("release-loaded", { release: id, artifacts: Object.keys(artifacts).length });
  }

  #routes(): Route[] {
    return [
      ...searchRoutes(
        () => this.#current?.searchable,
        () => this.#clock(),
      ),
      ...hubRoutes({
        hub: () => this.#websub.hub,
        isTrustedProxy: networkList(this.#config.trustedProxies),
        onFault: (error) => this.#websub.fault(error),
      }),
      ...healthRoutes(() => !this.#isDraining && this.#releaseStore.release !== undefined),
    ];
  }
}
