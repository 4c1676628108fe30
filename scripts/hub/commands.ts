import { existsSync, readFileSync } from "node:fs";
import type {
  OperatorStore,
  StoredSubscription,
  SubscriptionQuery,
} from "../../runtime/hub/store/operator-store.ts";
import type { Attempt } from "../../runtime/hub/store/store.ts";
import { CommandError } from "../import/reasons.ts";
import { parseExport, renderExport } from "./exchange.ts";
import { renderList, renderShown } from "./render.ts";
import { attemptView, viewOf, viewOfEnded } from "./view.ts";

export interface CommandInput {
  readonly target: string;
  readonly isRevealed: boolean;
  readonly limit: number;
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** The result of a command, for people and as JSON. */
export interface CommandOutcome {
  readonly text: string;
  readonly document: object;
  readonly isDone: boolean;
}

interface HubCommand {
  /** The usage error, if the arguments are invalid. */
  readonly problem: (target: string | undefined, isRevealed: boolean) => string | undefined;
  readonly run: (store: OperatorStore, input: CommandInput) => Promise<CommandOutcome>;
}

const MAX_TARGETS = 1000;
const TEST_TIMEOUT_MS = 30_000;
const TEST_POLL_MS = 250;

const optional: HubCommand["problem"] = () => undefined;

const required: HubCommand["problem"] = (target) =>
  target === undefined ? "name an id from list, or a callback's URL" : undefined;

const single: HubCommand["problem"] = (target) =>
  target !== undefined && /^(?:\d+$|https:)/i.test(target) ? undefined : required(undefined, false);

const revealing: HubCommand["problem"] = (target, isRevealed) => {
  if (target !== undefined) return "export takes no target";
  return isRevealed ? undefined : "an export contains callbacks and secrets in full: pass --reveal";
};

export const COMMANDS = {
  list: { problem: optional, run: list },
  show: { problem: required, run: show },
  pause: {
    problem: single,
    run: (store, input) => changeEach(store, input, "paused", ({ id }) => store.pause(id, input.clock())),
  },
  resume: {
    problem: single,
    run: (store, input) =>
      changeEach(store, input, "resumed; the current content is due", ({ id }) =>
        store.send(id, input.clock(), true),
      ),
  },
  replay: {
    problem: single,
    run: (store, input) =>
      changeEach(store, input, "the current content is due", ({ id }) =>
        store.send(id, input.clock(), false),
      ),
  },
  test: { problem: single, run: test },
  remove: {
    problem: single,
    run: (store, input) => changeEach(store, input, "removed", ({ id }) => store.remove(id, input.clock())),
  },
  export: { problem: revealing, run: exportAll },
  import: {
    problem: (target) => (target === undefined ? "name the file of an export" : undefined),
    run: importFile,
  },
} as const satisfies Record<string, HubCommand>;

export const isCommandName = (name: string): name is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, name);

function queryOf(target: string): SubscriptionQuery {
  if (target === "") return { by: "all" };
  if (/^\d+$/.test(target)) return { by: "id", id: Number(target) };
  return { by: /^https:/i.test(target) ? "callback" : "host", value: target };
}

async function list(store: OperatorStore, input: CommandInput): Promise<CommandOutcome> {
  const options = { now: input.clock(), isRevealed: input.isRevealed };
  const selection = queryOf(input.target);
  const subscriptions = (await store.list(selection, input.limit)).map((stored) => viewOf(stored, options));
  const ended = (await store.listEnded(selection, input.limit)).map((tombstone) =>
    viewOfEnded(tombstone, options),
  );
  return { text: renderList([...subscriptions, ...ended]), document: { subscriptions, ended }, isDone: true };
}

async function show(store: OperatorStore, input: CommandInput): Promise<CommandOutcome> {
  const options = { now: input.clock(), isRevealed: input.isRevealed };
  const selection = queryOf(input.target);
  const subscriptions = [];
  for (const stored of await store.list(selection, input.limit)) {
    const attempts = (await store.attempts(stored.id)).map(attemptView);
    subscriptions.push({ ...viewOf(stored, options), attempts });
  }
  const ended = (await store.listEnded(selection, input.limit)).map((tombstone) => ({
    ...viewOfEnded(tombstone, options),
    attempts: tombstone.attempts.map(attemptView),
  }));
  const all = [...subscriptions, ...ended];
  const text = all.length === 0 ? NOTHING_FOUND : all.map(renderShown).join("\n");
  return { text, document: { subscriptions, ended }, isDone: all.length > 0 };
}

