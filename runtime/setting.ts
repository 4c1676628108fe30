import { BASE_URL_EXAMPLES, parseBaseUrl } from "../model/base-url.ts";
import { isCidr } from "./hub/callback/networks.ts";

/** A value of the environment with its default. */
export interface Setting<T> {
  readonly fallback: T;
  readonly parse: (raw: string) => T | undefined;
  /** Describes valid values, for the error message. */
  readonly expected: string;
}

export const setting = <T>(fallback: T, parse: Setting<T>["parse"], expected: string): Setting<T> => ({
  fallback,
  parse,
  expected,
});

export const readWhole = (raw: string, min: number, max: number): number | undefined => {
  const value = Number(raw);
  return /^\d+$/.test(raw) && value >= min && value <= max ? value : undefined;
};

export const whole = (fallback: number, min: number, max: number, unit: string): Setting<number> =>
  setting(fallback, (raw) => readWhole(raw, min, max), `${unit}, ${min} to ${max}`);

export const text = (fallback: string, expected: string): Setting<string> =>
  setting(fallback, (raw) => raw, expected);

export const baseUrl = setting<string | undefined>(
  undefined,
  parseBaseUrl,
  `a URL such as ${BASE_URL_EXAMPLES}`,
);

export const list = <T>(
  fallback: readonly T[],
  parseOne: (raw: string) => T | undefined,
  expected: string,
): Setting<readonly T[]> =>
  setting(
    fallback,
    (raw) => {
      const parsed = raw.split(",").map((one) => parseOne(one.trim()));
      return parsed.every((one) => one !== undefined) ? parsed : undefined;
    },
    expected,
  );

export const cidrs = list<string>(
  [],
  (raw) => (isCidr(raw) ? raw : undefined),
  "a list of networks such as 127.0.0.1/32,fd00::/8",
);

export const port = (raw: string): number | undefined => readWhole(raw, 1, 65_535);

/** An https URL. */
export const httpsUrl = setting<string | undefined>(
  undefined,
  (raw) => (URL.parse(raw)?.protocol === "https:" ? raw : undefined),
  "an https URL such as https://www.example.org/",
);
