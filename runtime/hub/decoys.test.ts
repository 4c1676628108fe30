import fc from "fast-check";
import { expect, test } from "vitest";
import type { Callback } from "./callback/callback.ts";
import { DECOYS, Decoys, decoysOf } from "./decoys.ts";

const callbackOf = (target: string): Callback => ({
  url: `https://host.example.com${target}`,
  key: `https://host.example.com${target}`,
  hostname: "host.example.com",
  port: 443,
  target,
});

test("a decoy differs from the callback in one segment, and keeps its query", () => {
  const segment = fc.stringMatching(/^[\w.~-]{1,12}$/);
  fc.assert(
    fc.property(
      fc.array(segment, { minLength: 1, maxLength: 5 }),
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      (segments, stream) => {
        const random = (): number => stream.next().value as number;
        const target = `/${segments.join("/")}?id=1`;
        for (const { target: decoy } of decoysOf(callbackOf(target), random)) {
          const [path = "", query] = decoy.split("?");
          const found = path.slice(1).split("/");
          expect(query).toBe("id=1");
          expect(found.filter((one, index) => one !== segments[index])).toHaveLength(1);
          expect(found).toHaveLength(segments.length);
        }
      },
    ),
  );
});

test("a replacement keeps the kinds of characters", () => {
  const random = (): number => 0.99;
  expect(decoysOf(callbackOf("/Ab1-0f"), random).map(({ target }) => target)).toEqual(
    expect.arrayContaining(["/Zz9-9z", "/Zz9-0f", "/Ab1-9f"]),
  );
  expect(decoysOf(callbackOf("/00-ff"), () => 0.5).map(({ target }) => target)).toContain("/55-dd");
});

test.for(["/", "/?id=1", "/%61bc", "//"])("%s has no path of its own", async (target) => {
  expect(await new Decoys(() => 0).prove(callbackOf(target), 0, () => Promise.resolve("refused"))).toBe(
    "no-path-of-its-own",
  );
});

test("two refused decoys prove a callback; a missing response does not, and is not held against others", async () => {
  const decoys = new Decoys(() => 0.5);
  const sent: string[] = [];
  const refuse = (target: string): Promise<"refused"> => (sent.push(target), Promise.resolve("refused"));
  expect(await decoys.prove(callbackOf("/hook/abc"), 0, refuse)).toBeUndefined();
  expect(new Set(sent).size).toBe(DECOYS);
  expect(await decoys.prove(callbackOf("/hook/abc"), 0, () => Promise.resolve({ unknown: "503" }))).toBe(
    "503",
  );
  expect(decoys.isSuspect(callbackOf("/hook/abc"), 0)).toBe(false);
});

test("a confirmed decoy casts doubt for a day on the callbacks below the part that differs", async () => {
  const day = 86_400_000;
  // The first decoy: of three segments, the first one differs in whole.
  const root = new Decoys(() => 0);
  expect(await root.prove(callbackOf("/z/y/x"), 0, () => Promise.resolve("confirmed"))).toBe(
    "confirms-anything",
  );
  expect(root.isSuspect(callbackOf("/other"), day - 1)).toBe(true);
  expect(root.isSuspect(callbackOf("/other"), day)).toBe(false);
  // The last decoy: the last segment differs.
  const deep = new Decoys(() => 0.999);
  await deep.prove(callbackOf("/Hook/abc"), 0, () => Promise.resolve("confirmed"));
  expect(deep.isSuspect(callbackOf("/hook/other"), 0)).toBe(true);
  expect(deep.isSuspect(callbackOf("/other"), 0)).toBe(false);
});
