import type { Progress } from "./progress.ts";

export interface Terminal {
  readonly isTTY: boolean;
  readonly write: (text: string) => void;
}

export interface StageTime {
  readonly stage: string;
  readonly ms: number;
}

/** A short build finishes before its progress line would be worth reading. */
const PROGRESS_DELAY_MS = 400;

/** Measures each stage and shows progress on a terminal. */
export class Stopwatch {
  readonly stages: StageTime[] = [];
  readonly #terminal: Terminal;
  readonly #nowMs: () => number;
  readonly #startedAt: number;
  #stage = "";
  #stageStartedAt: number;

  constructor(terminal: Terminal, nowMs: () => number) {
    this.#terminal = terminal;
    this.#nowMs = nowMs;
    this.#startedAt = nowMs();
    this.#stageStartedAt = this.#startedAt;
  }

  readonly progress: Progress = (stage, done, of) => {
    const now = this.#nowMs();
    if (stage !== this.#stage) this.#startStage(stage, now);
    if (!this.#terminal.isTTY || now - this.#startedAt < PROGRESS_DELAY_MS) return;
    const percent = done !== undefined && of ? ` ${Math.floor((done * 100) / of)}%` : "";
    this.#terminal.write(`\r\u001B[K${stage}${percent} ...`);
  };

  /** Clears the progress line and returns the total time in milliseconds. */
  finish(): number {
    const now = this.#nowMs();
    this.#startStage("", now);
    if (this.#terminal.isTTY) this.#terminal.write("\r\u001B[K");
    return Math.round(now - this.#startedAt);
  }

  #startStage(stage: string, now: number): void {
    if (this.#stage !== "")
      this.stages.push({ stage: this.#stage, ms: Math.round(now - this.#stageStartedAt) });
    this.#stage = stage;
    this.#stageStartedAt = now;
  }
}
