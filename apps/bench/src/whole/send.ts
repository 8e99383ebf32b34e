/** Calls over HTTP, sixteen at once, and what they took. */
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';

import type { Side } from '../limit/bare-process.ts';
import { watchProcessors, type Used } from '../limit/processor-time.ts';

export const atOnce = 16;

export interface Call {
  readonly name: string;
  readonly token: string;
  readonly path: string;
  /** Null: read by GET. */
  readonly body: string | null;
  /** The limit has no such call: it is watched as the database grows. */
  readonly isAlone?: true;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly ms: number;
}

// A connection that was idle while the other side was measured is not used again: its server may be closing it.
export const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 2000 });

export async function send(port: number, call: Omit<Call, 'name'>): Promise<Answer> {
  const began = performance.now();
  return await new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        host: '127.0.0.1',
        port,
        path: `/api${call.path}`,
        agent,
        method: call.body === null ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${call.token}`,
          ...(call.body === null ? {} : { 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const { statusCode: status = 0, headers } = answer;
          resolve({ status, headers, bytes, ms: performance.now() - began });
        });
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(call.body ?? undefined);
  });
}

/** So many calls, sixteen (or fewer) at once. Answers their milliseconds, sorted, and how many were answered otherwise than 200. */
export async function sendMany(
  ports: readonly number[],
  call: Call,
  many: number,
  lanes = atOnce,
): Promise<{ waits: number[]; refused: number; seconds: number }> {
  let left = many;
  let refused = 0;
  const waits: number[] = [];
  const one = async (lane: number): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { status, ms } = await send(ports[(lane + left) % ports.length] ?? 0, call);
      if (status === 200) waits.push(ms);
      else refused += 1;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: Math.min(lanes, many) }, (_, lane) => one(lane)));
  const seconds = (performance.now() - began) / 1000;
  return { waits: waits.toSorted((a, b) => a - b), refused, seconds };
}

/** As many calls a second, whether those before are answered or not. Answers their milliseconds, sorted. */
export async function sendPaced(
  port: number,
  call: Call,
  { many, perSecond }: { readonly many: number; readonly perSecond: number },
): Promise<number[]> {
  const began = performance.now();
  const sent: Promise<Answer>[] = [];
  while (sent.length < many) {
    const due = Math.min(many, Math.ceil(((performance.now() - began) / 1000) * perSecond));
    while (sent.length < due) sent.push(send(port, call));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return (await Promise.all(sent)).map(({ ms }) => ms).toSorted((a, b) => a - b);
}

/** Processor time of one call, in milliseconds. @throws Error where none is answered 200 */
export async function costOf(
  side: Side,
  postmaster: number,
  call: Call,
  many: number,
): Promise<Used> {
  const used = watchProcessors(side.pid, postmaster);
  const { refused } = await sendMany([side.port], call, many);
  const { node, postgres } = used();
  if (refused === many) throw new Error(`${call.name}: was not answered`);
  return { node: node / many, postgres: postgres / many };
}

/** The value that this share of the sorted ones does not exceed. */
export const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
