/**
 * The limit: `node:http`, `pg` and the statements of `bare-sql.ts`; files are written to a folder and read from it.
 * Run: tsx bare-server.ts <database> <port> <secret> <folder>.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';

import { simulateGeneral, simulateNordev } from '@wasl/premium';

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

const [databaseUrl = '', port = '0', secret = '', folder = ''] = process.argv.slice(2);
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

interface Rules {
  readonly id: number;
  readonly ruleSet: never;
}
const rulesByScheme = new Map<string, Rules>();
async function rulesOf(scheme: string): Promise<Rules> {
  const rules = rulesByScheme.get(scheme) ?? ((await first(sql.ruleSet, [scheme])) as Rules);
  rulesByScheme.set(scheme, rules);
  return rules;
}

/** A form as it is computed: codes and truths in place of what the client sends. */
const computed = (form: unknown): never =>
  Object.fromEntries(
    Object.entries(form as Record<string, unknown>).map(([member, value]) => {
      if (value === 'Oui' || value === 'Non') return [member, value === 'Oui'];
      const hasCode = typeof value === 'object' && value !== null && 'code' in value;
      return [member, hasCode ? value.code : value];
    }),
  ) as never;

/** Computes, keeps and answers: what both simulators do. */
async function simulate(
  scheme: 'general' | 'nordev',
  caller: Caller,
  body: unknown,
): Promise<Answer> {
  const { id: ruleSetId, ruleSet } = await rulesOf(scheme);
  const form = computed(body);
  const outcome =
    scheme === 'general' ? simulateGeneral(form, ruleSet) : simulateNordev(form, ruleSet);
  if (!('result' in outcome)) throw new Error(`The form is ${outcome.kind}`);
  const { result, details } = outcome;
  const kept = JSON.stringify({ ...result, details });
  const row = await first(sql.keepSimulation, [
    scheme,
    caller.id,
    ruleSetId,
    JSON.stringify(form),
    kept,
  ]);
  const { id } = row as { id: number };
  const answer =
    scheme === 'general'
      ? { ...result, simulationPrimeId: id, details }
      : { data: { ...result, simulationPrimeNordevId: id, details } };
  return { body: JSON.stringify(answer) };
}

/** Each call by its method and the beginning of its path. */
const calls: readonly (readonly [string, Call])[] = [
  ['POST /api/simulate-nordev', (caller, _, body) => simulate('nordev', caller, body)],
  ['POST /api/simulate', (caller, _, body) => simulate('general', caller, body)],
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

/** The body to the disk with its digest, and one row. */
async function upload(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const caller = await whoCalls(request);
  if (caller === undefined) throw new Error('Nobody');
  const key = randomBytes(24).toString('base64url');
  const digest = createHash('sha256');
  let size = 0;
  await pipeline(
    request,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        digest.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(path.join(folder, `bare-${key}`)),
  );
  await first(sql.keepFile, [key, size, digest.digest('hex'), caller.id]);
  response.writeHead(201, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ key }));
}

async function download(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const caller = await whoCalls(request);
  const key = path.basename(request.url ?? '');
  const found = caller && ((await first(sql.ownFile, [key, caller.id])) as { size: number });
  if (found === undefined) throw new Error('Not there');
  response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': found.size });
  await pipeline(createReadStream(path.join(folder, `bare-${key}`)), response);
}

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
  const { url = '' } = request;
  const file = url.startsWith('/api/upload')
    ? upload
    : url.startsWith('/api/downloadFileRequest/')
      ? download
      : null;
  if (file !== null) {
    file(request, response).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
    return;
  }
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
