/** Dispatcher are spread by up to this part of the delay, so that many do not come back at once. */
const JITTER = 0.2;

/**
 * Milliseconds from a failed attempt to the next: pure. `failures` counts this one; the last delay repeats.
 * `random`: 0 to 1.
 */
export function retryDelayMs(failures: number, delaysSeconds: readonly number[], random: number): number {
  const index = Math.min(Math.max(failures, 1), delaysSeconds.length) - 1;
  const seconds = delaysSeconds[index] ?? 60;
  return Math.round(seconds * 1000 * (1 + JITTER * random));
}
