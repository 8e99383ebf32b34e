import ipaddr from 'ipaddr.js';

/**
 * Whose line an address is of, to count by: of IPv6 the first 64 bits, since a household, and whoever attacks, has all the
 * others of them to itself; an IPv4 address is one line, also where it is written as IPv6. What is no address is itself.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const bits = new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${bits.toString()}/64`;
}
