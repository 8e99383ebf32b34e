import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';

import ipaddr from 'ipaddr.js';

/** An address that must not receive messages: internal, this machine, or reserved. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'ADDRESS_REFUSED';
}

/** Low ports of other protocols might interpret a message as commands. */
const lowPorts = new Set(['', '80', '443']);

/**
 * Whether messages may be sent to an IP address: a public one, or one in an allowed network. Everything else is
 * refused: loopback, private, link-local, carrier-grade NAT, unique-local, multicast and reserved ranges. So are IPv4
 * addresses that are embedded in IPv6 (mapped, NAT64, 6to4, Teredo).
 * @param allowed networks as `address/bits`
 */
export function mayReach(address: string, allowed: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const isAllowed = allowed.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === parsed.kind() && parsed.match(base, bits);
  });
  if (isAllowed) return true;
  // The library classifies every unnamed IPv6 range as `unicast`; only 2000::/3 is allocated.
  const isGivenOut =
    parsed instanceof ipaddr.IPv4 || parsed.match(ipaddr.IPv6.parseCIDR('2000::/3'));
  return isGivenOut && parsed.range() === 'unicast';
}

/** DNS lookup without a thread, or a test's. */
export type Resolve = (
  host: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

// The system's lookup would occupy one of the few libuv threads while a name server is silent. Hashes, files and all
// other connections need those threads. Names in `/etc/hosts` are not resolved here.
const resolveByServers: Resolve = (host, done) => {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const found = async (family: 4 | 6): Promise<LookupAddress[]> => {
    const addresses = await (family === 4 ? resolver.resolve4(host) : resolver.resolve6(host));
    return addresses.map((address) => ({ address, family }));
  };
  void Promise.allSettled([found(4), found(6)]).then(([four, six]) => {
    const addresses = [four, six].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (addresses.length === 0 && four.status === 'rejected')
      done(four.reason as NodeJS.ErrnoException, []);
    else done(null, addresses);
  });
};

/**
 * Resolves a name for a connection and checks the addresses that are then used. A name that changes to an internal
 * address after its check (DNS rebinding) is refused. One refused address refuses the name.
 */
export function guardedLookup(
  allowed: readonly string[],
  resolve: Resolve = resolveByServers,
): LookupFunction {
  return (host, options, done) => {
    resolve(host, (error, addresses) => {
      if (error !== null) {
        done(error, '', 0);
        return;
      }
      const [first] = addresses;
      if (first === undefined || addresses.some(({ address }) => !mayReach(address, allowed))) {
        done(new AddressRefused(`${host} is not public`), '', 0);
      } else if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

/**
 * Checks a URL before a lookup: refuses ports of other protocols, and IP addresses that are not allowed, for which no
 * resolver is called.
 * @throws AddressRefused
 */
export function checkUrl(url: URL, allowed: readonly string[]): void {
  if (!lowPorts.has(url.port) && Number(url.port) < 1024)
    throw new AddressRefused(`Port ${url.port} is not for messages`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !mayReach(host, allowed))
    throw new AddressRefused(`${host} is not public`);
}

/**
 * Resolves and checks a URL as a delivery would.
 * @throws AddressRefused; the resolver's error for an unknown name
 */
export async function checkReach(
  url: URL,
  allowed: readonly string[],
  resolve?: Resolve,
): Promise<void> {
  checkUrl(url, allowed);
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return;
  await new Promise<void>((found, refused) => {
    guardedLookup(allowed, resolve)(url.hostname, { all: true }, (error) => {
      if (error === null) found();
      else refused(error);
    });
  });
}
