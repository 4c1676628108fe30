/**
 * Callers of an endpoint that pages of other sites could reach through a visitor's browser. Our own origin and
 * loopback are always allowed.
 */
export interface AllowedCallers {
  readonly baseUrl: () => string | undefined;
  /** `*` allows any. */
  readonly allowedOrigins: readonly string[];
  /** Names by which a proxy or CDN may address the sidecar. */
  readonly allowedHosts: readonly string[];
}

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** Prevents DNS rebinding: a foreign name that resolves to our address is not allowed as Host. */
export function isAllowedHost(host: string | undefined, { baseUrl, allowedHosts }: AllowedCallers): boolean {
  if (host === undefined) return false;
  const own = URL.parse(baseUrl() ?? "")?.host ?? "";
  return LOOPBACK_HOST.test(host) || [own, ...allowedHosts].map(withoutPort).includes(withoutPort(host));
}

/** Only browsers send Origin, so a request without it is allowed. */
export function isAllowedOrigin(
  origin: string | undefined,
  { baseUrl, allowedOrigins }: AllowedCallers,
): boolean {
  if (origin === undefined || allowedOrigins.includes("*")) return true;
  const own = URL.parse(baseUrl() ?? "")?.origin;
  return LOOPBACK_ORIGIN.test(origin) || [own, ...allowedOrigins].includes(origin);
}

const withoutPort = (host: string): string => host.replace(/:\d+$/, "").toLowerCase();
