import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

const NONCE_BYTES = 16;

/**
 * Ids of sessions that are remembered nowhere: a random part and its HMAC-SHA256. Whoever has the key knows its own
 * ids again, so sessions outlive a restart and hold at every sidecar that shares the key.
 */
export class SessionIds {
  readonly #key: KeyObject;
  readonly #randomBytes: (size: number) => Buffer;

  constructor(key: string | undefined, randomBytes: (size: number) => Buffer) {
    this.#key = createSecretKey(key === undefined ? randomBytes(32) : Buffer.from(key));
    this.#randomBytes = randomBytes;
  }

  issue(): string {
    const nonce = this.#randomBytes(NONCE_BYTES).toString("base64url");
    return `${nonce}.${this.#sign(nonce)}`;
  }

  /** Compared as text: several texts decode to the same bytes, and only the one that was issued holds. */
  isOurs(id: string): boolean {
    const [nonce = "", ...rest] = id.split(".");
    const wanted = Buffer.from(this.#sign(nonce));
    const given = Buffer.from(rest.join("."));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }

  #sign(nonce: string): string {
    return createHmac("sha256", this.#key).update(`mcp-session:${nonce}`).digest("base64url");
  }
}
