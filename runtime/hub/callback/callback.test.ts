import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CallbackPolicy, readCallback, withParameters } from "./callback.ts";
import { Networks } from "./networks.ts";

const POLICY: CallbackPolicy = {
  networks: new Networks(),
  ports: [443, 8443],
  ownHost: "reviews.example.org",
};

const LOOPBACK: CallbackPolicy = { ...POLICY, networks: new Networks(["127.0.0.1/32"]), ports: "any" };

describe("refused", () => {
  test.for([
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://0/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://localhost/",
    "https://localhost./",
    "https://LOCALHOST/",
    "https://a.localhost/",
    "https://intranet/",
    "https://db.internal/",
    "https://printer.local/",
    "https://x.home.arpa/",
    "https://x.test/",
    "https://x.onion/",
    "https://169.254.169.254/latest/meta-data/",
    "https://１２７.0.0.1/",
    "https://user@host.example.com/",
    "https://user:password@host.example.com/",
    "https://host.example.com:22/",
    "https://host.example.com:0/",
    "https://host.example.com:65536/",
    "https://host.example.com/#fragment",
    "https://host.example.com/a b",
    "https://host.example.com/\r\nx: y",
    "https://host.example.com/é",
    "https://reviews.example.org/",
    "https://reviews.example.org:443/",
    "https://reviews.example.org./",
    "https://localhost../",
    "https://127.0.0.1../",
    "https://db.internal../",
    "https://host..example.com/",
    `https://${"a".repeat(64)}.example.com/`,
    `https://${"a.".repeat(200)}example.com/`,
    "http://host.example.com/",
    "ftp://host.example.com/",
    "//host.example.com/",
    "https:/host.example.com/",
    "https://",
    "https:///path",
    "https:///host.example.com/path",
    "https://host.example.com\\@127.0.0.1/",
    "javascript:alert(1)",
    "",
  ])("%j", (url) => expect(readCallback(url, POLICY).ok).toBe(false));
});

describe("read", () => {
  test.for([
    ["https://host.example.com", "/", 443, "https://host.example.com/"],
    ["https://host.example.com/a/../b?x=1", "/a/../b?x=1", 443, "https://host.example.com/a/../b?x=1"],
    ["https://Host.Example.Com:443/A", "/A", 443, "https://host.example.com/A"],
    ["https://host.example.com:8443?x", "/?x", 8443, "https://host.example.com:8443/?x"],
    ["https://host.example.com/%7e%2f", "/%7e%2f", 443, "https://host.example.com/~%2F"],
  ] as const)("%s", ([url, target, port, key]) => {
    expect(readCallback(url, POLICY)).toMatchObject({ ok: true, value: { url, target, port, key } });
  });

  test("local names pass once a network is allowed; their addresses are checked when connecting", () => {
    expect(readCallback("https://localhost:4711/x", LOOPBACK).ok).toBe(true);
    expect(readCallback("https://127.0.0.1:4711/x", LOOPBACK).ok).toBe(true);
    expect(readCallback("https://10.0.0.1/x", LOOPBACK).ok).toBe(false);
  });

  test.for(["https://8.8.8.8/x", "https://134744072/x", "https://[2606:4700::1]/x"])(
    "%s names an address, which is refused although it is public",
    (url) => {
      expect(readCallback(url, POLICY)).toEqual({
        ok: false,
        error: "hub.callback must name a host by its public name, not by an address",
      });
    },
  );
});

test("the callback's query stays a prefix, and the appended parameters parse back unchanged", () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^\/[\w\-.~/%=&+;:@]{0,30}(\?[\w\-.~/%=&+;:@?]{0,30})?$/),
      fc.webUrl(),
      (target, topic) => {
        const extended = withParameters(target, { "hub.mode": "subscribe", "hub.topic": topic });
        expect(extended.startsWith(target)).toBe(true);
        expect(extended.slice(target.length)).toMatch(/^[?&]?hub\.mode=subscribe&hub\.topic=/);
        const own = new URLSearchParams(extended.slice(target.length).replace(/^[?&]/, ""));
        expect(own.get("hub.topic")).toBe(topic);
      },
    ),
  );
});
