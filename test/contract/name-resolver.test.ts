import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LookupError, NameResolver } from "../../runtime/hub/callback/resolver.ts";
import { registrableDomain } from "../../runtime/hub/callback/registrable-domain.ts";
import { emptyFolder } from "../support/content.ts";
import { type NameAnswer, type NameServer, startNameServer } from "../support/name-server.ts";

/** The real resolver against a name server on loopback. */

const ANSWERS: Readonly<Record<string, NameAnswer>> = {
  "one.example.com": ["192.0.2.1"],
  "two.example.com": ["192.0.2.1", "192.0.2.2"],
  "empty.example.com": [],
  "broken.example.com": "servfail",
  "silent.example.com": "silence",
};
const hostsFile = join(emptyFolder(), "hosts");
const forever = new AbortController().signal;
let server: NameServer;

beforeAll(async () => {
  server = await startNameServer((name) => ANSWERS[name] ?? "nxdomain");
  writeFileSync(
    hostsFile,
    "127.0.0.1 localhost\n192.0.2.9 Listed.example. alias # one.example.com\nnonsense x\n",
  );
});
afterAll(() => server.stop());

const resolver = (elapsedMs = (): number => 0): NameResolver =>
  new NameResolver({ servers: [server.address], hostsFile, elapsedMs });

test.for([
  ["192.0.2.7", ["192.0.2.7"]],
  ["::1", ["::1"]],
  ["listed.example", ["192.0.2.9"]],
  ["alias", ["192.0.2.9"]],
  ["localhost", ["127.0.0.1"]],
  ["a.localhost", ["127.0.0.1", "::1"]],
] as const)("%s needs no name server", async ([name, addresses]) => {
  const before = server.questions();
  expect(await resolver().resolve(name, forever)).toEqual(addresses);
  expect(server.questions()).toBe(before);
});

test.for([
  ["one.example.com", ["192.0.2.1"]],
  ["Two.Example.COM.", ["192.0.2.1", "192.0.2.2"]],
] as const)("%s has all its addresses", async ([name, addresses]) => {
  expect(await resolver().resolve(name, forever)).toEqual(addresses);
});

test.for([
  ["missing.example.com", "ENOTFOUND"],
  ["empty.example.com", "ENOTFOUND"],
  ["broken.example.com", "ELOOKUP"],
] as const)("%s fails with %s", async ([name, code]) => {
  await expect(resolver().resolve(name, forever)).rejects.toEqual(new LookupError(name, code));
});

test("a lookup ends when its request does, although the name server is silent", async () => {
  const request = new AbortController();
  const lookup = resolver().resolve("silent.example.com", request.signal);
  request.abort();
  await expect(lookup).rejects.toEqual(new LookupError("silent.example.com", "ELOOKUP"));
});

test("a name is looked up again once the TTL of its answer has passed", async () => {
  const time = { ms: 0 };
  const { resolve } = resolver(() => time.ms);
  const before = server.questions();
  for (const [ms, questions] of [
    [0, 2],
    [59_999, 2],
    [60_000, 4],
  ] as const) {
    time.ms = ms;
    await resolve("one.example.com", forever);
    expect(server.questions() - before).toBe(questions);
  }
});

describe("the registrable domain", () => {
  test.for([
    ["a.b.example.co.uk", "example.co.uk"],
    ["example.com", "example.com"],
    ["x1.shop.workers.dev", "shop.workers.dev"],
    ["co.uk", "co.uk"],
    ["localhost", "localhost"],
    ["192.0.2.1", "192.0.2.1"],
  ] as const)("of %s is %s", ([hostname, domain]) => {
    expect(registrableDomain(hostname)).toBe(domain);
  });
});
