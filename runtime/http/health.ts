import { NO_STORE, TEXT_TYPE } from "./headers.ts";
import { respond } from "./respond.ts";
import type { Route } from "./routes.ts";

const HEADERS = ["Content-Type", TEXT_TYPE, ...NO_STORE];

/** `/healthz`: the process answers. `/readyz`: it has a release and is not draining. */
export function healthRoutes(isReady: () => boolean): Route[] {
  return [
    { path: "/healthz", methods: { GET: (_, response) => respond(response, 200, HEADERS, "ok\n") } },
    {
      path: "/readyz",
      methods: {
        GET: (_, response) =>
          isReady()
            ? respond(response, 200, HEADERS, "ready\n")
            : respond(response, 503, HEADERS, "not ready\n"),
      },
    },
  ];
}
