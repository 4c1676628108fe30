import type { Route } from "./app.ts";

const HEADERS = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };

/** `/healthz`: the process answers. `/readyz`: it has a release and is not about to stop. */
export function healthRoutes(isReady: () => boolean): Route[] {
  return [
    { path: "/healthz", methods: { GET: () => new Response("ok\n", { headers: HEADERS }) } },
    {
      path: "/readyz",
      methods: {
        GET: () =>
          isReady()
            ? new Response("ready\n", { headers: HEADERS })
            : new Response("not ready\n", { status: 503, headers: HEADERS }),
      },
    },
  ];
}
