import type { H3Event } from "h3";

/**
 * Who asks: the connected address, or, behind proxies that the operator trusts, the last address in X-Forwarded-For
 * that is not one of them. What a client writes there itself stands further left and is never reached.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | null,
  isTrusted: (address: string) => boolean,
): string {
  if (!isTrusted(peer) || forwardedFor === null) return peer;
  const hops = forwardedFor.split(",").map((hop) => hop.trim());
  return hops.findLast((hop) => !isTrusted(hop)) ?? peer;
}

/** The address that an h3 event's connection comes from. */
export const peerOf = (event: H3Event): string => event.runtime?.node?.req.socket.remoteAddress ?? "";
