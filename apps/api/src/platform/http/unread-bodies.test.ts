// @module-tag slow

import { connect, type Socket } from 'node:net';

import { beforeAll, expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';

/** Sockets of the server, latest last, for the bytes read from each. */
const taken: Socket[] = [];
const app = useTestApp();
beforeAll(() => {
  app.server.on('connection', (socket) => taken.push(socket));
});

const chunk = Buffer.alloc(64 * 1024, 'a');
const mega = 1024 * 1024;

/** Sends an endless body without a token at full speed. Returns the answer and the bytes read. */
async function flood(path: string, contentType: string) {
  const socket = connect(Number(new URL(app.baseUrl).port), '127.0.0.1');
  let answer = '';
  const over = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
  });
  socket.on('data', (bytes) => {
    answer += bytes.toString();
  });
  // The server resets clients that write on after the end.
  socket.on('error', () => undefined);
  socket.write(
    `POST /api${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${contentType}\r\ncontent-length: ${String(1024 * mega)}\r\n\r\n`,
  );
  const send = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', send);
  send();
  await over;
  return { answer, read: taken.at(-1)?.bytesRead ?? 0 };
}

it.each([
  ['a call of the signed-in', '/processing/step/update', 401, 'UNAUTHENTICATED'],
  ['a call of anybody', '/utilisateurs/signIn', 413, 'PAYLOAD_TOO_LARGE'],
  ['no call at all', '/nowhere', 404, 'NOT_FOUND'],
])(
  'reads only a little of %s without a token, whatever its size',
  async (_, path, status, code) => {
    const { answer, read } = await flood(path, 'application/json');
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${String(status)} `));
    expect(answer).toContain(code);
    expect(read).toBeLessThan(2 * mega);
  },
);

it('reads at most the size of one file of an upload without a token', async () => {
  const { answer, read } = await flood('/requests/1/document', 'multipart/form-data; boundary=x');
  expect(answer).toMatch(/^HTTP\/1.1 401 /);
  expect(read).toBeLessThan(13 * mega);
});
