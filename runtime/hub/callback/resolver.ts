import { Resolver } from "node:dns/promises";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { forgetOldest } from "../../../model/forget-oldest.ts";

/**
 * Looks up all addresses of a host name. Rejects with a LookupError. The signal ends the lookup together
 * with the request that needs it.
 */
export type ResolveName = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

/** `ENOTFOUND`: the name has no address. `ELOOKUP`: no name server gave a usable answer. */
export class LookupError extends Error {
  readonly code: "ENOTFOUND" | "ELOOKUP";

  constructor(hostname: string, code: LookupError["code"]) {
    super(`${code} ${hostname}`);
    this.code = code;
  }
}

export interface NameResolverOptions {
  /** Name servers as `address` or `address:port`; empty means those of the system. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  /** Monotonic milliseconds. */
  readonly elapsedMs?: () => number;
}

/** Wait for the first answer of a name server; the second and last wait is twice as long. */
const TIMEOUT_MS = 1500;
const TRIES = 2;
const MAX_CACHED = 10_000;
/** A longer TTL is cut, so that a host that moves is reached at its new address soon. */
const MAX_TTL_SECONDS = 300;
const HOSTS_FILE = "/etc/hosts";
/** RFC 6761 section 6.3: these names never leave the machine. */
const LOCALHOST = /^(.+\.)?localhost$/;

/**
 * Resolves names with c-ares: sockets and no threads, so a name server that never answers delays no other lookup. libuv's
 * thread pool, which `dns.lookup` uses, serves four silent names at a time and cannot cancel any.
 */
export class NameResolver {
  readonly #servers: readonly string[];
  readonly #hostsFile: string;
  readonly #elapsedMs: () => number;
  /** Least recently cached first. */
  readonly #cached = new Map<string, { readonly addresses: readonly string[]; readonly endsAt: number }>();

  constructor({
    servers = [],
    hostsFile = HOSTS_FILE,
    elapsedMs = () => performance.now(),
  }: NameResolverOptions = {}) {
    this.#servers = servers;
    this.#hostsFile = hostsFile;
    this.#elapsedMs = elapsedMs;
  }

  readonly resolve: ResolveName = async (hostname, signal) => {
    const name = hostname.toLowerCase().replace(/\.$/, "");
    if (isIP(name) !== 0) return [name];
    const listed = this.#listed(name);
    if (listed.length > 0) return listed;
    if (LOCALHOST.test(name)) return ["127.0.0.1", "::1"];
    const cached = this.#cached.get(name);
    if (cached !== undefined && cached.endsAt > this.#elapsedMs()) return cached.addresses;
    const { addresses, ttlSeconds } = await query(name, this.#servers, signal);
    const endsAt = this.#elapsedMs() + Math.min(ttlSeconds, MAX_TTL_SECONDS) * 1000;
    this.#cached.delete(name);
    this.#cached.set(name, { addresses, endsAt });
    forgetOldest(this.#cached, MAX_CACHED);
    return addresses;
  };

  /** The addresses of a name in the hosts file, which c-ares does not read for a query. */
  #listed(name: string): readonly string[] {
    let text = "";
    try {
      text = readFileSync(this.#hostsFile, "utf8");
    } catch {
      return [];
    }
    const lines = text.split("\n").map((line) => line.replace(/#.*/, "").trim().split(/\s+/));
    return lines
      .filter(([address = "", ...names]) => isIP(address) !== 0 && names.some((one) => isSameName(one, name)))
      .map(([address = ""]) => address);
  }
}

const isSameName = (one: string, name: string): boolean => one.toLowerCase().replace(/\.$/, "") === name;

interface Answer {
  readonly addresses: readonly string[];
  readonly ttlSeconds: number;
}

/** Asks for A and AAAA. A resolver of its own, because only all queries of one can be canceled. */
async function query(name: string, servers: readonly string[], signal: AbortSignal): Promise<Answer> {
  if (signal.aborted) throw new LookupError(name, "ELOOKUP");
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  const answers = await Promise.allSettled([
    resolver.resolve4(name, { ttl: true }),
    resolver.resolve6(name, { ttl: true }),
  ]);
  signal.removeEventListener("abort", cancel);
  const records = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (records.length > 0) {
    const ttlSeconds = Math.min(...records.map(({ ttl }) => ttl));
    return { addresses: records.map(({ address }) => address), ttlSeconds };
  }
  const codes = answers.map((answer) =>
    answer.status === "rejected" ? (answer.reason as { readonly code?: string }).code : "ENODATA",
  );
  const hasNone = codes.every((code) => code === "ENOTFOUND" || code === "ENODATA");
  throw new LookupError(name, hasNone ? "ENOTFOUND" : "ELOOKUP");
}
