import type { RequestListener } from "node:http";
import type { RuntimeConfig } from "./config.ts";
import { refuse } from "./http/respond.ts";
import type { ListenStreams } from "./mcp/protocol/listen-streams.ts";
import type { McpParts, McpPorts } from "./mcp.ts";

/** Loads the code of `/mcp` for its first request: its packages take longer than the rest of a start. */
export class LazyMcpEndpoint {
  readonly #load: () => Promise<McpParts>;
  readonly #onFault: (error: unknown) => void;
  #loading: Promise<void> | undefined;
  #loaded: McpParts | undefined;

  constructor(config: RuntimeConfig, ports: McpPorts) {
    this.#load = async () => (await import("./mcp.ts")).createMcp(config, ports);
    this.#onFault = ports.onFault;
  }

  /** Undefined while there can be none. */
  get streams(): ListenStreams | undefined {
    return this.#loaded?.streams;
  }

  readonly listener: RequestListener = (request, response) => {
    if (this.#loaded !== undefined) return this.#loaded.listener(request, response);
    this.#loading ??= this.#load().then((loaded) => void (this.#loaded = loaded));
    this.#loading.then(
      () => this.#loaded?.listener(request, response),
      (error: unknown) => {
        this.#onFault(error);
        refuse(response, "internal");
      },
    );
  };
}
