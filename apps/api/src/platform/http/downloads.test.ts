import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

import { defineArea } from '@wasl/contracts';
import express from 'express';
import { expect, it } from 'vitest';

import { bind, type BinderDeps } from './bind.ts';

const { download } = defineArea('files', {
  download: {
    route: 'GET /file',
    permission: 'public',
    summary: 'A file without an end',
    response: { status: 200, contentTypes: ['application/pdf'] },
  },
});

/** Downloads from a source and aborts after the first bytes. Returns how the call ended. */
async function outcomeOf(content: Readable): Promise<unknown> {
  const deps = { publicUrl: 'http://localhost', checkAnswers: true } as BinderDeps;
  const handler = bind(
    download,
    () => Promise.resolve({ content, contentType: 'application/pdf', fileName: 'plan.pdf' }),
    deps,
  );
  const app = express();
  const ended = new Promise<unknown>((resolve) => {
    app.get(download.path, async (req, res, next) => {
      const call = Promise.resolve(handler(req, res, next));
      resolve(
        await call.then(
          () => null,
          (error: unknown) => error,
        ),
      );
    });
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const call = get(`http://127.0.0.1:${String(port)}/file`, (answer) => {
    answer.on('error', () => undefined);
    answer.once('data', () => call.destroy());
  });
  call.on('error', () => undefined);
  const outcome = await ended;
  server.close();
  return outcome;
}

it('a client that disconnects during a download is not logged as an error', async () => {
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(65_536));
    },
  });
  expect(await outcomeOf(endless)).toBeNull();
  expect(endless.destroyed).toBe(true);
});

it('a store that fails during a download is logged as an error', async () => {
  const lost = new Error('The store is gone');
  const failing = new Readable({
    read() {
      this.destroy(lost);
    },
  });
  expect(await outcomeOf(failing)).toBe(lost);
});
