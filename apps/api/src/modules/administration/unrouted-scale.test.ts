import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';

import { anAdministrator } from '../../testing/administrators.ts';
import { madeBefore, useTestApp } from '../../testing/index.ts';
import { watchStatements } from '../../testing/watch-statements.ts';

const app = useTestApp();
const me = madeBefore(() => anAdministrator(app));
afterEach(() => vi.restoreAllMocks());

/** Copies of the request with its services and steps. */
async function copies(original: number, count: number): Promise<void> {
  await app.db.$executeRaw`
    WITH made AS (
      INSERT INTO requests SELECT (jsonb_populate_record(r, jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('requests', 'id')),
        'num_request', r.num_request || '-' || ${count}::int || '-' || n, 'client_key', NULL))).*
      FROM requests r, generate_series(1, ${count}::int) n WHERE r.id = ${original} RETURNING id),
    services AS (
      INSERT INTO request_services SELECT (jsonb_populate_record(s, jsonb_build_object('request_id', m.id))).*
      FROM request_services s, made m WHERE s.request_id = ${original})
    INSERT INTO processing_steps SELECT (jsonb_populate_record(s, jsonb_build_object(
      'id', nextval(pg_get_serial_sequence('processing_steps', 'id')), 'request_id', m.id))).*
    FROM processing_steps s, made m WHERE s.request_id = ${original}`;
}

/** @returns the number of statements of a call, and of the rows that they return */
async function costOf(address: string): Promise<{ statements: number; rows: number }> {
  const statements = watchStatements();
  const rows = vi.spyOn(pg.Result.prototype as unknown as { addRow(row: unknown): void }, 'addRow');
  await me.client.get(`/admin/${address}`).expect(200);
  const cost = { statements: statements.length, rows: rows.mock.calls.length };
  vi.restoreAllMocks();
  return cost;
}

it('needs the same number of statements for few and for two thousand requests', async () => {
  const waiting = await app.make.aRequest({ status: 'EN COURS DE QUALIFICATION' });
  // A declined step with its replacement: the request waits for nothing.
  const going = await app.make.aRequest({ status: 'ENTAME' });
  const step = await app.make.aStep({ requestId: going.id, status: 'DECLINED' });
  await app.make.aStep({
    requestId: going.id,
    status: 'ASSIGNED',
    titleItemId: step.titleItemId,
    position: 1,
  });
  await app.db.requestService.deleteMany({ where: { requestId: going.id } });
  await app.db.requestService.create({ data: { requestId: going.id, itemId: step.titleItemId } });
  for (const { id } of [waiting, going]) await copies(id, 60);
  await costOf('unrouted');
  const few = [await costOf('unrouted'), await costOf('waiting')];
  for (const { id } of [waiting, going]) await copies(id, 1940);
  const { body } = await me.client.get('/admin/waiting').expect(200);
  expect((body as { requests: number }).requests).toBe(2001);
  expect([await costOf('unrouted'), await costOf('waiting')]).toEqual(few);
});
