/** Every error body in the shape of RFC 9457. The hub states its reasons as plain text, MCP as JSON-RPC errors. */
export const REFUSALS = {
  badRequest: { status: 400, title: "Bad request", detail: "The request could not be understood." },
  invalidParameters: {
    status: 400,
    title: "Invalid parameters",
    detail: "One or more parameters are unknown, repeated or out of bounds; see issues.",
  },
  invalidDate: {
    status: 400,
    title: "Invalid date",
    detail: "The date must be a day that exists, written YYYY-MM-DD.",
  },
  notFound: { status: 404, title: "Not found", detail: "Nothing is published at this path." },
  gone: { status: 410, title: "Gone", detail: "This review is no longer published." },
  methodNotAllowed: { status: 405, title: "Method not allowed", detail: "See the Allow header." },
  notAcceptable: {
    status: 406,
    title: "Not acceptable",
    detail: "The Accept-Encoding header refuses every representation of this resource.",
  },
  preconditionFailed: {
    status: 412,
    title: "Precondition failed",
    detail: "The resource is not what If-Match or If-Unmodified-Since expects.",
  },
  requestTimeout: {
    status: 408,
    title: "Request timeout",
    detail: "The request did not arrive in time.",
  },
  contentTooLarge: {
    status: 413,
    title: "Content too large",
    detail: "The request has chunk extensions over the limit.",
  },
  headersTooLarge: {
    status: 431,
    title: "Request header fields too large",
    detail: "The request line and the header fields are over the limit of 16 KiB.",
  },
  internal: {
    status: 500,
    title: "Internal error",
    detail: "Something went wrong here, not in the request.",
  },
  overloaded: {
    status: 503,
    title: "Overloaded",
    detail: "Too many searches are waiting; try again after Retry-After.",
  },
  unavailable: {
    status: 503,
    title: "Unavailable",
    detail: "There is no release yet, or its files cannot be read at the moment.",
  },
} as const satisfies Record<string, { status: number; title: string; detail: string }>;

export type RefusalName = keyof typeof REFUSALS;
