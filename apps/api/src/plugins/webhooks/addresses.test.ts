import { describe, expect, it } from 'vitest';

import { checkReach, checkUrl, mayReach, type Resolve } from './addresses.ts';

describe('allowed webhook addresses', () => {
  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback', '127.8.8.8'],
    ['loopback', '::1'],
    ['this machine', '0.0.0.0'],
    ['this machine', '::'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '192.168.1.1'],
    ['link-local, where clouds keep their secrets', '169.254.169.254'],
    ['link-local', 'fe80::1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['unique-local', 'fd00:ec2::254'],
    ['unique-local', 'fc00::1'],
    ['multicast', '224.0.0.1'],
    ['multicast', 'ff02::1'],
    ['broadcast', '255.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['of documents', '192.0.2.1'],
    ['of documents', '2001:db8::1'],
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped', '::ffff:10.0.0.1'],
    ['mapped, in hexadecimal', '::ffff:7f00:1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['6to4', '2002:7f00:1::1'],
    ['Teredo', '2001:0:7f00:1::1'],
    ['unassigned', '4000::1'],
    ['unassigned', '1::1'],
    ['unassigned', '8000::1'],
    ['unassigned', 'e000::1'],
    ['no address', 'localhost'],
  ])('exclude %s: %s', (_, address) => expect(mayReach(address, [])).toBe(false));

  it.each(['1.1.1.1', '196.200.131.1', '172.32.0.1', '2606:4700:4700::1111'])(
    'include %s',
    (address) => expect(mayReach(address, [])).toBe(true),
  );

  it('include an internal network only if the operator allows it', () => {
    const allowed = ['10.20.0.0/16', 'fd12::/16'];
    expect(mayReach('10.20.3.4', allowed)).toBe(true);
    expect(mayReach('::ffff:10.20.3.4', allowed)).toBe(true);
    expect(mayReach('fd12::9', allowed)).toBe(true);
    expect(mayReach('10.21.3.4', allowed)).toBe(false);
    expect(mayReach('127.0.0.1', allowed)).toBe(false);
  });

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://1.1.1.1:25/',
  ])('exclude the URL %s', (url) => {
    expect(() => checkUrl(new URL(url), [])).toThrow();
  });

  it('exclude a name with one private address among others, and an unknown name', async () => {
    const answers =
      (...addresses: string[]): Resolve =>
      (_, done) => {
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
      };
    const url = new URL('https://erp.example.ma/wasl');
    await checkReach(url, [], answers('196.200.131.1', '2606:4700:4700::1111'));
    await expect(checkReach(url, [], answers('196.200.131.1', '10.0.0.1'))).rejects.toThrow(
      'erp.example.ma is not public',
    );
    await expect(checkReach(url, [], answers())).rejects.toThrow();
    await expect(
      checkReach(url, [], (_, done) => {
        done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []);
      }),
    ).rejects.toThrow('unknown');
  });
});
