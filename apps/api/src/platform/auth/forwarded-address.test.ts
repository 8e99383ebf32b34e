import { describe, expect, it } from 'vitest';

import { type TestApp, useTestApp } from '../../testing/index.ts';

describe('a forged X-Forwarded-For', () => {
  const direct = useTestApp();
  const behindProxy = useTestApp({ env: { TRUST_PROXY: '1' } });

  const statuses = async (app: TestApp, address: (attempt: number) => string) => {
    const found: number[] = [];
    for (let attempt = 0; attempt < 32; attempt += 1) {
      const answer = await app.anonymous
        .post('/utilisateurs/signIn', {
          email: `nobody.${String(attempt)}@example.org`,
          password: 'Wrong#2026x',
        })
        .set('x-forwarded-for', address(attempt));
      found.push(answer.status);
    }
    return found;
  };

  it('does not bypass a limit without a configured proxy', async () => {
    const found = await statuses(direct, (attempt) => `203.0.113.${String(attempt)}`);
    expect(found.at(-1)).toBe(429);
    expect(direct.logLines.join('\n')).not.toContain('203.0.113.');
  });

  it('does not bypass a limit behind a proxy: entries before the proxy’s own entry are ignored', async () => {
    const forged = (attempt: number) => `203.0.113.${String(attempt)}, 198.51.100.7`;
    expect((await statuses(behindProxy, forged)).at(-1)).toBe(429);
    // Another client address behind the proxy has its own allowance.
    expect((await statuses(behindProxy, () => '198.51.100.8'))[0]).toBe(401);
  });

  it('counts IPv6 addresses by their 64-bit network, and IPv4 addresses in any notation', async () => {
    const moving = (attempt: number) => `2001:db8:7:1:${attempt.toString(16)}:2:3:4`;
    expect((await statuses(behindProxy, moving)).at(-1)).toBe(429);
    expect((await statuses(behindProxy, () => '2001:db8:7:2::1'))[0]).toBe(401);
    expect((await statuses(behindProxy, () => '::ffff:198.51.100.9')).at(-1)).toBe(429);
    expect((await statuses(behindProxy, () => '198.51.100.9'))[0]).toBe(429);
  });
});
