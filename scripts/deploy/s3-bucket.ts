import { AwsClient } from "aws4fetch";
import { Fault } from "../../model/fault.ts";
import { sha256Hex } from "../../model/manifest.ts";

const TIMEOUT_MS = 300_000;
/** aws4fetch retries after 429 and 5xx, with exponential backoff. */
const RETRIES = 5;

/** The objects of a bucket below a prefix, through the S3 requests that every compatible storage has. */
export class S3Bucket {
  readonly #client: AwsClient;
  readonly #endpoint: string;
  /** `/bucket/prefix/` */
  readonly #root: string;

  /** Reads the environment variables of AWS's own tools, such as AWS_ACCESS_KEY_ID. */
  constructor({ host, pathname }: URL, env: NodeJS.ProcessEnv) {
    const { AWS_ACCESS_KEY_ID: accessKeyId = "", AWS_SECRET_ACCESS_KEY: secretAccessKey = "" } = env;
    if (accessKeyId === "" || secretAccessKey === "")
      throw new Fault(
        "s3: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_ENDPOINT_URL for storage outside AWS",
      );
    const {
      AWS_SESSION_TOKEN: sessionToken,
      AWS_REGION: region = "us-east-1",
      AWS_ENDPOINT_URL: endpoint,
    } = env;
    const session = sessionToken ? { sessionToken } : {};
    this.#client = new AwsClient({
      accessKeyId,
      secretAccessKey,
      ...session,
      region,
      service: "s3",
      retries: RETRIES,
    });
    this.#endpoint = (endpoint || `https://s3.${region}.amazonaws.com`).replace(/\/$/, "");
    if (!/^https?:/.test(this.#endpoint)) throw new Fault("s3: AWS_ENDPOINT_URL must be an https URL");
    this.#root = `/${host}${pathname.replace(/\/$/, "")}/`;
  }

  async get(key: string): Promise<Buffer | undefined> {
    const response = await this.#send("GET", key);
    return response && Buffer.from(await response.arrayBuffer());
  }

  /** The storage compares the body with the signed digest, so a damaged transfer is refused. */
  async put(key: string, body: Buffer, headers: Readonly<Record<string, string>>): Promise<void> {
    await this.#send("PUT", key, { body, headers: { ...headers, "x-amz-content-sha256": sha256Hex(body) } });
  }

  /** Copies an object with its headers, inside the storage. */
  async copy(from: string, to: string): Promise<void> {
    const headers = { "x-amz-copy-source": encodeURI(this.#root + from) };
    const response = await this.#send("PUT", to, { headers });
    // A copy that fails halfway is reported in the body of a 200.
    const text = (await response?.text()) ?? "<Error>";
    if (text.includes("<Error>")) throw new Fault(`s3: ${to} was not copied: ${reasonIn(text)}`);
  }

  async delete(key: string): Promise<void> {
    await this.#send("DELETE", key);
  }

  /** Undefined for a missing object. */
  async #send(method: string, key: string, parts: { body?: Buffer; headers?: Record<string, string> } = {}) {
    const url = this.#endpoint + encodeURI(this.#root + key);
    const response = await this.#fetch(url, { method, ...parts });
    if (response.ok) return response;
    if (response.status === 404 && method !== "PUT") return undefined;
    throw new Fault(`${url}: ${method} failed with ${response.status}: ${reasonIn(await response.text())}`);
  }

  async #fetch(url: string, init: { method: string; body?: Buffer; headers?: Record<string, string> }) {
    try {
      return await this.#client.fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw new Fault(
        `${url}: could not be reached: ${cause instanceof Error ? cause.message : String(cause)}`,
        {
          cause: error,
        },
      );
    }
  }
}

/** The code and message of an error document. */
const reasonIn = (xml: string): string =>
  ["Code", "Message"]
    .map((name) => new RegExp(`<${name}>([^<]*)`).exec(xml)?.[1])
    .filter(Boolean)
    .join(": ") || "no reason given";
