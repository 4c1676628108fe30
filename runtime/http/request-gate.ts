import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { inOwnTurn } from "../loop/own-turn.ts";

const HEADER_END = Buffer.from("\r\n\r\n");

type Parse = (piece: Buffer) => void;

const gates = new WeakMap<Socket, RequestGate>();

/**
 * Lets one request at a time through to the HTTP parser: the next one on the connection is parsed when the response to
 * the last one is written. Pipelined requests (RFC 9112 section 9.3.2) wait as bytes, at most one read of the socket, so
 * a client that never reads its responses costs no more than one that sends a single request. Each of them waits for a
 * turn of the event loop, which it shares with no other, so that other connections are answered between them.
 */
export class RequestGate {
  readonly #socket: Socket;
  readonly #parse: Parse;
  #waiting: Buffer = Buffer.alloc(0);
  /** The response to the latest request that was parsed. */
  #latest: ServerResponse | undefined;
  /** The response after which the gate opens for what waits. */
  #awaited: ServerResponse | undefined;
  /** Bytes of the latest request's body that are still to come; 0 if it is chunked. */
  #bodyBytes = 0;
  #isPaused = false;

  /** Puts a gate between the socket and the parser that node:http has attached to it. */
  static attach(socket: Socket): void {
    const [parse] = socket.listeners("data") as Parse[];
    if (parse === undefined) throw new Error("node:http reads the socket without a listener for its data");
    const gate = new RequestGate(socket, parse);
    // A listener of our own also stops node:http from reading the socket below JavaScript.
    socket.on("data", (chunk: Buffer) => gate.#take(chunk));
    socket.off("data", parse);
    gates.set(socket, gate);
  }

  /** The gate of a connection, if it has one. */
  static of(socket: Socket): RequestGate | undefined {
    return gates.get(socket);
  }

  private constructor(socket: Socket, parse: Parse) {
    this.#socket = socket;
    this.#parse = parse;
  }

  /** The response that is not yet written, if there is one. */
  get openResponse(): ServerResponse | undefined {
    return this.#latest?.closed === false ? this.#latest : undefined;
  }

  /** Closes the gate until the response is written. Runs while the parser is at the end of the request's headers. */
  closeUntilSent(response: ServerResponse): void {
    this.#latest = response;
    this.#bodyBytes = Number(response.req.headers["content-length"] ?? 0);
  }

  #take(chunk: Buffer): void {
    if (this.#isOneRequest(chunk)) {
      this.#parse.call(this.#socket, chunk);
      return;
    }
    this.#waiting = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    this.#advance();
  }

  /** The usual case, in which nothing has to be kept or cut. */
  #isOneRequest(chunk: Buffer): boolean {
    if (this.#waiting.length > 0 || this.#bodyBytes > 0 || this.openResponse !== undefined) return false;
    const at = chunk.indexOf(HEADER_END);
    return at !== -1 && at + HEADER_END.length === chunk.length;
  }

  #advance(): void {
    while (!this.#isClosed()) {
      const end = this.#endOfPiece();
      if (end === 0) break;
      const piece = this.#waiting.subarray(0, end);
      this.#waiting = this.#waiting.subarray(end);
      this.#bodyBytes = Math.max(0, this.#bodyBytes - end);
      this.#parse.call(this.#socket, piece);
    }
    if (this.#isClosed() && this.#waiting.length > 0) {
      this.#isPaused = true;
      this.#socket.pause();
      if (this.#awaited !== this.#latest) this.#latest?.once("close", () => inOwnTurn(() => this.#advance()));
      this.#awaited = this.#latest;
    } else if (this.#isPaused) {
      this.#isPaused = false;
      this.#socket.resume();
    }
  }

  /** The rest of a body passes while its response is open. */
  #isClosed(): boolean {
    return this.#socket.destroyed || this.openResponse?.req.complete === true;
  }

  /** Pieces end where a request can end: with its headers, its body, or the last chunk of it. */
  #endOfPiece(): number {
    const { length } = this.#waiting;
    if (this.#bodyBytes > 0) return Math.min(this.#bodyBytes, length);
    const at = this.#waiting.indexOf(HEADER_END);
    if (at !== -1) return at + HEADER_END.length;
    // The first bytes of a separator wait for the others, so that none is missed between two reads.
    const held = ["\r\n\r", "\r\n", "\r"].find((start) =>
      this.#waiting.subarray(-start.length).equals(Buffer.from(start)),
    );
    return length - (held?.length ?? 0);
  }
}
