import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { generate } from "selfsigned";
import { emptyFolder } from "./content.ts";

export interface TestTls {
  readonly key: string;
  readonly cert: string;
  /** For NODE_EXTRA_CA_CERTS of other processes. */
  readonly caFile: string;
}

/** Loopback addresses that tests use as different hosts. */
export const LOOPBACK_HOSTS = Array.from({ length: 40 }, (_, index) => `127.0.0.${index + 1}`);

/** A certificate for loopback, and for these names, by a CA of its own, which this process trusts from now on. */
export async function trustedTls(names: readonly string[] = []): Promise<TestTls> {
  const notAfterDate = new Date("2099-01-01");
  // A name of its own: of two trusted CAs with one name, OpenSSL may check a certificate against the wrong one.
  const ca = await generate([{ name: "commonName", value: `Test CA ${randomUUID()}` }], {
    keyType: "ec",
    algorithm: "sha256",
    notAfterDate,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const altNames = [
    ...["localhost", ...names].map((value) => ({ type: 2 as const, value })),
    ...LOOPBACK_HOSTS.map((ip) => ({ type: 7 as const, ip })),
  ];
  const leaf = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    algorithm: "sha256",
    notAfterDate,
    ca: { key: ca.private, cert: ca.cert },
    extensions: [
      { name: "basicConstraints", cA: false },
      { name: "keyUsage", digitalSignature: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames },
    ],
  });
  const caFile = join(emptyFolder(), "ca.pem");
  writeFileSync(caFile, ca.cert);
  setDefaultCACertificates([...getCACertificates("default"), ca.cert]);
  return { key: leaf.private, cert: leaf.cert, caFile };
}
