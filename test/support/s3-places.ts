import S3rver from "@20minutes/s3rver";
import { emptyFolder } from "./content.ts";
import type { DeployPlace } from "./deploy.ts";
import { send } from "./sidecar.ts";

const WEBSITE = `<WebsiteConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IndexDocument><Suffix>index.html</Suffix></IndexDocument></WebsiteConfiguration>`;

export interface S3Place extends DeployPlace {
  /** The response for a key below the prefix. */
  get(key: string): ReturnType<typeof send>;
  /** The keys below the prefix that begin so. */
  list(start: string): Promise<string[]>;
}

export interface S3Places extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
  /** A new prefix; the query follows it in the target. The bucket "website" has index documents, "plain" has none. */
  place(query?: string, bucket?: "plain" | "website"): S3Place;
}

/** Starts object storage on loopback. It verifies the signature of each request that has one. */
export async function startS3(): Promise<S3Places> {
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: emptyFolder(),
    configureBuckets: [{ name: "plain" }, { name: "website", configs: [WEBSITE] }],
  });
  const { port } = await server.run();
  const env = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: "S3RVER",
    AWS_SECRET_ACCESS_KEY: "S3RVER",
  };
  let made = 0;
  return {
    env,
    place: (query = "", bucket = "plain") => {
      const prefix = `site-${(made += 1)}/`;
      const get = (key: string) => send(port, `/${bucket}/${prefix}${key}`);
      return {
        env,
        get,
        target: `s3://${bucket}/${prefix}${query}`,
        read: async (file) => {
          const { status, body } = await get(file);
          return status === 200 ? body : undefined;
        },
        list: async (start) => {
          const { body } = await send(port, `/${bucket}?list-type=2&max-keys=1000&prefix=${prefix}${start}`);
          return [...body.toString("utf8").matchAll(/<Key>([^<]+)/g)].map(([, key = ""]) => key);
        },
      };
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}
