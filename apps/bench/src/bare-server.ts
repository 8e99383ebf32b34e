/**
 * Baseline server: `node:http`, `pg` and the statements of `bare-sql.ts` and `bare-writes.ts`. It checks only the rules
 * that the measured calls need. Run: PORT=… tsx bare-server.ts <database> <secret>.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import process from 'node:process';
import { text as textOf } from 'node:stream/consumers';

import { simulateGeneral } from '@wasl/premium';

import { workingDayAt } from '../../api/src/rules/working-days.ts';
import { dayOf } from '../../../packages/contracts/src/wire/dates.ts';
import * as sql from './bare-sql.ts';
import * as writes from './bare-writes.ts';
import { fromApi } from './processes.ts';

type Row = Record<string, unknown>;
interface Pool {
  query: (query: { name: string; text: string; values: unknown[] }) => Promise<{ rows: Row[] }>;
}
interface Caller {
  readonly id: string;
  readonly role: string;
  readonly partner_id: number | null;
}

const [databaseUrl = '', secret = ''] = process.argv.slice(2);
const { Pool: PgPool } = fromApi('pg') as { Pool: new (options: object) => Pool };
const bcrypt = fromApi('bcrypt') as { compare: (text: string, hash: string) => Promise<boolean> };
const pool = new PgPool({ connectionString: databaseUrl, max: 10 });

const names = new Map<string, string>();
async function first(text: string, ...values: unknown[]): Promise<Row> {
  const name = names.get(text) ?? createHash('sha1').update(text).digest('hex').slice(0, 20);
  names.set(text, name);
  const { rows } = await pool.query({ name, text, values });
  if (rows[0] === undefined) throw new Error(`Nothing was answered to ${text.slice(0, 60)}`);
  return rows[0];
}

const signatureOf = (signed: string): Buffer =>
  createHmac('sha256', secret).update(signed).digest();
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

async function callerOf({ headers }: IncomingMessage): Promise<Caller> {
  const [head = '', payload = '', signature = ''] = (headers.authorization ?? '')
    .slice('Bearer '.length)
    .split('.');
  if (!timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(`${head}.${payload}`)))
    throw new Error('Not ours');
  const { sid, ver } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Row;
  return (await first(sql.whoCalls, sid, ver)) as unknown as Caller;
}

async function signIn({ email, password }: Row): Promise<string> {
  const { id, hash, version } = await first(sql.passwordOf, email);
  if (!(await bcrypt.compare(String(password), String(hash)))) throw new Error('Not theirs');
  const { id: sid } = await first(sql.beginSession, id);
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ sid, ver: version })}`;
  return JSON.stringify({ token: `${signed}.${signatureOf(signed).toString('base64url')}` });
}

let rules: Row | null = null;
/** Converts a form to the input of the calculation: codes and booleans in place of the client's values. */
const computed = (form: Row): never =>
  Object.fromEntries(
    Object.entries(form).map(([member, value]) => {
      if (value === 'Oui' || value === 'Non') return [member, value === 'Oui'];
      const hasCode = typeof value === 'object' && value !== null && 'code' in value;
      return [member, hasCode ? value.code : value];
    }),
  ) as never;

async function simulate(id: string, body: Row): Promise<string> {
  rules ??= await first(sql.ruleSet, 'general');
  const form = computed(body);
  const outcome = simulateGeneral(form, rules.ruleSet as never);
  if (!('result' in outcome)) throw new Error(`The form is ${outcome.kind}`);
  const { result, details } = outcome;
  const values = [JSON.stringify(form), JSON.stringify({ ...result, details })];
  const row = await first(sql.keepSimulation, 'general', id, rules.id, ...values);
  return JSON.stringify({ ...result, simulationPrimeId: row.id, details });
}

/** Rate limit key of an account. */
const limitKey = (id: string): string =>
  `message:account:${createHash('sha256').update(id).digest('base64url').slice(0, 32)}`;

