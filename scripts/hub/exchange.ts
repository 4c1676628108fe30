import { check } from "../../model/check.ts";
import { isTopicPath, type TopicPath, TOPICS } from "../../model/topics.ts";
import { readCallback } from "../../runtime/hub/callback/callback.ts";
import { Networks } from "../../runtime/hub/callback/networks.ts";
import { rfc3339 } from "../../runtime/hub/diagnosis.ts";
import type { Subscription } from "../../runtime/hub/state/subscription.ts";
import type { StoredSubscription } from "../../runtime/hub/store/operator-store.ts";

/** The file of `npm run hub -- export`: everything that moves to another database. */
const exportSchema = {
  type: "object",
  required: ["format", "subscriptions"],
  additionalProperties: false,
  properties: {
    format: { const: 1 },
    subscriptions: {
      type: "array",
      items: {
        type: "object",
        required: ["callback", "topic", "secret", "lease_ends_at", "paused_at"],
        additionalProperties: false,
        properties: {
          callback: { type: "string" },
          topic: { enum: TOPICS.map(({ path }) => path) },
          secret: { type: ["string", "null"] },
          lease_ends_at: { type: "string", format: "date-time" },
          paused_at: { type: ["string", "null"] },
        },
      },
    },
  },
} as const;

const checkExport = check(exportSchema);

/** Any address and port: every request checks its callback against the settings of the sidecar that sends it. */
const ANY_CALLBACK = {
  networks: new Networks(["0.0.0.0/0", "::/0"]),
  ports: "any",
  ownHost: undefined,
} as const;

/** The confirmed subscriptions; a request that is not verified yet is left to the subscriber. */
export function renderExport(stored: readonly StoredSubscription[], now: number): string {
  const subscriptions = stored.flatMap(({ subscription: { callback, topic, live, pausedAt } }) =>
    live === undefined || live.expiresAt <= now
      ? []
      : [
          {
            callback,
            topic,
            secret: live.secret,
            lease_ends_at: rfc3339(live.expiresAt),
            paused_at: rfc3339(pausedAt),
          },
        ],
  );
  return `${JSON.stringify({ format: 1, subscriptions }, undefined, 1)}\n`;
}

/** Parses an export. The error lists every problem, one line each. */
export function parseExport(text: string): {
  readonly subscriptions: Subscription[];
  readonly problems: string[];
} {
  const subscriptions: Subscription[] = [];
  const problems: string[] = [];
  const checked = checkExport(parseJson(text));
  if (!checked.ok) {
    return { subscriptions, problems: checked.error.map(({ path, message }) => `${path}: ${message}`) };
  }
  for (const [at, item] of checked.value.subscriptions.entries()) {
    const callback = readCallback(item.callback, ANY_CALLBACK);
    if (!callback.ok) problems.push(`.subscriptions[${at}].callback: ${callback.error}`);
    else if (isTopicPath(item.topic)) subscriptions.push(subscriptionOf(item, callback.value));
  }
  return { subscriptions, problems };
}

interface ExportItem {
  readonly topic: TopicPath;
  readonly secret: string | null;
  readonly lease_ends_at: string;
  readonly paused_at: string | null;
}

const subscriptionOf = (
  { topic, secret, lease_ends_at, paused_at }: ExportItem,
  { url, key, hostname }: { readonly url: string; readonly key: string; readonly hostname: string },
): Subscription => ({
  callback: url,
  callbackKey: key,
  host: hostname,
  topic,
  live: {
    secret,
    expiresAt: Date.parse(lease_ends_at),
    deliveredVersion: 0,
    failures: 0,
    retryAt: undefined,
  },
  pending: undefined,
  lastStatus: undefined,
  lastAt: undefined,
  pausedAt: paused_at === null ? undefined : Date.parse(paused_at),
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
