import { isIP } from "node:net";
import { err, ok, type Result } from "../../../model/result.ts";
import type { Networks } from "./networks.ts";

/** A callback that may be asked: https, a host and a port that the policy lets pass, every byte kept. */
export interface Callback {
  /** As the subscriber wrote it. */
  readonly url: string;
  /** The same for all spellings of one URL that RFC 3986 section 6.2.2 calls equivalent. */
  readonly key: string;
  readonly hostname: string;
  readonly port: number;
  /** Path and query for the request line, byte for byte. */
  readonly target: string;
}

export interface CallbackPolicy {
  readonly networks: Networks;
  /** Ports that a callback may name. */
  readonly ports: readonly number[] | "any";
  /** Host and port of the hub itself: it never calls itself. */
  readonly ownHost: string | undefined;
}

const MAX_LENGTH = 2048;
/** RFC 3986 section 2: what a URL is made of; anything else has to be percent-encoded. */
const URL_CHARACTERS = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;
const PARTS = /^https:\/\/([^/?#]*)(\/[^?#]*)?(\?[^#]*)?$/i;
/** What DNS can look up (RFC 1035 section 2.3.4): other texts are no host, and only fill tables. */
const DNS_NAME = /^(?=.{1,253}$)[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})*$/;
/** Names that only mean something inside a network (RFC 6761 and practice). */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa|test|invalid|example|onion)$/;

/** Reads the URL of a callback. The error is the reason why it is refused, in words for its owner. */
export function readCallback(url: string, policy: CallbackPolicy): Result<Callback, string> {
  if (url.length > MAX_LENGTH) return err(`hub.callback is longer than ${MAX_LENGTH} characters`);
  if (!URL_CHARACTERS.test(url)) {
    return err("hub.callback must be a URL; characters outside of RFC 3986 must be percent-encoded");
  }
  if (url.includes("#")) return err("hub.callback must not have a fragment");
  if (!/^https:\/\//i.test(url)) return err("hub.callback must be an https URL");
  const [, authority = "", path = "/", query = ""] = PARTS.exec(url) ?? [];
  if (authority.includes("@")) return err("hub.callback must not carry a user name or password");
  const parsed = URL.parse(url);
  if (parsed === null || authority === "") return err("hub.callback must be an absolute https URL");
  const hostname = parsed.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  const port = parsed.port === "" ? 443 : Number(parsed.port);
  const reason = refuseHost(hostname, port, parsed.host, policy);
  if (reason !== undefined) return err(reason);
  const target = `${path}${query}`;
  return ok({ url, key: `https://${parsed.host}${decodeUnreserved(target)}`, hostname, port, target });
}

function refuseHost(
  hostname: string,
  port: number,
  host: string,
  policy: CallbackPolicy,
): string | undefined {
  if (host.replace(/\.(?=:|$)/, "") === policy.ownHost) return "hub.callback must not be the hub itself";
  if (policy.ports !== "any" && !policy.ports.includes(port)) {
    return `hub.callback must use port ${policy.ports.join(" or ")}`;
  }
  const unnamed = isIP(hostname) !== 0;
  if (unnamed) {
    return policy.networks.isAllowed(hostname)
      ? undefined
      : "hub.callback must name a host by its public name, not by an address";
  }
  if (!DNS_NAME.test(hostname)) return "hub.callback must name a host that DNS can look up";
  const isLocal = !hostname.includes(".") || LOCAL_NAME.test(hostname);
  return isLocal && !policy.networks.hasExceptions ? "hub.callback must name a public host" : undefined;
}

/** `%7E` and `~` are the same byte (RFC 3986 section 6.2.2.2). */
export function decodeUnreserved(text: string): string {
  return text.replaceAll(/%[\da-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w\-.~]/.test(character) ? character : escape.toUpperCase();
  });
}

/** The callback's own query stays a byte prefix; parameters are appended, never set over it (WebSub section 5.3). */
export function withParameters(target: string, parameters: Readonly<Record<string, string>>): string {
  const own = new URLSearchParams(parameters).toString();
  if (!target.includes("?")) return `${target}?${own}`;
  return /[?&]$/.test(target) ? `${target}${own}` : `${target}&${own}`;
}
