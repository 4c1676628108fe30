import type { Transport } from "../../runtime/hub/callback/callback-client.ts";
import type { Timer } from "../../runtime/hub/policy.ts";

interface ScheduledEvent {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Virtual time. Runs events in order of time, each with everything it triggers before the next. */
export class World {
  /** Milliseconds since the start; monotonic. */
  elapsed = 0;
  /** Offset of the wall clock, which may jump. */
  clockOffset = Date.UTC(2026, 0, 1);
  readonly #events: ScheduledEvent[] = [];
  #order = 0;
  #tokens = 0;

  readonly clock = (): number => this.clockOffset + this.elapsed;

  /** Unique in this world, over all its processes. */
  readonly token = (): string => `t${(this.#tokens += 1)}`;

  at(afterMs: number, run: () => void): () => void {
    this.#order += 1;
    const event = { at: this.elapsed + Math.max(0, Math.round(afterMs)), order: this.#order, run };
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#events[middle] as ScheduledEvent;
      if (other.at < event.at || (other.at === event.at && other.order < event.order)) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, event);
    return () => {
      const index = this.#events.indexOf(event);
      if (index !== -1) this.#events.splice(index, 1);
    };
  }

  /** Runs all events up to this time. */
  async runUntil(endAt: number): Promise<void> {
    for (;;) {
      const [next] = this.#events;
      if (next === undefined || next.at > endAt) break;
      this.#events.shift();
      this.elapsed = next.at;
      next.run();
      await settled();
    }
    this.elapsed = endAt;
  }
}

/** Resolves when all pending promise callbacks have run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A process. After a crash, its timers do not fire and its requests never resolve. */
export class Process {
  isAlive = true;
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  readonly timer: Timer = (run, afterMs) =>
    this.#world.at(afterMs, () => {
      if (this.isAlive) run();
    });

  /** A transport whose responses are lost in a crash. */
  transport(send: Transport): Transport {
    return async (request) => {
      const result = this.isAlive ? await send(request) : undefined;
      return result !== undefined && this.isAlive ? result : await NEVER;
    };
  }
}

const NEVER = new Promise<never>(() => {});
