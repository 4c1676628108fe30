import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

const NONCE_BYTES = 16;

/**
 * Session ids that need no storage: a random part and its HMAC-SHA256. They stay valid across restarts and at every
 * sidecar that shares the key.
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

  /** Compares the texts, not the decoded bytes: several base64url texts decode to the same bytes. */
  isOurs(id: string): boolean {
    const [nonce = "", ...rest] = id.split(".");
    const expected = Buffer.from(this.#sign(nonce));
    const received = Buffer.from(rest.join("."));
    return received.length === expected.length && timingSafeEqual(received, expected);
  }

  #sign(nonce: string): string {
    return createHmac("sha256", this.#key).update(`mcp-session:${nonce}`).digest("base64url");
  }
}
