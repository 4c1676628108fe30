import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import { generate } from "selfsigned";

export interface DemoTls {
  readonly key: string;
  readonly cert: string;
  /** For NODE_EXTRA_CA_CERTS of the sidecar. */
  readonly certFile: string;
}

const altNameOf = (host: string): { type: 7; ip: string } | { type: 2; value: string } =>
  isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host };

/** Creates a loopback certificate once and reuses it. For demonstrations only. */
export async function demoTls(folder: string, hosts: readonly string[] = ["127.0.0.1"]): Promise<DemoTls> {
  const keyFile = join(folder, "demo-key.pem");
  const certFile = join(folder, "demo-ca.pem");
  if (!existsSync(keyFile) || !existsSync(certFile)) {
    const made = await generate([{ name: "commonName", value: "127.0.0.1" }], {
      keyType: "ec",
      algorithm: "sha256",
      notAfterDate: new Date("2099-01-01"),
      extensions: [
        { name: "basicConstraints", cA: true },
        { name: "subjectAltName", altNames: hosts.map(altNameOf) },
      ],
    });
    mkdirSync(folder, { recursive: true });
    writeFileSync(keyFile, made.private, { mode: 0o600 });
    writeFileSync(certFile, made.cert);
  }
  return { key: readFileSync(keyFile, "utf8"), cert: readFileSync(certFile, "utf8"), certFile };
}
