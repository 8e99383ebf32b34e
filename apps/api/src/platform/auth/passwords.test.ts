import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';

import { passwords } from './passwords.ts';

describe('many simultaneous password checks', () => {
  it('leave threads for other work, such as the handshake of a new connection', async () => {
    const limited = passwords(8);
    const hash = await limited.hash('Wasl#Test2026');
    let done = 0;
    const herd = Promise.all(
      Array.from({ length: 40 }, async () => {
        const isRight = await limited.matches('Wasl#Test2026', hash);
        done += 1;
        return isRight;
      }),
    );
    // Every call has joined the queue.
    await new Promise((resolve) => setImmediate(resolve));
    await promisify(pbkdf2)('secret', 'salt', 4096, 32, 'sha256');
    expect(done).toBeLessThan(20);
    expect(await herd).toEqual(Array.from({ length: 40 }, () => true));
  });
});
