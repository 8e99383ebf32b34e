/**
 * The limit of calls that change something: `node:http`, `pg` and the statements of `bare-writes.ts`; an answer that shows a
 * request is read by one of `bare-sql.ts`. Run: tsx bare-writes-server.ts <database> <port> <secret>.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { text as textOf } from 'node:stream/consumers';

import { dayOf } from '../../../../packages/contracts/src/wire/dates.ts';
import { workingDayAt } from '../../../api/src/rules/working-days.ts';
import { apiFolder } from '../measured-server.ts';
import { ownRequest, whoCalls } from './bare-sql.ts';
import * as sql from './bare-writes.ts';

interface Caller {
  readonly id: string;
  readonly partner_id: number | null;
}
interface Pool {
  query: (query: {
    name: string;
    text: string;
    values: unknown[];
  }) => Promise<{ rows: Record<string, unknown>[] }>;
}

const [databaseUrl = '', port = '0', secret = ''] = process.argv.slice(2);
const fromApi = createRequire(path.join(apiFolder, 'package.json'));
const { Pool: PgPool } = fromApi('pg') as { Pool: new (options: object) => Pool };
const pool = new PgPool({ connectionString: databaseUrl, max: 10 });

const names = new Map<string, string>();
async function first(text: string, values: unknown[]): Promise<Record<string, unknown>> {
  const name = names.get(text) ?? createHash('sha1').update(text).digest('hex').slice(0, 20);
  names.set(text, name);
  const { rows } = await pool.query({ name, text, values });
  if (rows[0] === undefined) throw new Error(`Nothing was answered to ${text.slice(0, 60)}`);
  return rows[0];
}

async function callerOf({ headers }: IncomingMessage): Promise<Caller> {
  const [head = '', payload = '', signature = ''] = (headers.authorization ?? '')
    .slice(7)
    .split('.');
  const expected = createHmac('sha256', secret).update(`${head}.${payload}`).digest();
  if (!timingSafeEqual(Buffer.from(signature, 'base64url'), expected)) throw new Error('Not ours');
  const { sid, ver } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    sid: string;
    ver: number;
  };
  return (await first(whoCalls, [sid, ver])) as unknown as Caller;
}

/** What an account's calls are counted under. */
const limitKey = (id: string): string =>
  `message:account:${createHash('sha256').update(id).digest('base64url').slice(0, 32)}`;

async function answer(request: IncomingMessage): Promise<unknown> {
  // Of a form with one field the JSON between its borders.
  const sent = await textOf(request);
  const body = JSON.parse(sent.slice(sent.indexOf('{'), sent.lastIndexOf('}') + 1)) as Record<
    string,
    unknown
  >;
  const { id, partner_id: partnerId } = await callerOf(request);
  const place = (request.url ?? '').split('/').slice(2);
  if (place.join('/') === 'processing/step/update') {
    const { processingStepId, status, percent } = body;
    return (await first(sql.updateStep, [partnerId, id, processingStepId, status, percent])).body;
  }
  if (place[0] === 'processing') {
    const now = Date.now();
    const values = [partnerId, id, Number(place[2]), body.body, body.clientKey, limitKey(id), now];
    return (await first(sql.sendMessage, values)).body;
  }
  const today = dayOf(new Date());
  const requestId =
    request.method === 'PUT'
      ? body.idRequest
      : (
          await first(sql.createRequest, [
            id,
            body.description,
            body.services,
            Number(today.slice(0, 4)),
          ])
        ).id;
  if (request.method === 'PUT')
    await first(sql.submit, [id, requestId, workingDayAt(today, 15, new Set())]);
  return (await first(ownRequest, [id, requestId])).body;
}

createServer((request, response) => {
  answer(request).then(
    (body) => {
      response.writeHead(
        request.url === '/api/requests' || request.url?.endsWith('/messages') === true ? 201 : 200,
        {
          'content-type': 'application/json; charset=utf-8',
        },
      );
      response.end(body);
    },
    (error: unknown) => {
      if (request.url !== '/') process.stderr.write(`${String(error)}\n`);
      response.writeHead(500).end();
    },
  );
}).listen(Number(port), '127.0.0.1');
