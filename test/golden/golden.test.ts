import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { emptyFolder } from "../support/content.ts";
import { buildGolden, GOLDEN, goldenPublications } from "../support/golden.ts";
import { acceptGolden, differencesOf } from "../support/golden-expected.ts";

/** Concurrent, because a build mostly waits for the disk. */
describe.concurrent("each golden publication has the expected artifacts", { timeout: 120_000 }, () => {
  test.for(goldenPublications())("%s", async (name) => {
    const files = await built(name);
    if (process.env["ACCEPT_GOLDEN"]) acceptGolden(name, files);
    const differences = differencesOf(name, files);
    expect(differences === "", differences).toBe(true);
  });
});

/** The sample is a plumber: its words come from its content, and none is left in another trade's pages. */
test("the bakery says nothing of plumbing", { timeout: 120_000 }, async () => {
  const words = /plumb|heater|furnace|drain\b|boiler|faucet|\bAC\b|water|repair|Mike/i;
  const texts = [...(await built("bakery"))].filter(([file]) => /\.(?:html|json|xml|txt|js)$/.test(file));
  const found = texts.map(([file, bytes]) => [file, words.exec(bytes.toString("utf8"))?.[0]]);
  expect(found.filter(([, word]) => word !== undefined)).toEqual([]);
});

/** A case with `answers.json` is built with a language model's service that gives these answers. */
async function built(name: string): ReturnType<typeof buildGolden> {
  const answers = join(GOLDEN, name, "answers.json");
  if (!existsSync(answers)) return buildGolden(name, emptyFolder());
  const server = labeller(JSON.parse(readFileSync(answers, "utf8")) as Record<string, unknown>);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return await buildGolden(name, emptyFolder(), `http://127.0.0.1:${port}/v1`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

/** The interface of an OpenAI-compatible service; a text without an answer is refused. */
function labeller(answers: Readonly<Record<string, unknown>>): Server {
  const answerFor = async (request: IncomingMessage): Promise<unknown> => {
    const { messages } = (await json(request)) as { messages: { content: string }[] };
    return answers[messages.at(-1)?.content ?? ""];
  };
  return createServer((request, response) => {
    const reply = async (): Promise<void> => {
      const answer = await answerFor(request);
      response.statusCode = answer === undefined ? 422 : 200;
      response.end(JSON.stringify({ choices: [{ message: { content: JSON.stringify(answer) } }] }));
    };
    void reply();
  });
}
