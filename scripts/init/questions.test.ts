import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { ask } from "./questions.ts";

const GIVEN = { name: "Blue Door", language: "fr", "base-url": "https://a.example", report: "b@a.example" };

/** Asks in a terminal in which these keys are typed. */
function answersTo(keys: string) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const answers = ask(GIVEN, { stdin, stdout });
  stdin.write(keys);
  return answers;
}

test("asks for what is not given, and takes the default for an empty line", async () => {
  expect(await answersTo("\rhttps://c.example\r")).toEqual({
    ...GIVEN,
    type: "LocalBusiness",
    url: "https://c.example",
  });
});

test.each(["\u0003", "\u0004", "Bakery\r\u0004"])("ends by Ctrl+C and Ctrl+D: %j", async (keys) => {
  expect(await answersTo(keys)).toBeUndefined();
});
