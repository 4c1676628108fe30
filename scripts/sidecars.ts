import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { parseArgs } from "node:util";
import { runCommand } from "../build/run-command.ts";
import { Fault } from "../model/fault.ts";

const USAGE = `usage: npm run sidecars -- [options]

Starts several sidecars on one PostgreSQL behind a round-robin load balancer.

  --database URL  PostgreSQL (postgres://postgres@127.0.0.1:5432/test)
  --count N       sidecars (3)
  --port N        port of the load balancer (3000)
  --help          print this
`;

const OPTIONS = {
  database: { type: "string", default: "postgres://postgres@127.0.0.1:5432/test" },
  count: { type: "string", default: "3" },
  port: { type: "string", default: "3000" },
} as const;

await runCommand(main, USAGE);

async function main(args: readonly string[]): Promise<number> {
  const { database, count, port } = parseArgs({ args: [...args], options: OPTIONS }).values;
  const sidecars = Array.from({ length: Number(count) }, () => startSidecar(database));
  const ports = await Promise.all(sidecars.map(({ stdout }) => portOf(stdout)));
  const balancer = balance(ports).listen(Number(port), "127.0.0.1");
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      balancer.close();
      for (const sidecar of sidecars) sidecar.kill(signal);
    });
  }
  await once(balancer, "listening");
  process.stdout.write(
    `http://127.0.0.1:${port} balances over ports ${ports.join(", ")}; Ctrl+C stops all\n`,
  );
  return 0;
}

function startSidecar(database: string) {
  return spawn(process.execPath, [join(import.meta.dirname, "..", "runtime", "main.ts")], {
    env: { ...process.env, PORT: "0", HUB_DATABASE: database },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Forwards the log of a sidecar; resolves to the port that it listens on. */
function portOf(log: Readable): Promise<number> {
  return new Promise((resolve, reject) => {
    const lines = createInterface(log);
    lines.on("line", (line) => {
      process.stdout.write(`${line}\n`);
      const { event, port } = JSON.parse(line) as { event: string; port?: number };
      if (event === "listening" && port !== undefined) resolve(port);
    });
    lines.on("close", () => reject(new Fault("a sidecar ended before it listened; its message is above")));
  });
}

/** Connects each client to the next port. */
function balance(ports: readonly number[]): Server {
  let connections = 0;
  return createServer((client) => {
    connections += 1;
    const sidecar = connect(ports[connections % ports.length] ?? 0, "127.0.0.1");
    client.on("error", () => sidecar.destroy());
    sidecar.on("error", () => client.destroy());
    client.pipe(sidecar);
    sidecar.pipe(client);
  });
}
