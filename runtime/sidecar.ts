import { basePathOf } from "../model/base-url.ts";
import type { RequestListener } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { folderSource } from "./artifacts/folder.ts";
import { originSource } from "./artifacts/origin.ts";
import type { Release } from "./artifacts/release.ts";
import { ReleaseStore } from "./artifacts/release-store.ts";
import { heldBytes } from "./artifacts/stored-bytes.ts";
import type { RuntimeConfig } from "./config.ts";
import { isWithheldPage } from "../model/review.ts";
import { CurrentRelease } from "./current-release.ts";
import { clientAddress } from "./http/client-address.ts";
import { healthRoutes } from "./http/health.ts";
import { hubRoute } from "./http/hub.ts";
import { createListener } from "./http/listener.ts";
import { createRoutes } from "./http/routes.ts";
import { searchRoute } from "./http/search.ts";
import { Views } from "./http/views.ts";
import { LazyMcpEndpoint } from "./lazy-mcp-endpoint.ts";
import type { Log } from "./log.ts";
import { networkList } from "./hub/callback/networks.ts";
import { Metrics } from "./metrics.ts";
import type { Websub } from "./websub.ts";

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
  readonly #mcp: LazyMcpEndpoint;
  readonly #loadWebsub: () => Promise<Websub>;
  #websub: Websub | undefined;
  #views: Views | undefined;
  #basePath: string;
  #current: CurrentRelease | undefined;
  #isDraining = false;
  #drained: Promise<void> | undefined;
  #poll: NodeJS.Timeout | undefined;
  #lastReloadError = "";

  constructor(config: RuntimeConfig, { log, clock, fetchUrl, randomBytes }: SidecarPorts) {
    const { artifactOrigin, distDir, trustedProxies } = config;
    this.#log = log;
    this.#configuredBaseUrl = config.baseUrl;
    this.#basePath = basePathOf(config.baseUrl ?? "");
    this.#pollMs = config.pollSeconds * 1000;
    this.#isRemote = artifactOrigin !== undefined;
    this.#releaseStore = new ReleaseStore(
      artifactOrigin === undefined ? folderSource(distDir) : originSource(artifactOrigin, fetchUrl),
    );
    this.#releaseStore.onRelease((release) => this.#show(release));
    const onFault = (error: unknown): void =>
      log.error("fault", { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    this.#addGauges();
    const clientOf = clientAddress(networkList(trustedProxies));
    const baseUrl = (): string | undefined => this.baseUrl;
    this.#mcp = new LazyMcpEndpoint(config, {
      documents: () => this.#current,
      onFault,
      randomBytes,
      clientOf,
      baseUrl,
    });
    this.#loadWebsub = async () => {
      const { Websub } = await import("./websub.ts");
      return new Websub(config.hub, { log, clock, metrics: this.metrics, reload: () => void this.reload() });
    };
    const responses = this.metrics.counter("http_responses_total", "Answers by status");
    const routes = createRoutes({
      routes: [
        searchRoute(() => this.#current?.searchable, clock),
        hubRoute({
          hub: () => this.#websub?.hub,
          clientOf,
          onFault: (error) => this.#websub?.fault(error),
        }),
        ...healthRoutes({
          reads: () => !this.#isDraining && this.release !== undefined,
          hub: () => !this.#isDraining && this.#websub?.isReady === true,
        }),
      ],
      onFault,
      isLoaded: () => this.release !== undefined,
      isGone: (path) => isWithheldPage(path, this.release?.withheldDigests),
      notFoundPage: () => {
        const page = this.release?.artifacts.get("/404.html")?.representations[0].bytes;
        return page && heldBytes(page);
      },
    });
    this.listener = createListener({
      views: () => this.#views,
      basePath: () => this.#basePath,
      mcp: this.#mcp.listener,
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

  /** Loads the first release, and opens the hub and MCP. */
  async start(): Promise<void> {
    await this.load();
    await this.openEndpoints();
  }

  /**
   * Loads the first release and starts to poll for new ones. Artifacts and searches are answered from now on. An origin
   * may be slow or silent, so its first release arrives later.
   */
  async load(): Promise<void> {
    const loading = this.reload();
    if (!this.#isRemote) await loading;
    this.#poll = setInterval(() => void this.reload(), this.#pollMs);
  }

  /** Loads the code of MCP and of the hub, in turns of the loop between which requests are answered, and opens the hub. */
  async openEndpoints(): Promise<void> {
    await this.#mcp.load();
    await nextTurn();
    const websub = await this.#loadWebsub();
    await nextTurn();
    if (this.#isDraining) return;
    this.#websub = websub;
    await this.#announce();
    await websub.start();
  }

  /** Looks for a new release. A refused one is logged once, and the old one stays. */
  async reload(): Promise<void> {
    const reloaded = await this.#releaseStore.reload();
    await this.#announce();
    const reason = reloaded.ok ? "" : reloaded.error;
    if (reason !== "" && reason !== this.#lastReloadError) this.#log.warn("release-refused", { reason });
    this.#lastReloadError = reason;
  }

  /** Stops being ready. From now on responses ask clients to close their connections. */
  stop(): void {
    this.#isDraining = true;
    clearInterval(this.#poll);
    this.#drained = this.#websub?.drain();
  }

  /** Ends the listen streams. Later than `stop`, so that a balancer sends their clients to another sidecar. */
  endStreams(): void {
    this.#mcp.streams?.close();
  }

  /** Waits for deliveries in flight and closes the hub's database. */
  async close(): Promise<void> {
    await this.#drained;
    await this.#websub?.close();
  }

  async #announce(): Promise<void> {
    const { release, baseUrl } = this;
    if (release !== undefined && baseUrl !== undefined) await this.#websub?.announce(release, baseUrl);
  }

  #show(release: Release): void {
    const { release: id, base_url, artifacts } = release.manifest;
    const baseUrl = this.#configuredBaseUrl ?? base_url;
    this.#basePath = basePathOf(baseUrl);
    this.#views = new Views(release, baseUrl);
    this.#current = new CurrentRelease(release, this.#configuredBaseUrl);
    this.#mcp.streams?.released();
    this.#log.info("release-loaded", { release: id, artifacts: Object.keys(artifacts).length });
  }

  #addGauges(): void {
    const { metrics } = this;
    const artifacts = (): number => this.release?.artifacts.size ?? 0;
    const isRefused = (): number => (this.#lastReloadError === "" ? 0 : 1);
    metrics.gauge("release_artifacts", "Artifacts of the loaded release", artifacts);
    metrics.gauge("release_refused", "1 while the newest release is refused", isRefused);
    metrics.gauge("mcp_streams", "Open subscriptions/listen streams", () => this.#mcp.streams?.size ?? 0);
  }
}
