import type { Transport } from "../../runtime/hub/callback/callback-client.ts";
import type { Timer } from "../../runtime/hub/timer.ts";

interface Event {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Virtual time: events in the order of their moments, everything that follows from one before the next. */
export class World {
  /** Moments since the beginning, never going back. */
  elapsed = 0;
  /** What wall clocks show more than that. */
  clockOffset = Date.UTC(2026, 0, 1);
  readonly #events: Event[] = [];
  #order = 0;

  readonly clock = (): number => this.clockOffset + this.elapsed;

  at(afterMs: number, run: () => void): () => void {
    this.#order += 1;
    const event = { at: this.elapsed + Math.max(0, Math.round(afterMs)), order: this.#order, run };
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#events[middle] as Event;
      if (other.at < event.at || (other.at === event.at && other.order < event.order)) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, event);
    return () => {
      const index = this.#events.indexOf(event);
      if (index !== -1) this.#events.splice(index, 1);
    };
  }

  /** Runs all events up to a moment. */
  async runUntil(moment: number): Promise<void> {
    for (;;) {
      const [next] = this.#events;
      if (next === undefined || next.at > moment) break;
      this.#events.shift();
      this.elapsed = next.at;
      next.run();
      await settled();
    }
    this.elapsed = moment;
  }
}

/** Everything that was promised and needs nothing from outside has happened. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A process: after a crash nothing that it waited for reaches it, nor does it begin anything. */
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

  /** A transport whose answers are lost when the process is. */
  transport(send: Transport): Transport {
    return async (request) => {
      const answer = this.isAlive ? await send(request) : undefined;
      return answer !== undefined && this.isAlive ? answer : await NEVER;
    };
  }
}

const NEVER = new Promise<never>(() => {});
