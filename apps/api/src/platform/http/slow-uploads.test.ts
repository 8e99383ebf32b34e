// @module-tag slow
import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';

import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { readMultipart } from './multipart.ts';
import type { UploadParts } from './upload-parts.ts';
import { useTestFolder } from '../../testing/use-test-app.ts';

const minRate = { everyMs: 300, minBytes: 200 };
const folder = useTestFolder();
let server: Server;
let port: number;
beforeAll(async () => {
  const app = express();
  const uploadParts: Partial<UploadParts> = {};
  const deps = {
    uploadFolder: folder,
    uploadParts: uploadParts as UploadParts,
    requirePdf: () => Promise.resolve({ hasActiveContent: false }),
    minRate,
  };
  app.post('/:who', async (req, res) => {
    const files = [{ name: 'file', kind: 'request-document', required: true }] as const;
    try {
      const actorId = req.params.who === 'nobody' ? null : 'somebody';
      const { uploads, discard } = await readMultipart(
        req,
        res,
        { limit: null, files },
        deps,
        actorId,
      );
      await discard();
      res.json({ size: uploads[0]?.size });
    } catch (error) {
      res.status(400).json({ code: (error as { code: string }).code });
    }
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends a picture in steps of this many bytes every 50 ms. Resolves with the answer and the bytes sent before it. */
async function send(who: string, step: number): Promise<{ answer: string; sent: number }> {
  const picture = Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    Buffer.alloc(3000),
  ]);
  const body = Buffer.concat([
    Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
    ),
    picture,
    Buffer.from('\r\n--x--\r\n'),
  ]);
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST /${who} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${String(body.length)}\r\n\r\n`,
  );
  let sent = 0;
  const timer = setInterval(() => {
    socket.write(body.subarray(sent, sent + step));
    sent = Math.min(body.length, sent + step);
  }, 50);
  const answer = await new Promise<string>((resolve) => {
    socket.once('data', (bytes) => resolve(bytes.toString()));
  });
  clearInterval(timer);
  socket.destroy();
  return { answer, sent };
}

it('an upload of an anonymous client is aborted at one byte at a time, and leaves no file', async () => {
  const { answer, sent } = await send('nobody', 1);
  expect(answer).toContain('MALFORMED_BODY');
  expect(sent).toBeLessThan(100);
  await expect.poll(() => readdir(folder)).toEqual([]);
});

it('an upload of an anonymous client succeeds on a slow line', async () => {
  const { answer, sent } = await send('nobody', 200);
  expect(answer).not.toContain('MALFORMED_BODY');
  expect(sent).toBeGreaterThan(3000);
});

it('an upload of a signed-in client has the time limit of a whole call', async () => {
  const { answer, sent } = await send('somebody', 60);
  expect(answer).not.toContain('MALFORMED_BODY');
  expect(sent).toBeGreaterThan(3000);
});
