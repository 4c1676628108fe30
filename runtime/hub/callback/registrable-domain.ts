import { getDomain } from "tldts";

/**
 * The part of a host name that someone has registered: `example.co.uk` for `a.b.example.co.uk`. Its owner can make
 * names below it at no cost, so limits on unconfirmed names apply to it. Suffixes under which anyone may
 * get a name, such as `workers.dev`, count as public. An address or a suffix stands for itself.
 */
export const registrableDomain = (hostname: string): string =>
  getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
