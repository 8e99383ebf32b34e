/** The limit: `node:http`, `pg` and the statements of `bare-sql.ts`. Run: tsx bare-server.ts <database> <port> <secret>. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';

import { apiFolder } from '../measured-server.ts';
import * as sql from './bare-sql.ts';

interface Pool {
  query: (query: { name: string; text: string; values: unknown[] }) => Promise<{ rows: unknown[] }>;
}
interface Caller {
  readonly id: string;
  readonly role: string;
  readonly partner_id: number | null;
}

const [databaseUrl = '', port = '0', secret = ''] = process.argv.slice(2);
const fromApi = createRequire(path.join(apiFolder, 'package.json'));
const { Pool: PgPool } = fromApi('pg') as { Pool: new (options: object) => Pool };
const pool = new PgPool({ connectionString: databaseUrl, max: 10 });

const names = new Map<string, string>();
async function first(text: string, values: unknown[]): Promise<unknown> {
  const name = names.get(text) ?? createHash('sha1').update(text).digest('hex').slice(0, 20);
  names.set(text, name);
  return (await pool.query({ name, text, values })).rows[0];
}

async function whoCalls(request: IncomingMessage): Promise<Caller | undefined> {
  const [head = '', payload = '', signature = ''] = (request.headers.authorization ?? '')
    .slice('Bearer '.length)
    .split('.');
  const expected = createHmac('sha256', secret).update(`${head}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { sid, ver } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    sid: string;
    ver: number;
  };
  return (await first(sql.whoCalls, [sid, ver])) as Caller | undefined;
}

interface Answer {
  readonly body: string;
  readonly total?: number;
}
type Call = (caller: Caller, place: readonly string[], body: unknown) => Promise<unknown>;

/** Each call by its method and the beginning of its path. */
const calls: readonly (readonly [string, Call])[] = [
  ['POST /api/requests/filter', ({ id }) => first(sql.ownList, [id])],
  ['GET /api/requests/', ({ id }, place) => first(sql.ownRequest, [id, Number(place[2])])],
  [
    'POST /api/journeyInstanceProcessingSteps/filter',
    (caller) => first(sql.worklist, [caller.partner_id, caller.id]),
  ],
  [
    'POST /api/journeyInstanceProcessingSteps/counts',
    (caller) => first(sql.counts, [caller.partner_id, caller.id]),
  ],
  [
    'GET /api/unread',
    (caller) =>
      caller.role === 'PARTENAIRE'
        ? first(sql.agentUnread, [caller.partner_id, caller.id])
        : first(sql.ownUnread, [caller.id]),
  ],
  [
    'POST /api/journeyInstanceProcessingSteps/list',
    ({ id }, _, body) => first(sql.steps, [id, (body as { requestId: number }).requestId]),
  ],
  [
    'GET /api/journeyInstanceProcessingSteps/documents/',
    (caller, place) => first(sql.documents, [caller.partner_id, caller.id, Number(place[3])]),
  ],
  ['GET /api/notices', ({ id }) => first(sql.notices, [id])],
  ['GET /api/messages/threads', (caller) => first(sql.threads, [caller.partner_id])],
  [
    'GET /api/processing/step/',
    (caller, place) =>
      first(place[4] === 'notes' ? sql.notes : sql.messages, [
        caller.partner_id,
        caller.id,
        Number(place[3]),
      ]),
  ],
  ['GET /api/params/paramsByParentI18n/', (_, place) => first(sql.list, [place[3]])],
];

async function answer(request: IncomingMessage): Promise<Answer | undefined> {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(request, 'end');
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const caller = await whoCalls(request);
  const call = calls.find(([start]) =>
    `${request.method ?? ''} ${pathname}`.startsWith(start),
  )?.[1];
  return (
    caller &&
    ((await call?.(
      caller,
      pathname.split('/').slice(1),
      chunks.length === 0 ? null : JSON.parse(Buffer.concat(chunks).toString()),
    )) as Answer | undefined)
  );
}

createServer((request, response) => {
  answer(request).then(
    (found) => {
      const body = Buffer.from(found?.body ?? '');
      response.writeHead(found === undefined ? 404 : 200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': body.length,
        ...(found?.total === undefined ? {} : { 'x-total-count': found.total }),
      });
      response.end(body);
    },
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      response.writeHead(500).end();
    },
  );
}).listen(Number(port), '127.0.0.1');
