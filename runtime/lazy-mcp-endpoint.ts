import type { RequestListener } from "node:http";
import type { RuntimeConfig } from "./config.ts";
import { refuse } from "./http/respond.ts";
import type { ListenStreams } from "./mcp/protocol/listen-streams.ts";
import { loadPackages } from "./mcp/protocol/packages.ts";
import type { McpParts, McpPorts } from "./mcp.ts";

/** The endpoint of `/mcp`, whose packages take longer than the rest of a start. */
export class LazyMcpEndpoint {
  readonly #load: () => Promise<McpParts>;
  readonly #onFault: (error: unknown) => void;
  #loading: Promise<void> | undefined;
  #loaded: McpParts | undefined;

  constructor(config: RuntimeConfig, ports: McpPorts) {
    this.#load = async () => {
      await loadPackages();
      return (await import("./mcp.ts")).createMcp(config, ports);
    };
    this.#onFault = ports.onFault;
  }

  /** Undefined while there can be none. */
  get streams(): ListenStreams | undefined {
    return this.#loaded?.streams;
  }

  /** Loads the code, once. */
  load(): Promise<void> {
    return (this.#loading ??= this.#load().then((loaded) => void (this.#loaded = loaded)));
  }

  /** A request that comes before the code waits for it. */
  readonly listener: RequestListener = (request, response) => {
    if (this.#loaded !== undefined) return this.#loaded.listener(request, response);
    this.load().then(
      () => this.#loaded?.listener(request, response),
      (error: unknown) => {
        this.#onFault(error);
        refuse(response, "internal");
      },
    );
  };
}
