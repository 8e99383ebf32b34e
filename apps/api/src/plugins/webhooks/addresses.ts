import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';

import ipaddr from 'ipaddr.js';

/** An address that messages are not sent to: one of the inside, of this machine, or of nobody. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'ADDRESS_REFUSED';
}

/** A port of another protocol would take a message for its commands. */
const lowPorts = new Set(['', '80', '443']);

/**
 * Whether messages may be sent to an IP address: one of the public Internet, or of a network that is allowed. Everything else
 * is refused, known or not: loopback, private, link-local, carrier-grade NAT, unique-local, multicast, reserved, and IPv4
 * addresses that an IPv6 one stands for (mapped, NAT64, 6to4, Teredo).
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
  // The library takes every IPv6 range that it has no name for as `unicast`; only 2000::/3 is given out.
  const isGivenOut =
    parsed instanceof ipaddr.IPv4 || parsed.match(ipaddr.IPv6.parseCIDR('2000::/3'));
  return isGivenOut && parsed.range() === 'unicast';
}

/** Name servers asked without a thread, or those of a test. */
export type Resolve = (
  host: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

// Not the system's lookup: it takes one of the few threads that hashes, files and every other connection of the process wait
// for, and keeps it as long as a name server is silent. Names of the machine's own table (`/etc/hosts`) are not known here.
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
 * Finds the addresses of a name for a connection that is made to them and to no others: a name that had a public address when it
 * was checked, and has another one when it is used, reaches nothing. One refused address refuses the name.
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
 * Refuses what can be seen of a URL before anything is sent: a port of another protocol, and an address instead of a name, which
 * no resolver is asked for.
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
 * Looks a URL up as a delivery would.
 * @throws AddressRefused; what the resolver says of a name that is not there
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
