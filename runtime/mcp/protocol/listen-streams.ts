import type { Writable } from "node:stream";
import { RESOURCES } from "../resources.ts";
import { CODES, failure, objectOrEmpty, type RpcAnswer, type RpcId, type RpcRequest } from "./json-rpc.ts";

const MAX_STREAMS = 1000;
/** So that no client can lock out the others. */
const MAX_STREAMS_PER_HOLDER = MAX_STREAMS / 10;
const KEEP_ALIVE_MS = 15_000;
/** A client that leaves more than this unread is treated as gone. */
const MAX_UNREAD_BYTES = 65_536;
const SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId";

interface Stream {
  readonly id: RpcId;
  readonly uris: readonly string[];
  readonly connection: Writable;
  readonly holder: string;
}

/** Open `subscriptions/listen` requests. Each is notified when a resource that it names may have changed. */
export class ListenStreams {
  readonly #streams = new Set<Stream>();
  #keepAlive: NodeJS.Timeout | undefined;

  get size(): number {
    return this.#streams.size;
  }

  open({ id, params }: RpcRequest, holder: string): RpcAnswer {
    const { resourceSubscriptions: requested } = objectOrEmpty(params["notifications"]);
    if (requested !== undefined && !Array.isArray(requested)) {
      const message = "params.notifications.resourceSubscriptions must be a list of URIs";
      return failure(400, { code: CODES.invalidParams, message }, id);
    }
    if (this.#streams.size >= MAX_STREAMS) {
      const message = "Too many streams are open; try again later";
      return failure(503, { code: CODES.internal, message }, id);
    }
    if (this.#heldBy(holder) >= MAX_STREAMS_PER_HOLDER) {
      const message = `Your address has ${MAX_STREAMS_PER_HOLDER} open streams, as many as it may: close one first`;
      return failure(429, { code: CODES.internal, message }, id);
    }
    const uris = RESOURCES.map(({ uri }) => uri).filter((uri) => requested?.includes(uri));
    return { status: 200, stream: (connection) => this.#add({ id, uris, connection, holder }) };
  }

  #heldBy(holder: string): number {
    return [...this.#streams].filter((stream) => stream.holder === holder).length;
  }

  /** Notifies all streams of a new release: any resource may have changed with it. */
  released(): void {
    for (const stream of this.#streams) {
      for (const uri of stream.uris) this.#notify(stream, "notifications/resources/updated", { uri });
    }
  }

  /** Ends every stream with a result, so that clients know that they missed nothing. */
  close(): void {
    for (const stream of this.#streams) {
      const result = { resultType: "complete", _meta: { [SUBSCRIPTION_KEY]: stream.id } };
      this.#write(stream, renderEvent({ jsonrpc: "2.0", id: stream.id, result }));
      this.#remove(stream);
      stream.connection.end();
    }
  }

  #add(stream: Stream): void {
    this.#streams.add(stream);
    stream.connection.once("close", () => this.#remove(stream));
    const { uris } = stream;
    const notifications = uris.length === 0 ? {} : { resourceSubscriptions: uris };
    this.#notify(stream, "notifications/subscriptions/acknowledged", { notifications });
    this.#keepAlive ??= setInterval(() => {
      for (const open of this.#streams) this.#write(open, ":\n\n");
    }, KEEP_ALIVE_MS).unref();
  }

  #notify(stream: Stream, method: string, fields: object): void {
    const params = { ...fields, _meta: { [SUBSCRIPTION_KEY]: stream.id } };
    this.#write(stream, renderEvent({ jsonrpc: "2.0", method, params }));
  }

  #write(stream: Stream, text: string): void {
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

const renderEvent = (message: object): string => `event: message\ndata: ${JSON.stringify(message)}\n\n`;
