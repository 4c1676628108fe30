import { NO_STORE, TEXT_TYPE } from "./headers.ts";
import { queryOf } from "./request.ts";
import { type Handle, refuse, respond } from "./respond.ts";
import type { Route } from "./routes.ts";

const HEADERS = ["Content-Type", TEXT_TYPE, ...NO_STORE];

/** True for each part of the sidecar that can do its work. */
export interface ReadyParts {
  /** There is a release, and the sidecar is not draining. */
  readonly reads: () => boolean;
  readonly hub: () => boolean;
}

/**
 * `/healthz`: the process answers. `/readyz`: reads are served, whatever the hub does, so that a balancer does not take
 * all reads away for a lost database. `/readyz?part=hub` answers for the hub alone.
 */
export function healthRoutes(parts: ReadyParts): Route[] {
  const readyz: Handle = (request, response) => {
    const part = queryOf(request).get("part") ?? "reads";
    if (!isPart(part)) {
      const issues = [{ path: "part", code: "enum", message: `must be one of ${PARTS.join(", ")}` }];
      return refuse(response, "invalidParameters", { issues });
    }
    const lines = PARTS.map((name) => `${name}: ${parts[name]() ? "ready" : "not ready"}\n`);
    return respond(response, parts[part]() ? 200 : 503, HEADERS, lines.join(""));
  };
  return [
    { path: HEALTH_PATHS[0], methods: { GET: healthz } },
    { path: HEALTH_PATHS[1], methods: { GET: readyz } },
  ];
}

const HEALTH_PATHS = ["/healthz", "/readyz"] as const;

export const isHealthPath = (path: string): boolean => HEALTH_PATHS.some((one) => one === path);

const healthz: Handle = (_, response) => respond(response, 200, HEADERS, "ok\n");

const PARTS = ["reads", "hub"] as const;

const isPart = (name: string): name is keyof ReadyParts => PARTS.some((part) => part === name);
