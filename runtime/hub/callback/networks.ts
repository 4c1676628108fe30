import { BlockList, isIP } from "node:net";

/** IPv4 blocks that are not globally reachable (IANA special-purpose registry), multicast, and Azure's WireServer. */
const SPECIAL_IPV4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
203.0.113.0/24 224.0.0.0/3 168.63.129.16/32`;

/** Special blocks inside 2000::/3; all other IPv6 addresses are refused anyway. */
const SPECIAL_IPV6 = "2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20";

const isSpecial = networkList(`${SPECIAL_IPV4} ${SPECIAL_IPV6}`.split(/\s/));
const isGlobalUnicastIpv6 = networkList(["2000::/3"]);

/** Allows public addresses, and other networks only if the operator listed them. */
export class Networks {
  readonly hasExceptions: boolean;
  readonly #isException: (address: string) => boolean;

  /** `allowed`: CIDR blocks that pass `isCidr`. */
  constructor(allowed: readonly string[] = []) {
    this.hasExceptions = allowed.length > 0;
    this.#isException = networkList(allowed);
  }

  /** True for an address in a network that the operator listed. */
  isListed(address: string): boolean {
    return this.#isException(address);
  }

  isAllowed(address: string): boolean {
    const family = isIP(address);
    if (family === 0 || address.includes("%")) return false;
    if (this.#isException(address)) return true;
    return !isSpecial(address) && (family === 4 || isGlobalUnicastIpv6(address));
  }
}

/** True for an address with a prefix length, such as 127.0.0.1/32 or fd00::/8. */
export function isCidr(text: string): boolean {
  const [network = "", prefix = "", ...rest] = text.split("/");
  const family = isIP(network);
  const isPrefix = /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
  return rest.length === 0 && family !== 0 && isPrefix;
}

/** A predicate for the addresses in these CIDR blocks, which are parsed for the first address. */
export function networkList(blocks: readonly string[]): (address: string) => boolean {
  let list: BlockList | undefined;
  return (address) => isIP(address) !== 0 && (list ??= blockListOf(blocks)).check(address, familyOf(address));
}

function blockListOf(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [network = "", prefix] = block.split("/");
    list.addSubnet(network, Number(prefix), familyOf(network));
  }
  return list;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}

/** The network that rate limits apply to: /24 for IPv4 (also IPv4-mapped), /56 for IPv6. */
export function clientNetwork(address: string): string {
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address);
  if (ipv4 !== null && isIP(address) !== 0) return `${ipv4[1]}.0/24`;
  if (isIP(address) !== 6) return "unknown";
  const [head = "", tail = ""] = address.split("%", 1).join("").split("::");
  const before = head.split(":").filter((group) => group !== "");
  const after = tail.split(":").filter((group) => group !== "");
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0");
  const groups = [...before, ...zeros, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16));
  groups[3] = (groups[3] ?? 0) & 0xff00;
  return `${groups.map((group) => group.toString(16)).join(":")}::/56`;
}
