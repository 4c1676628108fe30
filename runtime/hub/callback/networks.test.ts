import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clientNetwork, isCidr, Networks } from "./networks.ts";

const REFUSED =
  `0.0.0.0 0.255.255.255 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254
169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.170 192.0.2.1 192.31.196.1 192.52.193.1
192.88.99.1 192.168.0.1 192.168.255.255 192.175.48.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1
239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16
:: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 64:ff9b::7f00:1
64:ff9b::a00:1 64:ff9b:1::1 100::1 100:0:0:1::1 200::1 2001::1 2001:0:7f00:1:: 2001:10::1 2001:20::1 2001:db8::1
2002:7f00:1:: 2002:a00:1:: 2620:4f:8000::1 3fff::1 4000::1 5f00::1 fc00::1 fd00::1 fdff::1 fe80::1 fe80::1%eth0
fec0::1 ff00::1 ff02::1 ::2:0:0 8000::1`.split(/\s+/);

const PUBLIC =
  `1.1.1.1 8.8.8.8 9.9.9.9 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1 169.253.255.255 172.15.255.255
172.32.0.1 192.0.1.1 192.167.255.255 198.17.255.255 198.20.0.1 223.255.255.255 168.63.129.15
2606:4700:4700::1111 2a00:1450:4001:800::200e 2001:4860:4860::8888 2400:cb00::1`.split(/\s+/);

describe("addresses", () => {
  const networks = new Networks();

  test.for(REFUSED)("%s is refused", (address) => expect(networks.isAllowed(address)).toBe(false));

  test.for(PUBLIC)("%s is public", (address) => expect(networks.isAllowed(address)).toBe(true));

  test.for(["", "localhost", "127.1", "2130706433", "0x7f.1", "1.2.3.4.5", "1.1.1.1 "])(
    "%j is not an address",
    (text) => expect(networks.isAllowed(text)).toBe(false),
  );

  test("no notation of an address in a special block passes", () => {
    const special = [
      [10, 8],
      [127, 8],
      [0, 8],
    ] as const;
    fc.assert(
      fc.property(fc.constantFrom(...special), fc.nat(0xff_ff_ff), ([first], rest) => {
        const bytes = [first, rest >> 16, (rest >> 8) & 255, rest & 255];
        const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0"));
        const dotted = bytes.join(".");
        const mapped = `::ffff:${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
        const nat64 = `64:ff9b::${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
        const sixToFour = `2002:${hex[0]}${hex[1]}:${hex[2]}${hex[3]}::1`;
        for (const address of [dotted, `::ffff:${dotted}`, `::${dotted}`, mapped, nat64, sixToFour]) {
          expect(networks.isAllowed(address), address).toBe(false);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

test("a listed network passes, and no other network", () => {
  const networks = new Networks(["127.0.0.1/32", "fd00::/8"]);
  expect(networks.hasExceptions).toBe(true);
  expect(networks.isAllowed("127.0.0.1")).toBe(true);
  expect(networks.isAllowed("fd12::1")).toBe(true);
  expect(networks.isAllowed("127.0.0.2")).toBe(false);
  expect(networks.isAllowed("10.0.0.1")).toBe(false);
  expect(networks.isAllowed("fc00::1")).toBe(false);
});

test.for([
  ["127.0.0.1/32", true],
  ["10.0.0.0/8", true],
  ["fd00::/8", true],
  ["::/0", true],
  ["127.0.0.1", false],
  ["127.0.0.1/33", false],
  ["fd00::/129", false],
  ["localhost/8", false],
  ["10.0.0.0/8/8", false],
  ["10.0.0.0/-1", false],
] as const)("%s is a CIDR block: %s", ([text, expected]) => expect(isCidr(text)).toBe(expected));

test.for([
  ["203.0.113.77", "203.0.113.0/24"],
  ["::ffff:203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:1:2ff:3:4:5:6", "2001:db8:1:200::/56"],
  ["2001:db8::1", "2001:db8:0:0::/56"],
  ["::1", "0:0:0:0::/56"],
  ["fe80::1%eth0", "fe80:0:0:0::/56"],
  ["", "unknown"],
] as const)("%s is limited as %s", ([address, network]) => expect(clientNetwork(address)).toBe(network));
