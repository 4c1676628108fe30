import { join } from "node:path";
import type { RuntimeConfig } from "../../runtime/config.ts";
import { readRuntimeConfig } from "../../runtime/config.ts";
import type { HubPolicy } from "../../runtime/hub/policy.ts";
import { emptyFolder } from "./content.ts";
import { publishNumber, TEST_BASE_URL } from "./releases.ts";
import { type Running, startSidecar } from "./sidecar.ts";

export const FEED = `${TEST_BASE_URL}/api/feed.json`;
export const ATOM = `${TEST_BASE_URL}/feed.xml`;
export const DATASET = `${TEST_BASE_URL}/reviews.json`;

export interface TestHub extends Running {
  readonly dist: string;
  /** Publishes the next release and lets the sidecar see it. */
  publish(): Promise<void>;
  /** POSTs a form. */
  post(
    fields: Form,
    headers?: Record<string, string>,
  ): Promise<{ status: number; text: string; headers: Headers }>;
  subscribe(callback: string, fields?: Record<string, string>): Promise<number>;
  unsubscribe(callback: string, fields?: Record<string, string>): Promise<number>;
  /** The diagnosis; undefined if there is no such subscription. */
  diagnose(callback: string, topic?: string): Promise<DiagnosisDocument | undefined>;
  /** Resolves once the diagnosis shows this state and no pending request; undefined is none, or an ended one. */
  untilState(
    callback: string,
    state: "active" | "pending verification" | undefined,
    topic?: string,
  ): Promise<void>;
}

export type Form = Record<string, string> | [string, string][] | string;

export interface DiagnosisDocument {
  readonly state: string;
  readonly lease_ends_at: string | null;
  readonly consecutive_failures: number;
  readonly last_status: string | null;
  readonly next_attempt_at: string | null;
  readonly pending: string | null;
  readonly up_to_date: boolean | null;
  readonly paused_at: string | null;
  readonly ended_at: string | null;
  readonly end_reason: string | null;
}

/** Limits that tests do not reach by accident. */
export const OPEN_POLICY: Partial<HubPolicy> = {
  database: ":memory:",
  allowedNetworks: ["127.0.0.0/8"],
  callbackPorts: "any",
  subscribesPerMinute: 1_000_000,
  verificationsPerHostHour: 1_000_000,
  maxPerHost: 1_000_000,
  maxPending: 1_000_000,
};

export function policyOf(change: Partial<HubPolicy> = {}): HubPolicy {
  const config = readRuntimeConfig({});
  if (!config.ok) throw new Error(config.error.join("\n"));
  return { ...config.value.hub, ...OPEN_POLICY, ...change };
}

/** Starts a sidecar with its own releases, whose hub may call loopback addresses. */
export async function startHub(
  change: Partial<HubPolicy> = {},
  {
    clock,
    release = 1,
    ...config
  }: Partial<RuntimeConfig> & { readonly clock?: () => number; readonly release?: number } = {},
): Promise<TestHub> {
  const dist = join(emptyFolder(), "dist");
  let number = release;
  await publishNumber(dist, number);
  const running = await startSidecar(dist, { ...config, hub: policyOf(change) }, clock);
  const url = `${running.origin}/api/websub/hub`;
  const post: TestHub["post"] = async (fields, headers = {}) => {
    const response = await fetch(url, {
      method: "POST",
      body: typeof fields === "string" ? fields : new URLSearchParams(fields).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const send = async (mode: string, callback: string, fields: Record<string, string>): Promise<number> => {
    const form = { "hub.mode": mode, "hub.callback": callback, "hub.topic": FEED, ...fields };
    return (await post(form)).status;
  };
  const diagnose: TestHub["diagnose"] = async (callback, topic = FEED) => {
    const query = new URLSearchParams({ "hub.callback": callback, "hub.topic": topic });
    const response = await fetch(`${url}?${query.toString()}`);
    return response.status === 200 ? ((await response.json()) as DiagnosisDocument) : undefined;
  };
  return {
    ...running,
    dist,
    post,
    diagnose,
    publish: async () => {
      number += 1;
      await publishNumber(dist, number);
      await running.sidecar.reload();
    },
    subscribe: (callback, fields = {}) => send("subscribe", callback, fields),
    unsubscribe: (callback, fields = {}) => send("unsubscribe", callback, fields),
    untilState: async (callback, state, topic) => {
      const endAt = performance.now() + 10_000;
      for (;;) {
        const found = await diagnose(callback, topic);
        const isPending = found !== undefined && found.pending !== null;
        const current = found?.state === "ended" ? undefined : found?.state;
        if (current === state && (state === "pending verification" || !isPending)) return;
        if (performance.now() > endAt)
          throw new Error(`${callback} is ${found?.state ?? "unknown"}, not ${state}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}
