import { setTimeout as wait } from "node:timers/promises";
import { claimCosts } from "./hub-claims.ts";
import {
  arrivalMs,
  type BenchSetup,
  bareSender,
  BODY_BYTES,
  hubSender,
  type Round,
  type Sender,
  withReceivers,
} from "./hub-senders.ts";
import { median } from "./peer.ts";
import { printTable } from "./table.ts";

const SUBSCRIBERS = 1000;
const ORIGINS = 8;
const HANGING_HOSTS = 50;
/** Unmeasured releases at the start, so that the senders run like a service that has been up for a while. */
const WARM_UPS = 30;
const ROUNDS = 20;
const RESTED_ROUNDS = 6;
/** A hanging request times out after 10 s and is retried more than a second later. */
const HANGING_MS = 11_500;

const HEALTHY = Array.from({ length: ORIGINS }, (_, index) => `127.0.0.${index + 1}`);
const HANGING = Array.from({ length: HANGING_HOSTS }, (_, index) => `127.0.0.${100 + index}`);

/** `npm run bench -- hub`: end to end over https with durable state, compared with a sender without state. */
export async function run(sizes: readonly string[] = ["100000"]): Promise<void> {
  await withReceivers([...HEALTHY, ...HANGING], [], async (port, setup) => {
    await deliveries(port, setup);
    setup.receivers.kill();
    await claimCosts(Number(sizes[0]), setup.folder);
  });
}

async function deliveries(port: number, setup: BenchSetup): Promise<void> {
  const callbacks = Array.from(
    { length: SUBSCRIBERS },
    (_, index) => `https://${HEALTHY[index % ORIGINS] ?? ""}:${port}/s/${index}`,
  );
  const hanging = Array.from(
    { length: SUBSCRIBERS / 10 },
    (_, index) => `https://${HANGING[index % HANGING_HOSTS] ?? ""}:${port}/hang/${index}`,
  );
  const tenth = [...hanging, ...callbacks.slice(0, SUBSCRIBERS - hanging.length)];

  const busy = await compare(
    [await bareSender(callbacks, setup), await hubSender("busy", callbacks, setup)],
    { rounds: ROUNDS, restMs: 0 },
  );
  printTable(
    `hub: a release to ${SUBSCRIBERS} https subscribers on ${ORIGINS} origins, ${BODY_BYTES / 1000} kB signed, medians of ${ROUNDS} releases in turns; time from the ping`,
    ["sender", "deliveries/s", "ratio", "p50", "p99", "CPU each", "connections", "memory"],
    rowsOf(["bare, no state", "hub, SQLite"], busy, ({ perSecond }) => perSecond),
  );
  const rested = await compare(
    [await hubSender("calm", callbacks, setup), await hubSender("tenth", tenth, setup)],
    { rounds: RESTED_ROUNDS, restMs: HANGING_MS },
  );
  printTable(
    `hub: the same after a pause that closed the connections, medians of ${RESTED_ROUNDS} releases in turns; ratio of the p99`,
    ["sender", "deliveries/s", "ratio", "p50", "p99", "CPU each", "connections", "memory"],
    rowsOf(["all healthy", "a tenth of the subscribers hanging"], rested, ({ p99 }) => p99),
  );
}

interface RoundFigures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

interface SenderFigures {
  readonly rounds: readonly RoundFigures[];
  /** CPU time of all measured rounds. */
  readonly cpuMs: number;
  readonly connections: number;
  readonly memoryMb: number;
}

/** The senders take turns, so that other load on the machine affects them equally. */
async function compare(
  senders: readonly Sender[],
  { rounds, restMs }: { readonly rounds: number; readonly restMs: number },
): Promise<SenderFigures[]> {
  const measured = senders.map(() => ({
    rounds: [] as RoundFigures[],
    cpuMs: 0,
    connections: 0,
    memoryMb: 0,
  }));
  for (let round = -WARM_UPS; round < rounds; round += 1) {
    if (round >= 0) await wait(restMs);
    for (const [index, sender] of senders.entries()) {
      const cpuBefore = sender.cpuMs();
      const figures = figuresOf(await sender.send());
      const of = measured[index];
      if (round < 0 || of === undefined) continue;
      of.rounds.push(figures);
      of.cpuMs += sender.cpuMs() - cpuBefore;
      of.connections = Math.max(of.connections, await sender.connections());
      of.memoryMb = Math.max(of.memoryMb, sender.memoryMb());
    }
  }
  for (const sender of senders) await sender.stop();
  return measured;
}

const figuresOf = (round: Round): RoundFigures => ({
  perSecond: (round.arrivals.length * 1000) / arrivalMs(round, 1),
  p50: arrivalMs(round, 0.5),
  p99: arrivalMs(round, 0.99),
});

/** One row per sender. The ratio to the first one is the median over the rounds. */
function rowsOf(
  names: readonly string[],
  measured: readonly SenderFigures[],
  compared: (figures: RoundFigures) => number,
): string[][] {
  const baseline = measured[0]?.rounds ?? [];
  return measured.map(({ rounds, cpuMs, connections, memoryMb }, index) => {
    const of = (read: (figures: RoundFigures) => number): number => median(rounds.map(read));
    const ratios = rounds.map((figures, turn) => compared(figures) / compared(baseline[turn] ?? figures));
    return [
      names[index] ?? "",
      of(({ perSecond }) => perSecond).toFixed(0),
      median(ratios).toFixed(2),
      `${of(({ p50 }) => p50).toFixed(0)} ms`,
      `${of(({ p99 }) => p99).toFixed(0)} ms`,
      `${(cpuMs / rounds.length / SUBSCRIBERS).toFixed(3)} ms`,
      Number.isNaN(connections) ? "" : String(connections),
      `${memoryMb.toFixed(0)} MB`,
    ];
  });
}
