import { basePathOf } from "../model/base-url.ts";
import type { RequestListener } from "node:http";
import { folderSource } from "./artifacts/folder.ts";
import { originSource } from "./artifacts/origin.ts";
import type { Release } from "./artifacts/release.ts";
import { ReleaseStore } from "./artifacts/release-store.ts";
import type { RuntimeConfig } from "./config.ts";
import { isWithheldPage } from "../model/review.ts";
import { CurrentRelease } from "./current-release.ts";
import { clientAddress } from "./http/client-address.ts";
import { healthRoutes } from "./http/health.ts";
import { hubRoute } from "./http/hub.ts";
import { createListener } from "./http/listener.ts";
import { createMcpListener } from "./http/mcp.ts";
import { createRoutes } from "./http/routes.ts";
import { searchRoute } from "./http/search.ts";
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

/** All parts of the running process, wired together. Does not listen and does not read the environment. */
export class Sidecar {
  readonly listener: RequestListener;
  readonly metrics = new Metrics();
  readonly #releaseStore: ReleaseStore;
  readonly #log: Log;
  readonly #configuredBaseUrl: string | undefined;
  readonly #pollMs: number;
  readonly #isRemote: boolean;
  readonly #websub: Websub;
  readonly #mcp: McpEndpoint;
  #views: Views | undefined;
  #basePath: string;
  #current: CurrentRelease | undefined;
  #isDraining = false;
  #drained: Promise<void> | undefined;
  #poll: NodeJS.Timeout | undefined;
  #lastReloadError = "";

  constructor(config: RuntimeConfig, { log, clock, fetchUrl, randomBytes }: SidecarPorts) {
    const { artifactOrigin, distDir, mcpSessionKey, trustedProxies } = config;
    this.#log = log;
    this.#configuredBaseUrl = config.baseUrl;
    this.#basePath = basePathOf(config.baseUrl ?? "");
    this.#pollMs = config.pollSeconds * 1000;
    this.#isRemote = artifactOrigin !== undefined;
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
    const onFault = (error: unknown): void =>
      log.error("fault", { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    this.#mcp = new McpEndpoint(
      { documents: () => this.#current, onFault },
      new SessionIds(mcpSessionKey, randomBytes),
    );
    this.#addGauges();
    const clientOf = clientAddress(networkList(trustedProxies));
    const responses = this.metrics.counter("http_responses_total", "Answers by status");
    const routes = createRoutes({
      routes: [
        searchRoute(() => this.#current?.searchable, clock),
        hubRoute({
          hub: () => this.#websub.hub,
          clientOf,
          onFault: (error) => this.#websub.fault(error),
        }),
        ...healthRoutes({
          reads: () => !this.#isDraining && this.release !== undefined,
          hub: () => !this.#isDraining && this.#websub.isReady,
        }),
      ],
      onFault,
      isLoaded: () => this.release !== undefined,
      isGone: (path) => isWithheldPage(path, this.release?.withheldDigests),
      notFoundPage: () => this.release?.artifacts.get("/404.html")?.representations[0].bytes,
    });
    this.listener = createListener({
      views: () => this.#views,
      basePath: () => this.#basePath,
      mcp: createMcpListener(
        this.#mcp,
        {
          baseUrl: () => this.baseUrl,
          allowedOrigins: config.mcpAllowedOrigins,
          allowedHosts: config.mcpAllowedHosts,
        },
        clientOf,
      ),
      routes,
      isDraining: () => this.#isDraining,
      clock,
      count: (status) => responses({ status: String(status) }),
    });
  }

  /** @internal */
  get release(): Release | undefined {
    return this.#releaseStore.release;
  }

  /** The public URL: as configured, or as the release was built for. */
  get baseUrl(): string | undefined {
    return this.#configuredBaseUrl ?? this.release?.manifest.base_url;
  }

  /**
   * Loads the first release, opens the hub, and starts to poll for new releases. An origin may be slow or silent, so its
   * first release arrives later.
   */
  async start(): Promise<void> {
    const loading = this.reload();
    if (!this.#isRemote) await loading;
    await this.#websub.start();
    this.#poll = setInterval(() => void this.reload(), this.#pollMs);
  }

  /** Looks for a new release. A refused one is logged once, and the old one stays. */
  async reload(): Promise<void> {
    const reloaded = await this.#releaseStore.reload();
    const { release, baseUrl } = this;
    if (release !== undefined && baseUrl !== undefined) await this.#websub.announce(release, baseUrl);
    const reason = reloaded.ok ? "" : reloaded.error;
    if (reason !== "" && reason !== this.#lastReloadError) this.#log.warn("release-refused", { reason });
    this.#lastReloadError = reason;
  }

  /** Stops being ready. From now on responses ask clients to close their connections. */
  stop(): void {
    this.#isDraining = true;
    clearInterval(this.#poll);
    this.#drained = this.#websub.drain();
  }

  /** Ends the listen streams. Later than `stop`, so that a balancer sends their clients to another sidecar. */
  endStreams(): void {
    this.#mcp.streams.close();
  }

  /** Waits for deliveries in flight and closes the hub's database. */
  async close(): Promise<void> {
    await this.#drained;
    await this.#websub.close();
  }

  #show(release: Release): void {
    const { release: id, base_url, artifacts } = release.manifest;
    const baseUrl = this.#configuredBaseUrl ?? base_url;
    this.#basePath = basePathOf(baseUrl);
    this.#views = new Views(release, baseUrl);
    this.#current = new CurrentRelease(release, this.#configuredBaseUrl);
    this.#mcp.streams.released();
    this.#log.info("release-loaded", { release: id, artifacts: Object.keys(artifacts).length });
  }

  #addGauges(): void {
    const { metrics } = this;
    const artifacts = (): number => this.release?.artifacts.size ?? 0;
    const isRefused = (): number => (this.#lastReloadError === "" ? 0 : 1);
    metrics.gauge("release_artifacts", "Artifacts of the loaded release", artifacts);
    metrics.gauge("release_refused", "1 while the newest release is refused", isRefused);
    metrics.gauge("mcp_streams", "Open subscriptions/listen streams", () => this.#mcp.streams.size);
  }
}
