import { createServer, type Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';

import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { readJsonBody } from './json-body.ts';

let server: Server;
let port: number;
beforeAll(async () => {
  const app = express();
  app.post('/', async (req, res) => {
    try {
      res.json({ read: await readJsonBody(req, 400) });
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

/** Sends a head, then one byte every 50 ms. Resolves with the first line of the answer and the bytes sent before it. */
async function drip(length: number): Promise<{ line: string; sent: number; answer: string }> {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${String(length)}\r\n\r\n`,
  );
  const text = '"'.padEnd(length - 1, 'a') + '"';
  let sent = 0;
  const timer = setInterval(() => {
    if (sent < length) socket.write(text.charAt(sent++));
  }, 50);
  const answer = await new Promise<string>((resolve) => {
    socket.once('data', (bytes) => resolve(bytes.toString()));
  });
  clearInterval(timer);
  socket.destroy();
  return { line: answer.split('\r\n')[0] ?? '', sent, answer };
}

it('aborts a body that arrives one byte at a time', async () => {
  const slow = await drip(1000);
  expect(slow.line).toBe('HTTP/1.1 400 Bad Request');
  expect(slow.answer).toContain('MALFORMED_BODY');
  expect(slow.sent).toBeLessThan(100);
});

it('accepts a slow body that arrives in time', async () => {
  const quick = await drip(3);
  expect(quick.line).toBe('HTTP/1.1 200 OK');
  expect(quick.answer).toContain('"read":"a"');
});
