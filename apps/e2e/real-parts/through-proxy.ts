import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type {
  ClientRequest,
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestOptions,
} from 'node:http';
import { request } from 'node:https';
import path from 'node:path';

import { expect } from 'vitest';

import {
  createStepInProgress,
  pdfWith,
  portalName,
  repository,
  until,
  type TestApp,
} from './set-up.ts';

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly bytes: Buffer;
  readonly headers: IncomingMessage['headers'];
}

export interface Call {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Buffer | string;
}

export interface Proxy {
  readonly call: (place: string, options?: Call) => Promise<Answer>;
  /** Opens a stream: passes each chunk on, and returns how to close it. */
  open(
    place: string,
    headers: OutgoingHttpHeaders,
  ): Promise<{ answer: IncomingMessage; next: () => Promise<string>; leave: () => void }>;
}

/** Makes one call. @param isLine whether the answer is a stream */
type Ask = (
  options: RequestOptions,
  isLine: boolean,
  answered: (answer: IncomingMessage) => void,
) => ClientRequest;

/** Calls over connections that `ask` opens. */
export function createProxy(ask: Ask): Proxy {
  const options = (place: string, headers: OutgoingHttpHeaders = {}): RequestOptions => ({
    path: place,
    agent: false,
    headers: { host: portalName, ...headers },
  });
  return {
    call: async (place, { body, headers, method = 'GET' } = {}) =>
      await new Promise((resolve, reject) => {
        const out = ask(
          { ...options(place, headers), method, signal: AbortSignal.timeout(60_000) },
          false,
          (answer) => {
            const chunks: Buffer[] = [];
            answer.on('data', (chunk: Buffer) => chunks.push(chunk));
            answer.once('error', reject);
            answer.on('end', () => {
              const bytes = Buffer.concat(chunks);
              const { statusCode: status = 0, headers: sentHeaders } = answer;
              resolve({ status, text: bytes.toString(), bytes, headers: sentHeaders });
            });
          },
        );
        out.on('error', reject);
        out.end(body);
      }),
    open: async (place, headers) =>
      await new Promise((resolve, reject) => {
        const out = ask(options(place, headers), true, (answer) => {
          answer.setEncoding('utf8');
          const pieces = answer[Symbol.asyncIterator]();
          resolve({
            answer,
            next: async () => {
              const piece = await pieces.next();
              return piece.done === true ? '' : String(piece.value);
            },
            leave: () => out.destroy(),
          });
        });
        out.on('error', reject);
        out.end();
      }),
  };
}

/** Calls over TLS. @param at port, and the trusted certificate (PEM) */
export function createTlsProxy(at: { readonly port: number; readonly ca: string }): Proxy {
  return createProxy((options, _isLine, answered) =>
    request(
      { ...options, host: '127.0.0.1', port: at.port, servername: portalName, ca: at.ca },
      answered,
    ),
  );
}

