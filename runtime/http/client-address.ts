import type { IncomingMessage } from "node:http";
import { single } from "./request.ts";

/** Gives the address of the client that sent a request. */
export type ClientAddress = (request: IncomingMessage) => string;

/**
 * The connected address, or, behind proxies that the operator trusts, the last address in X-Forwarded-For that is
 * not one of them. Whatever the client itself writes there stands further left and is never reached.
 */
export const clientAddress =
  (isTrusted: (address: string) => boolean): ClientAddress =>
  ({ socket, headers }) => {
    const { remoteAddress = "" } = socket;
    const forwardedFor = single(headers["x-forwarded-for"]);
    if (!isTrusted(remoteAddress) || forwardedFor === undefined) return remoteAddress;
    const hops = forwardedFor.split(",").map((hop) => hop.trim());
    return hops.findLast((hop) => !isTrusted(hop)) ?? remoteAddress;
  };
