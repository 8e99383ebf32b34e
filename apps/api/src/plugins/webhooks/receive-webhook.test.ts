import fs from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { newSecret, signedMessage } from './message.ts';
import { messagePoster } from './post-message.ts';

// The example of docs/integrations.md, as a reader copies it.
interface Example {
  readonly receiveWebhooks: (
    secret: string,
    handle: (event: { readonly type: string }) => Promise<void>,
    once: (id: string, work: () => Promise<void>) => Promise<void>,
  ) => RequestListener;
}

let folder: string;
let example: Example;
beforeAll(async () => {
  // Within the package, so that its imports resolve.
  const cache = path.join(import.meta.dirname, '../../../.cache');
  await fs.mkdir(cache, { recursive: true });
  folder = await fs.mkdtemp(path.join(cache, 'receiver-'));
  const file = path.join(folder, 'receive-webhook.ts');
  await fs.copyFile(
    path.join(import.meta.dirname, '../../../../../docs/examples/receive-webhook.ts'),
    file,
  );
  example = (await import(pathToFileURL(file).href)) as Example;
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

it('the example accepts only the portal’s signed messages, once', async () => {
  const secret = newSecret();
  const seen = new Set<string>();
  const handled: string[] = [];
  let isBroken = true;
  const server = createServer(
    example.receiveWebhooks(
      secret,
      ({ type }) => {
        if (isBroken) return Promise.reject(new Error('The database is away'));
        handled.push(type);
        return Promise.resolve();
      },
      async (id, work) => {
        if (seen.has(id)) return;
        await work();
        seen.add(id);
      },
    ),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const poster = messagePoster({ allowedPrivate: ['127.0.0.1/32'], isPlainAllowed: true });
  const send = async (id: string, by: string, sentAt = new Date()) => {
    const message = { id, kind: 'step.updated', at: sentAt, data: { stepId: 7 } };
    const { body, headers } = signedMessage(message, [by], sentAt);
    const url = `http://127.0.0.1:${String(port)}/`;
    return (await poster.post(url, { body, headers: { ...headers } })).httpStatus;
  };
  try {
    expect(await send('a', secret)).toBe(500);
    isBroken = false;
    expect(await send('a', secret)).toBe(204);
    expect(await send('a', secret)).toBe(204);
    expect(await send('b', newSecret())).toBe(401);
    expect(await send('c', secret, new Date(Date.now() - 600_000))).toBe(401);
    expect(handled).toEqual(['step.updated']);
  } finally {
    await poster.close();
    await new Promise((resolve) => server.close(resolve));
  }
});
