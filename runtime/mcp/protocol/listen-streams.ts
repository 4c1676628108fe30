import type { Writable } from "node:stream";
import { CODES, failure, type RpcAnswer, type RpcId, type RpcRequest } from "./json-rpc.ts";
import { looseOf } from "../publication.ts";
import { RESOURCE_URIS } from "../resources.ts";

const MAX_STREAMS = 1000;
const KEEP_ALIVE_MS = 15_000;
/** Who leaves so much unread is gone. */
const MAX_UNREAD_BYTES = 65_536;
const SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId";

interface Stream {
  readonly id: RpcId;
  readonly uris: readonly string[];
  readonly connection: Writable;
}

/** Open `subscriptions/listen` requests: each is told when a resource it names may have changed. */
export class ListenStreams {
  readonly #streams = new Set<Stream>();
  #keepAlive: NodeJS.Timeout | undefined;

  get size(): number {
    return this.#streams.size;
  }

  open({ id, params }: RpcRequest): RpcAnswer {
    const { resourceSubscriptions: wanted } = looseOf(params["notifications"]);
    if (wanted !== undefined && !Array.isArray(wanted)) {
      const message = "params.notifications.resourceSubscriptions must be a list of URIs";
      return failure(400, { code: CODES.invalidParams, message, id });
    }
    if (this.#streams.size >= MAX_STREAMS)
      return failure(503, {
        code: CODES.internal,
        message: "Too many streams are open; try again later",
        id,
      });
    const uris = RESOURCE_URIS.filter((uri) => wanted?.includes(uri));
    return { status: 200, stream: (connection) => this.#add({ id, uris, connection }) };
  }

  /** A release came: everything that rests on it may have changed. */
  released(): void {
    for (const stream of this.#streams) {
      for (const uri of stream.uris) this.#tell(stream, "notifications/resources/updated", { uri });
    }
  }

  /** Ends every stream as a result, so that clients know that nothing was lost. */
  close(): void {
    for (const stream of this.#streams) {
      const result = { resultType: "complete", _meta: { [SUBSCRIPTION_KEY]: stream.id } };
      this.#send(stream, render({ jsonrpc: "2.0", id: stream.id, result }));
      this.#remove(stream);
      stream.connection.end();
    }
  }

  #add(stream: Stream): void {
    this.#streams.add(stream);
    stream.connection.once("close", () => this.#remove(stream));
    const { uris } = stream;
    const notifications = uris.length === 0 ? {} : { resourceSubscriptions: uris };
    this.#tell(stream, "notifications/subscriptions/acknowledged", { notifications });
    this.#keepAlive ??= setInterval(() => {
      for (const one of this.#streams) this.#send(one, ":\n\n");
    }, KEEP_ALIVE_MS).unref();
  }

  #tell(stream: Stream, method: string, params: object): void {
    const tagged = { ...params, _meta: { [SUBSCRIPTION_KEY]: stream.id } };
    this.#send(stream, render({ jsonrpc: "2.0", method, params: tagged }));
  }

  #send(stream: Stream, text: string): void {
    if (stream.connection.writableLength > MAX_UNREAD_BYTES) stream.connection.destroy();
    else stream.connection.write(text);
  }

  #remove(stream: Stream): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    clearInterval(this.#keepAlive);
    this.#keepAlive = undefined;
  }
}

const render = (message: object): string => `event: message\ndata: ${JSON.stringify(message)}\n\n`;