const NOTHING_FOUND =
  "nothing found: no subscription, and none that ended in the last 30 days. A request that the callback never confirmed leaves no record: see hub_verifications_total\n";

/** Changes each target; not done if there is none, or one cannot be changed in its state. */
async function changeEach(
  store: OperatorStore,
  input: CommandInput,
  done: string,
  change: (stored: StoredSubscription) => Promise<boolean>,
): Promise<CommandOutcome> {
  const changed: number[] = [];
  const refused: number[] = [];
  for (const stored of await store.list(queryOf(input.target), MAX_TARGETS)) {
    ((await change(stored)) ? changed : refused).push(stored.id);
  }
  const lines = [
    ...changed.map((id) => `${id}: ${done}\n`),
    ...refused.map((id) => `${id}: not changed; npm run hub -- show ${id} says why\n`),
  ];
  const text = lines.length === 0 ? NOTHING_FOUND : lines.join("");
  return { text, document: { changed, refused }, isDone: changed.length > 0 && refused.length === 0 };
}

/** Sends through a running sidecar, so that its network, settings and limits are those that are tested. */
async function test(store: OperatorStore, input: CommandInput): Promise<CommandOutcome> {
  const results = [];
  for (const { id } of await store.list(queryOf(input.target), MAX_TARGETS)) {
    const [before] = await store.attempts(id);
    const isDue = await store.send(id, input.clock(), false);
    const attempt = isDue ? await nextAttempt(store, id, before, input) : undefined;
    const isDelivered = attempt !== undefined && /^2\d\d$/.test(attempt.status);
    const reason = isDue ? "no sidecar has sent it within 30 s" : `it is paused or not active: show ${id}`;
    results.push({ id, delivered: isDelivered, attempt: attempt ? attemptView(attempt) : null, reason });
  }
  const text = results.map(({ id, delivered, attempt, reason }) => {
    if (attempt === null) return `${id}: not sent: ${reason}\n`;
    const answer = attempt.status ?? attempt.cause ?? "";
    return `${id}: ${delivered ? "delivered" : "failed"}: ${answer} after ${attempt.duration_ms} ms\n`;
  });
  const tests = results.map(({ id, delivered, attempt, reason }) => ({
    id,
    delivered,
    attempt,
    reason: attempt === null ? reason : null,
  }));
  const isDone = results.length > 0 && results.every(({ delivered }) => delivered);
  return { text: text.join("") || NOTHING_FOUND, document: { tests }, isDone };
}

async function nextAttempt(
  store: OperatorStore,
  id: number,
  before: Attempt | undefined,
  { clock, sleep }: CommandInput,
): Promise<Attempt | undefined> {
  for (const endAt = clock() + TEST_TIMEOUT_MS; clock() < endAt; await sleep(TEST_POLL_MS)) {
    const [latest] = await store.attempts(id);
    if (latest?.kind === "delivery" && JSON.stringify(latest) !== JSON.stringify(before)) return latest;
  }
  return undefined;
}

async function exportAll(store: OperatorStore, { clock }: CommandInput): Promise<CommandOutcome> {
  const text = renderExport(await store.list({ by: "all" }, Number.MAX_SAFE_INTEGER), clock());
  return { text, document: JSON.parse(text) as object, isDone: true };
}

/** Adds nothing if the file has a problem. */
async function importFile(store: OperatorStore, { target }: CommandInput): Promise<CommandOutcome> {
  if (!existsSync(target)) throw new CommandError([`${target}: does not exist; name the file of an export`]);
  const { subscriptions, problems } = parseExport(readFileSync(target, "utf8"));
  if (problems.length > 0) throw new CommandError(problems.map((problem) => `${target}${problem}`));
  let added = 0;
  for (const subscription of subscriptions) if (await store.insert(subscription)) added += 1;
  const existing = subscriptions.length - added;
  const text = `${added} added, ${existing} existed already\n`;
  return { text, document: { added, existing }, isDone: true };
}