/** Pages receive a change within seconds through the proxy, and the idle stream survives until its heartbeat (25 s). */
export async function proveStream(app: TestApp, proxy: Proxy): Promise<void> {
  const { agent, person, step } = await createStepInProgress(app);
  const line = await proxy.open('/api/changes', {
    authorization: `Bearer ${await app.tokenOf(person)}`,
    'accept-encoding': 'br, gzip',
  });
  expect(line.answer.statusCode).toBe(200);
  expect(line.answer.headers['content-type']).toContain('text/event-stream');
  const waitForText = async (what: string, begun: number): Promise<number> => {
    let received = '';
    while (!received.includes(what)) {
      const piece = await line.next();
      if (piece === '') throw new Error(`The line ended after ${JSON.stringify(received)}`);
      received += piece;
    }
    return Math.round(performance.now() - begun);
  };
  const writtenAt = performance.now();
  const written = await proxy.call(`/api/processing/step/${String(step.id)}/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await app.tokenOf(agent)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ body: 'Bonjour', clientKey: randomUUID() }),
  });
  expect([written.status, written.text.slice(0, 80)]).toEqual([201, expect.anything()]);
  const eventDelayMs = await waitForText('data: person\n\n', writtenAt);
  // Far below the delay of a proxy that buffers answers.
  expect(eventDelayMs).toBeLessThan(10_000);
  const heartbeatDelayMs = await waitForText(':', performance.now());
  console.log(`told after ${String(eventDelayMs)} ms, beat after ${String(heartbeatDelayMs)} ms`);
  line.leave();
}

/** A file uploaded in parts, each possibly to another server, equals the document byte for byte. */
export async function proveParts(app: TestApp, proxy: Proxy): Promise<void> {
  const person = await app.make.aBeneficiary();
  const { id } = await app.make.aRequest({ beneficiaryId: person.id });
  const authorization = `Bearer ${await app.tokenOf(person)}`;
  const bytes = randomBytes(3 * 1024 ** 2).toString('latin1');
  const content = pdfWith('', `<</Length ${String(bytes.length)}>>\nstream\n${bytes}\nendstream`);
  const tus = { authorization, 'tus-resumable': '1.0.0' };
  const begun = await proxy.call('/api/uploads', {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(content.length),
      'upload-metadata': `filename ${Buffer.from('خطة.pdf').toString('base64')}`,
    },
  });
  expect(begun.status).toBe(201);
  const at = `/api/${String(begun.headers.location)}`;
  const put = (offset: number, part: Buffer) =>
    proxy.call(at, {
      method: 'PATCH',
      headers: {
        ...tus,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        'content-length': String(part.length),
      },
      body: part,
    });
  const size = 800_000;
  for (let offset = 0; offset < content.length; offset += size) {
    const part = content.subarray(offset, offset + size);
    expect((await put(offset, part)).status).toBe(204);
    const head = await proxy.call(at, { method: 'HEAD', headers: tus });
    expect(head.headers['upload-offset']).toBe(String(offset + part.length));
  }
  const form = new FormData();
  form.append('name', 'BUSINESS_PLAN');
  form.append('parts.file', at.replace('/api/uploads/', ''));
  const whole = new Response(form);
  const brought = await proxy.call(`/api/requests/${String(id)}/document`, {
    method: 'POST',
    headers: { authorization, 'content-type': whole.headers.get('content-type') ?? '' },
    body: Buffer.from(await whole.arrayBuffer()),
  });
  expect([brought.status, brought.text]).toEqual([201, expect.anything()]);
  const { filename } = JSON.parse(brought.text) as { filename: string };
  const back = await proxy.call(`/api/downloadFileRequest/${filename}`, {
    headers: { authorization },
  });
  expect(back.status).toBe(200);
  expect(content.equals(back.bytes)).toBe(true);
}

/**
 * A body of 20 MB reaches the portal, which refuses it itself; one of 202 MB does not.
 * @returns the status of the proxy's refusal
 */
export async function proveBodies({ call }: Proxy): Promise<number> {
  const mb = 1024 ** 2;
  const large = await call('/api/utilisateurs/signIn', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Buffer.alloc(20 * mb, 0x20),
  });
  expect(large.headers['content-type']).toContain('application/json');
  const { status } = await call('/api/utilisateurs/signIn', {
    method: 'POST',
    headers: { 'content-length': String(202 * mb) },
  }).catch(() => ({ status: 413 }));
  return status;
}

/** A read that needs no session. */
export const openRead = '/api/params/paramsByParentI18n/SERVICE?lang=fr';

/** Makes read and write calls during `work`, and `more` calls afterwards: all are answered. */
export async function proveNoCallLost(
  { call }: Proxy,
  more: number,
  work: () => Promise<void>,
): Promise<void> {
  const counts = new Map<string, number>();
  let made = 0;
  let isOver = false;
  const caller = async (): Promise<void> => {
    while (!isOver)
      for (const [what, place, options] of [
        ['read', openRead, {}],
        ['write', '/api/requests', { method: 'POST', body: '{}' }],
      ] as const) {
        const headers = { 'content-type': 'application/json' };
        const { status } = await call(place, { ...options, headers }).catch((error: unknown) => ({
          status: String(error),
        }));
        const key = `${what} ${String(status)}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
        made += 1;
      }
  };
  const callers = Array.from({ length: 4 }, caller);
  try {
    await work();
    const soFar = made;
    await until(() => made >= soFar + more);
  } finally {
    isOver = true;
    await Promise.all(callers);
  }
  console.log(Object.fromEntries(counts));
  expect([...counts.keys()].toSorted()).toEqual(['read 200', 'write 401']);
}

/** Sample configuration of .docker/production for this proxy, with servers at these ports. */
export async function sampleFor(
  name: string,
  ports: { readonly first: number; readonly second: number },
): Promise<string> {
  const sample = await readFile(path.join(repository, '.docker/production', name), 'utf8');
  return sample
    .replace('api-1:3000', `127.0.0.1:${String(ports.first)}`)
    .replace('api-2:3000', `127.0.0.1:${String(ports.second)}`);
}
