import { TOPICS } from "../../model/topics.ts";
import type {
  CallbackRequest,
  CallbackResult,
  Transport,
} from "../../runtime/hub/callback/callback-client.ts";
import { Networks } from "../../runtime/hub/callback/networks.ts";
import type { TopicRelease } from "../../runtime/hub/dispatcher.ts";
import { Hub } from "../../runtime/hub/hub.ts";
import type { HubPolicy } from "../../runtime/hub/policy.ts";
import type { SqlStore } from "../../runtime/hub/store/sql-store.ts";
import { policyOf } from "../support/hub.ts";
import { Process, type World } from "./world.ts";

const BASE_URL = "https://reviews.example";

interface SimulatedHubOptions {
  readonly store: SqlStore;
  readonly policy?: Partial<HubPolicy>;
  readonly transport: Transport;
  readonly random: () => number;
  readonly process?: Process;
  readonly networks?: Networks;
  /** True while the control URL responds. */
  readonly isOnline?: boolean;
  readonly onFault?: (error: unknown) => void;
}

/** A started hub in virtual time. A fault fails the test, unless `onFault` takes it. */
export function startHubIn(
  world: World,
  {
    store,
    policy = {},
    transport,
    random,
    process = new Process(world),
    networks = new Networks(),
    isOnline = true,
    onFault = (error) => {
      throw error;
    },
  }: SimulatedHubOptions,
): Hub {
  const hub = new Hub(store, policyOf(policy), networks, {
    clock: world.clock,
    timer: process.timer,
    transport: process.transport(transport),
    control: () => Promise.resolve(isOnline),
    random,
    token: world.token,
    reload: () => {},
    events: {
      verified: () => {},
      delivered: () => {},
      outageChanged: () => {},
      terminated: () => {},
      fault: onFault,
    },
  });
  hub.start();
  return hub;
}

/** A release whose topics all have the version as their body. */
export function releaseOf(version: number): TopicRelease {
  const content = {
    body: Buffer.from(String(version)),
    etag: `"${version}"`,
    links: "",
    modifiedAt: version * 1000,
  };
  return {
    baseUrl: BASE_URL,
    contents: new Map(TOPICS.map(({ path, mediaType }) => [path, { ...content, mediaType }])),
  };
}

export const versionOf = (body: CallbackRequest["body"]): number => Number((body as Buffer).toString());

/** The form of a request about the Atom feed. */
export const formOf = (
  mode: "subscribe" | "unsubscribe",
  callback: string,
  leaseSeconds?: number,
): URLSearchParams =>
  new URLSearchParams({
    "hub.mode": mode,
    "hub.callback": callback,
    "hub.topic": `${BASE_URL}/feed.xml`,
    ...(leaseSeconds === undefined ? {} : { "hub.lease_seconds": String(leaseSeconds) }),
  });

/** The hub's parameters in the target of a GET. They follow the callback's own. */
export const hubQueryOf = (target: string): URLSearchParams =>
  new URLSearchParams(target.slice(target.search(/[?&]hub\.mode=/) + 1));

export const responseWith = (status: number, body = ""): CallbackResult & { ok: true } => ({
  ok: true,
  status,
  body: Buffer.from(body),
  isTruncated: false,
  retryAfter: undefined,
});

/** The response that confirms a verification. */
export const echoOf = (target: string): CallbackResult & { ok: true } =>
  responseWith(200, hubQueryOf(target).get("hub.challenge") ?? "");
