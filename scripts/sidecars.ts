import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { parseArgs } from "node:util";

/** `npm run sidecars`: several sidecars on one PostgreSQL behind a round-robin load balancer. */
const { values } = parseArgs({
  options: {
    database: { type: "string", default: "postgres://postgres@127.0.0.1:5432/test" },
    count: { type: "string", default: "3" },
    port: { type: "string", default: "3000" },
  },
});
const port = Number(values.port);
const sidecars = Array.from({ length: Number(values.count) }, () => {
  const env = { ...process.env, PORT: "0", HUB_DATABASE: values.database };
  return spawn(process.execPath, [join(import.meta.dirname, "..", "runtime", "main.ts")], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
});
const ports = await Promise.all(sidecars.map(({ stdout }) => portOf(stdout)));

/** Forwards the log of a sidecar; resolves to the port that it listens on. */
function portOf(log: Readable): Promise<number> {
  return new Promise((resolve) => {
    createInterface(log).on("line", (line) => {
      process.stdout.write(`${line}\n`);
      const { event, port: own } = JSON.parse(line) as { event: string; port?: number };
      if (event === "listening" && own !== undefined) resolve(own);
    });
  });
}

let connections = 0;
const balancer = createServer((client) => {
  connections += 1;
  const sidecar = connect(ports[connections % ports.length] ?? port, "127.0.0.1");
  client.on("error", () => sidecar.destroy());
  sidecar.on("error", () => client.destroy());
  client.pipe(sidecar);
  sidecar.pipe(client);
});
balancer.listen(port, "127.0.0.1", () => {
  process.stdout.write(
    `http://127.0.0.1:${port} balances over ports ${ports.join(", ")}; Ctrl+C stops all\n`,
  );
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    balancer.close();
    for (const sidecar of sidecars) sidecar.kill("SIGTERM");
  });
}
