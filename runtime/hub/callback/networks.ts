import { BlockList, isIP } from "node:net";

/** IPv4 blocks that are not the public internet (IANA special-purpose registry), and Azure's wire server. */
const SPECIAL_IPV4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
  ["168.63.129.16", 32],
] as const;

/** IPv6 blocks inside 2000::/3 that are special; everything outside of it is refused anyway. */
const SPECIAL_IPV6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const;

/** Decides on addresses: public ones pass, all others only if the operator listed their network. */
export class Networks {
  readonly hasExceptions: boolean;
  readonly #special = new BlockList();
  readonly #global = new BlockList();
  readonly #isException: (address: string) => boolean;

  /** `allowed`: CIDR blocks, already read by `readCidr`. */
  constructor(allowed: readonly string[] = []) {
    for (const [network, prefix] of SPECIAL_IPV4) this.#special.addSubnet(network, prefix, "ipv4");
    for (const [network, prefix] of SPECIAL_IPV6) this.#special.addSubnet(network, prefix, "ipv6");
    this.#global.addSubnet("2000::", 3, "ipv6");
    this.hasExceptions = allowed.length > 0;
    this.#isException = networkList(allowed);
  }

  isAllowed(address: string): boolean {
    const family = isIP(address);
    if (family === 0 || address.includes("%")) return false;
    if (this.#isException(address)) return true;
    if (family === 4) return !this.#special.check(address, "ipv4");
    return this.#global.check(address, "ipv6") && !this.#special.check(address, "ipv6");
  }
}

/** Whether the text is an address with a prefix length, such as 127.0.0.1/32 or fd00::/8. */
export function isCidr(text: string): boolean {
  const [network = "", prefix = "", ...rest] = text.split("/");
  const family = isIP(network);
  const isPrefix = /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
  return rest.length === 0 && family !== 0 && isPrefix;
}

/** Adds a block that passes `isCidr`. */
function addCidr(list: BlockList, block: string): void {
  const [network = "", prefix] = block.split("/");
  list.addSubnet(network, Number(prefix), isIP(network) === 4 ? "ipv4" : "ipv6");
}

/** Whether an address lies in one of the blocks. */
export function networkList(blocks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const block of blocks) addCidr(list, block);
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}

/** The network that a client's requests are counted for: /24 of IPv4, /56 of IPv6; mapped addresses are IPv4. */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  if (isIP(plain) === 4) return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  if (isIP(plain) !== 6) return "unknown";
  const [head = "", tail] = plain.split("%", 1).join("").split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0");
  const groups = [...before, ...zeros, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16) || 0);
  groups[3] = (groups[3] ?? 0) & 0xff00;
  return `${groups.map((group) => group.toString(16)).join(":")}::/56`;
}
