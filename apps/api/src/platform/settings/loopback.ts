/**
 * Whether a host name or address is this machine: `localhost`, `127.0.0.1`, `[::1]`, or mapped as `::ffff:127.0.0.1`.
 */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  return (
    name === '::1' ||
    /^(?:.+\.)?localhost$/.test(name) ||
    /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(name)
  );
}
