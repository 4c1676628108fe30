/** Headers that static hosts and the sidecar both send. */

/** Caches may reuse a response for a minute, then revalidate it, and serve it stale while the origin is down. */
export const CACHE_CONTROL = "public, max-age=60, stale-while-revalidate=300, stale-if-error=86400";

/** Pages load nothing but the site's own style, images and search script; no inline script runs. */
export const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

export const REFERRER_POLICY = "strict-origin-when-cross-origin";
