import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import compression from 'compression';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sendJson } from './send-json.ts';

const rows = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, need: `Coopérative n° ${String(id)}، تعاونية` }));
const bodies = { small: rows(2), list: rows(100), large: rows(5000) };

let server: http.Server;
beforeAll(async () => {
  const app = express();
  // Compression is mounted as in production: it must not compress a second time.
  app.use(compression());
  app.get('/:name', async (req, res) => {
    await sendJson(res, bodies[req.params.name as keyof typeof bodies]);
  });
  server = app.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
});
afterAll(() => server.close());

/** The bytes as sent, which `fetch` would decompress. */
async function get(name: string, accepts: string, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  return await new Promise<{ headers: http.IncomingHttpHeaders; bytes: Buffer }>((done, fail) => {
    http
      .request(
        {
          port,
          host: '127.0.0.1',
          method,
          path: `/${name}`,
          headers: { 'accept-encoding': accepts },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.once('end', () => done({ headers: answer.headers, bytes: Buffer.concat(chunks) }));
        },
      )
      .once('error', fail)
      .end();
  });
}

const unpack = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  none: (bytes: Buffer) => bytes,
};

describe('a JSON response', () => {
  it.each([
    ['list', 'gzip, deflate, br', 'br'],
    ['large', 'gzip, deflate, br', 'br'],
    ['list', 'gzip', 'gzip'],
    ['large', 'gzip, br;q=0', 'gzip'],
    ['list', 'identity', 'none'],
    ['large', 'identity', 'none'],
    ['small', 'gzip, deflate, br', 'none'],
  ] as const)(
    '%s to a client that accepts %s is compressed with %s',
    async (name, accepts, packed) => {
      const { headers, bytes } = await get(name, accepts);
      expect(headers['content-encoding'] ?? 'none').toBe(packed);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers.vary?.toLowerCase()).toBe('accept-encoding');
      expect(Number(headers['content-length'] ?? bytes.length)).toBe(bytes.length);
      expect(JSON.parse(unpack[packed](bytes).toString())).toEqual(bodies[name]);
    },
  );

  it('has no body for HEAD, but the same length', async () => {
    const head = await get('list', 'br', 'HEAD');
    const { bytes } = await get('list', 'br');
    expect(head.bytes).toHaveLength(0);
    expect(head.headers['content-length']).toBe(String(bytes.length));
  });
});
