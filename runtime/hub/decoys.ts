import { forgetOldest } from "../../model/forget-oldest.ts";
import type { Callback } from "./callback/callback.ts";

/** Decoys per verification. With `DECOY_DEADLINE_MS` they end long before the claim of the verification does. */
export const DECOYS = 2;
export const DECOY_DEADLINE_MS = 2000;

/** The response to a decoy: `confirmed` is a 2xx with exactly the challenge, `unknown` one that proves nothing. */
export type DecoyResponse = "confirmed" | "refused" | { readonly unknown: string };

/** Paths next to a confirmed decoy are not trusted for this long. */
const SUSPECT_MS = 86_400_000;
const MAX_SUSPECTS = 10_000;
const APPENDED = "x7ab3k";

interface Decoy {
  readonly target: string;
  /** Host and path above the segment that differs from the callback's. */
  readonly below: string;
}

/**
 * Proves that a host does not confirm arbitrary paths. A decoy is a verification request that was never requested, for
 * a path that differs from the callback's in one segment. On a host that confirms it, a stranger could subscribe any
 * number of paths. The differing parts are random, so a stranger cannot predict them, and one confirmed decoy stops
 * growth below its path for a day.
 */
export class Decoys {
  readonly #random: () => number;
  /** By host and path, with the time, the oldest first. */
  readonly #suspects = new Map<string, number>();

  constructor(random: () => number) {
    this.#random = random;
  }

  /** True if a decoy above this callback's last segment was confirmed a short time ago. */
  isSuspect(callback: Callback, now: number): boolean {
    const segments = segmentsOf(callback);
    return segments.some((_, index) => {
      const at = this.#suspects.get(above(callback, segments, index));
      return at !== undefined && Math.abs(now - at) < SUSPECT_MS;
    });
  }

  /** Resolves to the reason why the callback is not proven, or to undefined if all decoys were refused. */
  async prove(
    callback: Callback,
    now: number,
    send: (target: string) => Promise<DecoyResponse>,
  ): Promise<string | undefined> {
    const decoys = decoysOf(callback, this.#random);
    if (decoys.length === 0) return "no-path-of-its-own";
    for (let count = 0; count < DECOYS; count += 1) {
      const [decoy] = decoys.splice(Math.floor(this.#random() * decoys.length), 1);
      if (decoy === undefined) break;
      const response = await send(decoy.target);
      if (typeof response === "object") return response.unknown;
      if (response === "refused") continue;
      this.#suspects.delete(decoy.below);
      this.#suspects.set(decoy.below, now);
      forgetOldest(this.#suspects, MAX_SUSPECTS);
      return "confirms-anything";
    }
    return undefined;
  }
}

/**
 * Each segment replaced in whole, in its first or second half, in one character, and extended. A path with percent
 * encoding gets none: a stranger could choose escapes with which every decoy is invalid, and thus refused.
 */
export function decoysOf(callback: Callback, random: () => number): Decoy[] {
  const segments = segmentsOf(callback);
  if (pathOf(callback).includes("%")) return [];
  const query = callback.target.slice(pathOf(callback).length);
  return segments.flatMap((segment, index) => {
    const middle = segment.length >> 1;
    const at = Math.floor(random() * segment.length);
    const other = (from: number, to: number): string =>
      segment.slice(0, from) + similar(segment.slice(from, to), random) + segment.slice(to);
    const whole = other(0, segment.length);
    const replaced = [whole, other(0, middle), other(middle, segment.length), other(at, at + 1)];
    return [...replaced, segment === "" ? "" : `${segment}${similar(APPENDED, random)}`]
      .filter((one) => one !== segment)
      .map((one) => ({
        target: `${segments.with(index, one).join("/")}${query}`,
        below: above(callback, segments, index),
      }));
  });
}

const pathOf = ({ target }: Callback): string => target.split("?", 1)[0] ?? "";

const segmentsOf = (callback: Callback): string[] => pathOf(callback).split("/");

const above = ({ hostname }: Callback, segments: readonly string[], index: number): string =>
  `${hostname}${segments.slice(0, index).join("/").toLowerCase()}`;

const HEX = /^[\da-f-]+$/;
const CLASSES = ["0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"] as const;

/** Random text with the same length and kinds of characters, so that a server that checks the form passes it on. */
function similar(text: string, random: () => number): string {
  const letters = HEX.test(text) ? ["0123456789", "abcdef"] : CLASSES;
  return text.replaceAll(/[a-z\d]/gi, (character) => {
    const among = letters.find((one) => one.includes(character)) ?? "";
    return among[Math.floor(random() * among.length)] ?? character;
  });
}
