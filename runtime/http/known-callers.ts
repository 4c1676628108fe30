/** Who may call an endpoint that pages of other sites could reach through a visitor's browser. */
export interface Known {
  readonly baseUrl: () => string | undefined;
  /** Origins beside our own and loopback; `*` is any. */
  readonly allowedOrigins: readonly string[];
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** The Host header must name us or loopback: a name that was rebound to our address is neither. */
export function isKnownHost(host: string | undefined, { baseUrl }: Known): boolean {
  const name = host === undefined ? undefined : hostnameOf(`http://${host}`);
  if (name === undefined) return false;
  return LOOPBACK.test(name) || name === hostnameOf(baseUrl() ?? "");
}

/** Only browsers send an origin: its page must be ours, on loopback, or allowed by name. */
export function isKnownOrigin(origin: string | undefined, { baseUrl, allowedOrigins }: Known): boolean {
  if (origin === undefined || allowedOrigins.includes("*")) return true;
  const name = hostnameOf(origin);
  if (name === undefined) return false;
  return LOOPBACK.test(name) || [baseUrl(), ...allowedOrigins].includes(origin);
}

function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
