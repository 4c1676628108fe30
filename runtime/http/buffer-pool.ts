import type { ServerResponse } from "node:http";

const BUFFER_BYTES = 65_536;
const MAX_BUFFERS = 64;

/** Reuses the buffers in which bodies are joined: a 32 KB response then takes half the CPU time (bench/mcp.ts). */
export class BufferPool {
  readonly #free: Buffer[] = [];

  /** Joins the pieces in one buffer, which is valid until the response is sent. */
  join(pieces: readonly Buffer[], response: ServerResponse): Buffer {
    const sizeBytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (sizeBytes > BUFFER_BYTES) return Buffer.concat(pieces, sizeBytes);
    const buffer = this.#free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
    let at = 0;
    for (const piece of pieces) at += piece.copy(buffer, at);
    // "finish" means that the system has taken every byte. A broken connection never emits it; its buffer is dropped.
    response.once("finish", () => {
      if (this.#free.length < MAX_BUFFERS) this.#free.push(buffer);
    });
    return buffer.subarray(0, sizeBytes);
  }
}