type Call = (caller: Caller, place: readonly string[], body: Row) => Promise<Row>;
const asBody = async (text: Promise<string>): Promise<Row> => ({ body: await text });
/** Call of a person with one statement; `rest` returns its further values. */
type Rest = (place: readonly string[], body: Row) => unknown[];
const person = (text: string, rest: Rest = () => []): Call => {
  return ({ id }, place, body) => first(text, id, ...rest(place, body));
};
const agent = (text: string, rest: Rest = () => []): Call => {
  return ({ id, partner_id: partner }, place, body) =>
    first(text, partner, id, ...rest(place, body));
};
const ownUnread = person(sql.ownUnread);
const agentUnread = agent(sql.agentUnread);
const worklist = '/journeyInstanceProcessingSteps';

/** Calls by method and prefix of the path. */
const calls: readonly (readonly [string, Call])[] = [
  ['POST /simulate', ({ id }, _, body) => asBody(simulate(id, body))],
  ['POST /requests/filter', person(sql.ownList)],
  ['GET /requests/', person(sql.ownRequest, (place) => [Number(place[1])])],
  [`POST ${worklist}/filter`, agent(sql.worklist)],
  [`POST ${worklist}/counts`, agent(sql.counts)],
  ['GET /unread', (...of) => (of[0].partner_id === null ? ownUnread : agentUnread)(...of)],
  [`POST ${worklist}/list`, person(sql.steps, (_, { requestId }) => [requestId])],
  ['GET /processing/step/', agent(sql.messages, (place) => [Number(place[2])])],
  ['GET /params/paramsByParentI18n/', (_, place) => first(sql.list, place[2])],
  [
    'POST /processing/step/update',
    agent(writes.updateStep, (_, body) => [body.processingStepId, body.status, body.percent]),
  ],
  [
    'POST /processing/step/',
    (caller, place, { body, clientKey }) => {
      const rest = [Number(place[2]), body, clientKey, limitKey(caller.id), Date.now()];
      return agent(writes.sendMessage, () => rest)(caller, place, {});
    },
  ],
  [
    'POST /requests',
    async ({ id: caller }, _, { description, services }) => {
      const year = Number(dayOf(new Date()).slice(0, 4));
      const { id } = await first(writes.createRequest, caller, description, services, year);
      return await first(sql.ownRequest, caller, id);
    },
  ],
  [
    'PUT /requests/observationAndStatus',
    async ({ id }, _, { idRequest }) => {
      await first(writes.submit, id, idRequest, workingDayAt(dayOf(new Date()), 15, new Set()));
      return await first(sql.ownRequest, id, idRequest);
    },
  ],
];

async function answer(request: IncomingMessage): Promise<Row> {
  // JSON of a form with one field: the text between its boundaries.
  const sent = await textOf(request);
  const json = sent.slice(sent.indexOf('{'), sent.lastIndexOf('}') + 1);
  const body = (json === '' ? {} : JSON.parse(json)) as Row;
  const path = (request.url ?? '/').replace(/\?.*/, '').slice('/api'.length);
  if (path === '/utilisateurs/signIn') return await asBody(signIn(body));
  const caller = await callerOf(request);
  const asked = `${request.method ?? ''} ${path}`;
  const call = calls.find(([start]) => asked.startsWith(start))?.[1];
  if (call === undefined) throw new Error(`There is no ${asked}`);
  return await call(caller, path.split('/').slice(1), body);
}

createServer((request, response) => {
  answer(request).then(
    ({ body, total }) => {
      const bytes = Buffer.from(String(body));
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': bytes.length,
        'x-total-count': Number(total ?? 0),
      });
      response.end(bytes);
    },
    (error: unknown) => {
      // The start polls this address, so its errors are expected.
      if (request.url !== '/api/health/live') process.stderr.write(`${String(error)}\n`);
      response.writeHead(500).end();
    },
  );
}).listen(Number(process.env.PORT), '127.0.0.1');
