import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";

interface Storage {
  readonly env: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

/** Starts object storage in a process of its own, which answers while the caller waits for a command. */
export async function startS3Process(): Promise<Storage> {
  const directory = mkdtempSync(join(tmpdir(), "reviews-s3-"));
  const child = fork(import.meta.filename, [directory]);
  const [port] = (await once(child, "message")) as [number];
  return {
    env: {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: "S3RVER",
      AWS_SECRET_ACCESS_KEY: "S3RVER",
    },
    stop: async () => {
      const ended = once(child, "exit");
      child.kill();
      await ended;
      rmSync(directory, { recursive: true });
    },
  };
}

async function serve(directory: string): Promise<void> {
  const configureBuckets = [{ name: "plain" }];
  const server = new S3rver({ address: "127.0.0.1", port: 0, silent: true, directory, configureBuckets });
  process.send?.((await server.run()).port);
}

if (process.argv[1] === import.meta.filename) await serve(process.argv[2] ?? "");
