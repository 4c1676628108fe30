import { isIP } from "node:net";
import { err, ok, type Result } from "../../../model/result.ts";
import type { Networks } from "./networks.ts";

/** A callback that passed the policy: https, with an allowed host and port. */
export interface Callback {
  /** As the subscriber sent it. */
  readonly url: string;
  /** Normalized: equal for URLs that are equivalent by RFC 3986 section 6.2.2. */
  readonly key: string;
  readonly hostname: string;
  readonly port: number;
  /** Path and query, unchanged. */
  readonly target: string;
}

export interface CallbackPolicy {
  readonly networks: Networks;
  /** Ports that a callback may use. */
  readonly ports: readonly number[] | "any";
  /** Host and port of the hub, which must not call itself. */
  readonly ownHost: string | undefined;
}

const MAX_URL_LENGTH = 2048;
/** The characters of a URL (RFC 3986 section 2); all others must be percent-encoded. */
const URL_CHARACTERS = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;
const URL_PARTS = /^https:\/\/([^/?#]*)(\/[^?#]*)?(\?[^#]*)?$/i;
/** A name that DNS can resolve (RFC 1035 section 2.3.4), so that the table holds no impossible hosts. */
const DNS_NAME = /^(?=.{1,253}$)[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})*$/;
/** Special-use names (RFC 6761) and names in common use inside private networks. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa|test|invalid|example|onion)$/;

/** Parses a callback URL and checks it against the policy. The error is the text of the 400 response. */
export function readCallback(url: string, policy: CallbackPolicy): Result<Callback, string> {
  if (url.length > MAX_URL_LENGTH) return err(`hub.callback is longer than ${MAX_URL_LENGTH} characters`);
  if (!URL_CHARACTERS.test(url)) {
    return err("hub.callback must be a URL; characters outside of RFC 3986 must be percent-encoded");
  }
  if (url.includes("#")) return err("hub.callback must not have a fragment");
  if (!/^https:\/\//i.test(url)) return err("hub.callback must be an https URL");
  const [, authority = "", path = "/", query = ""] = URL_PARTS.exec(url) ?? [];
  if (authority.includes("@")) return err("hub.callback must not carry a user name or password");
  const parsed = URL.parse(url);
  if (parsed === null || authority === "") return err("hub.callback must be an absolute https URL");
  const hostname = parsed.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  const port = parsed.port === "" ? 443 : Number(parsed.port);
  const problem = checkHost(hostname, port, parsed.host, policy);
  if (problem !== undefined) return err(problem);
  const target = `${path}${query}`;
  return ok({ url, key: `https://${parsed.host}${decodeUnreserved(target)}`, hostname, port, target });
}

function checkHost(hostname: string, port: number, host: string, policy: CallbackPolicy): string | undefined {
  if (host.replace(/\.(?=:|$)/, "") === policy.ownHost) return "hub.callback must not be the hub itself";
  if (policy.ports !== "any" && !policy.ports.includes(port)) {
    return `hub.callback must use port ${policy.ports.join(" or ")}`;
  }
  if (isIP(hostname) !== 0) {
    return policy.networks.isListed(hostname)
      ? undefined
      : "hub.callback must name a host by its public name, not by an address";
  }
  if (!DNS_NAME.test(hostname)) return "hub.callback must name a host that DNS can look up";
  const isLocal = !hostname.includes(".") || LOCAL_NAME.test(hostname);
  return isLocal && !policy.networks.hasExceptions ? "hub.callback must name a public host" : undefined;
}

/** Decodes percent-encoded unreserved characters, such as `%7E` to `~` (RFC 3986 section 6.2.2.2). */
export function decodeUnreserved(text: string): string {
  return text.replaceAll(/%[\da-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w\-.~]/.test(character) ? character : escape.toUpperCase();
  });
}

/** Appends parameters to the callback's own query, whose bytes do not change (WebSub section 5.3). */
export function withParameters(target: string, parameters: Readonly<Record<string, string>>): string {
  const appended = new URLSearchParams(parameters).toString();
  if (!target.includes("?")) return `${target}?${appended}`;
  return /[?&]$/.test(target) ? `${target}${appended}` : `${target}&${appended}`;
}
