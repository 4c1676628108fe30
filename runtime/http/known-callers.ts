/** Who may call an endpoint that pages of other sites could reach through a visitor's browser. */
export interface Known {
  readonly baseUrl: () => string | undefined;
  /** Origins beside our own and loopback; `*` is any. */
  readonly allowedOrigins: readonly string[];
  /** Host names beside our own and loopback: a CDN may ask by the sidecar's own name. */
  readonly allowedHosts: readonly string[];
}

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** The Host header must name us or loopback: a name that was rebound to our address is neither. */
export function isKnownHost(host: string | undefined, { baseUrl, allowedHosts }: Known): boolean {
  if (host === undefined) return false;
  const name = withoutPort(host);
  const known = [hostOf(baseUrl()), ...allowedHosts].map(withoutPort);
  return LOOPBACK_HOST.test(host) || known.includes(name);
}

/** Only browsers send an origin: its page must be ours, on loopback, or allowed by name. */
export function isKnownOrigin(origin: string | undefined, { baseUrl, allowedOrigins }: Known): boolean {
  if (origin === undefined || allowedOrigins.includes("*")) return true;
  return LOOPBACK_ORIGIN.test(origin) || [baseUrl(), ...allowedOrigins].includes(origin);
}

const hostOf = (url = ""): string => url.replace(/^https?:\/\//, "");
const withoutPort = (host: string): string => host.replace(/:\d+$/, "").toLowerCase();
