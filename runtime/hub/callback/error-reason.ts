import type { Socket } from "node:net";
import { REFUSED_ADDRESS } from "./guarded-agent.ts";

/** The reason why a request got no response, which is safe to show to the callback's owner. */
export type CallbackErrorReason =
  /** Silence after the connection was made. */
  | "timeout"
  | "refused-address"
  /** The name has no address. */
  | "unresolved"
  /** No name server answered, or only with errors such as SERVFAIL. */
  | "lookup-failed"
  /** There is no route to the address. */
  | "no-route"
  /** The address did not accept a connection in time. */
  | "connect-timeout"
  | "tls"
  /** The certificate is not valid at this time, by our clock. */
  | "certificate-time"
  /** Refused or reset. */
  | "connection"
  | "protocol";

type FailedRequestError = Error & { readonly code?: string; readonly errors?: readonly FailedRequestError[] };

/** Tests in order: the first that matches the error's code. */
const REASONS: readonly (readonly [RegExp, CallbackErrorReason])[] = [
  [new RegExp(`^${REFUSED_ADDRESS}$`), "refused-address"],
  [/^ENOTFOUND$/, "unresolved"],
  [/^ELOOKUP$/, "lookup-failed"],
  [/^ETIMEDOUT$/, "connect-timeout"],
  // A connection that our own system could not open counts as one that it could not route.
  [/^(E(NET|HOST)(UNREACH|DOWN)|EADDRNOTAVAIL|EACCES|EPERM|EMFILE|ENFILE|ENOBUFS|ENOMEM)$/, "no-route"],
  [/^CERT_(NOT_YET_VALID|HAS_EXPIRED)$/, "certificate-time"],
  [/^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|UNSPECIFIED|HOSTNAME_)/, "tls"],
  [/^HPE_/, "protocol"],
];

/** Classifies the error of a request. If any of several addresses refused the connection, the host was reached. */
export function reasonOf(error: Error): CallbackErrorReason {
  const { errors = [], code = "" }: FailedRequestError = error;
  if (errors.some((one) => one.code === "ECONNREFUSED")) return "connection";
  return REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? "connection";
}

/** Classifies the silence until the deadline by what the connection still waited for. */
export function timeoutReason(socket: Socket | null): CallbackErrorReason {
  if (socket === null || socket.remoteAddress !== undefined) return "timeout";
  return "connect-timeout";
}
