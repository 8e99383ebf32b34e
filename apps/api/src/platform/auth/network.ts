import ipaddr from 'ipaddr.js';

/**
 * The network of an address, as a rate-limit key. For IPv6 it is the first 64 bits, because a household or an attacker
 * has all the others. IPv4 counts whole, also when mapped to IPv6. Anything else is returned unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const bits = new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${bits.toString()}/64`;
}
