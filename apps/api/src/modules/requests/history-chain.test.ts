import { describe, expect, it } from 'vitest';

import { adminOn } from '../../testing/admin.ts';
import { createTestApp, useTestApp } from '../../testing/index.ts';
import { emptiedRequestsRepository } from './emptied-requests.repository.ts';
import { reviewHistory } from './history-chain.repository.ts';

const app = useTestApp();

/** A request with five events. Two have a reason; an erasure removes the reason of the fourth. */
async function aHistory(): Promise<{ id: number; events: number[] }> {
  const { id } = await app.make.aRequest({ status: 'NOUVEAU' });
  await app.db.historyEvent.createMany({
    data: [
      { requestId: id, kind: 'SUBMITTED', toStatus: 'NOUVEAU' },
      { requestId: id, kind: 'DOCUMENT_REQUESTED', detail: 'RIB' },
      { requestId: id, kind: 'STEP_STATUS', fromStatus: 'NOUVEAU', toStatus: 'ENTAME', percent: 5 },
      { requestId: id, kind: 'STATUS', toStatus: 'A_REFOURMULER', detail: 'Budget à préciser' },
      { requestId: id, kind: 'SUBMITTED', fromStatus: 'A_REFOURMULER', toStatus: 'NOUVEAU' },
    ],
  });
  const rows = await app.db.historyEvent.findMany({
    where: { requestId: id },
    orderBy: { position: 'asc' },
  });
  expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
  return { id, events: rows.map((row) => row.id) };
}

/** Runs SQL as an owner of the database with triggers switched off. */
async function asOwner(sql: string): Promise<void> {
  await app.db.$transaction([
    app.db.$executeRawUnsafe('SET LOCAL session_replication_role = replica'),
    app.db.$executeRawUnsafe(sql),
  ]);
}

const brokenOf = async (requestId: number) =>
  (await reviewHistory(app.db)).broken.filter((one) => one.requestId === requestId);

describe('the history of a request', () => {
  it('finds the head of a chain by its key, even with a query plan for a small table', async () => {
    const { id } = await aHistory();
    await app.db.$executeRaw`ANALYZE history_heads`;
    const [head] = await app.db.$transaction(async (tx) => {
      await tx.historyEvent.createMany({
        data: Array.from({ length: 20 }, () => ({ requestId: id, kind: 'UPDATED' })),
      });
      return await tx.$queryRaw<{ rowsReadInOrder: number }[]>`
        SELECT seq_tup_read::int AS "rowsReadInOrder" FROM pg_stat_xact_user_tables WHERE relname = 'history_heads'`;
    });
    expect(head).toEqual({ rowsReadInOrder: 0 });
  });

  it('is a valid hash chain, also with concurrent writers', async () => {
    const [one, other] = [await aHistory(), await aHistory()];
    await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        app.db.historyEvent.create({
          data: { requestId: index % 3 === 0 ? other.id : one.id, kind: 'UPDATED' },
        }),
      ),
    );
    const rows = await app.db.historyEvent.findMany({ where: { requestId: one.id } });
    expect(rows.map(({ position }) => position).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 21 }, (_, index) => index + 1),
    );
    expect(await brokenOf(one.id)).toEqual([]);
    expect(await brokenOf(other.id)).toEqual([]);
  });

  it('does not block writes to another request', async () => {
    const [one, other] = [await aHistory(), await aHistory()];
    await app.db.$transaction(async (tx) => {
      await tx.historyEvent.create({ data: { requestId: one.id, kind: 'UPDATED' } });
      await app.db.historyEvent.create({ data: { requestId: other.id, kind: 'UPDATED' } });
    });
    expect(await brokenOf(one.id)).toEqual([]);
  });

  it('computes its links itself, and ignores links that a client sends', async () => {
    const { id } = await aHistory();
    const hash = new Uint8Array([1]);
    await app.db.historyEvent.create({
      data: { requestId: id, kind: 'UPDATED', position: 2, hash },
    });
    expect(await brokenOf(id)).toEqual([]);
  });

  it('cannot be truncated, like its chain heads and the administrators’ actions', async () => {
    for (const table of ['history_events', 'history_heads', 'administrator_acts'])
      await expect(app.db.$executeRawUnsafe(`TRUNCATE ${table}`)).rejects.toThrow(/append-only/);
  });

  it('stays valid when the texts of a request are erased, and refuses other deletions', async () => {
    const { id, events } = await aHistory();
    await emptiedRequestsRepository(app.db).empty({ id });
    const row = await app.db.historyEvent.findUniqueOrThrow({ where: { id: events[3] ?? 0 } });
    expect(row).toMatchObject({ detail: null, detailSalt: null });
    expect(row.detailHash).not.toBeNull();
    expect(await brokenOf(id)).toEqual([]);
    await asOwner(`UPDATE history_events SET detail = NULL WHERE id = ${String(events[1])}`);
    expect(await brokenOf(id)).toEqual([
      { requestId: id, id: events[1], position: 2, reason: 'words' },
    ]);
  });

  type Break = (id: number, events: readonly number[]) => string;
  const breaks: [string, Break, { at: number | null; position: number; reason: string }][] = [
    [
      'an event that was changed',
      (_id, events) => `UPDATE history_events SET percent = 100 WHERE id = ${String(events[2])}`,
      { at: 2, position: 3, reason: 'changed' },
    ],
    [
      'words that were changed',
      (_id, events) => `UPDATE history_events SET detail = 'Refus' WHERE id = ${String(events[3])}`,
      { at: 3, position: 4, reason: 'words' },
    ],
    [
      'another day',
      (_id, events) =>
        `UPDATE history_events SET at = at - interval '1 day' WHERE id = ${String(events[0])}`,
      { at: 0, position: 1, reason: 'changed' },
    ],
    [
      'an event that was removed',
      (_id, events) => `DELETE FROM history_events WHERE id = ${String(events[1])}`,
      { at: 2, position: 2, reason: 'gap' },
    ],
    [
      'an event that was removed and its place closed',
      (id, events) => `WITH gone AS (DELETE FROM history_events WHERE id = ${String(events[1])})
        UPDATE history_events SET position = position - 1 WHERE request_id = ${String(id)} AND position > 2`,
      { at: 2, position: 2, reason: 'changed' },
    ],
    [
      'a last event that was removed',
      (_id, events) => `DELETE FROM history_events WHERE id = ${String(events[4])}`,
      { at: null, position: 5, reason: 'gone' },
    ],
    [
      'a whole history that was removed',
      (id) => `DELETE FROM history_events WHERE request_id = ${String(id)}`,
      { at: null, position: 1, reason: 'gone' },
    ],
    [
      'an event that was put in at the end',
      (id) => `INSERT INTO history_events (request_id, kind, position, hash, at)
        SELECT request_id, 'RATED', 6, hash, at FROM history_events WHERE request_id = ${String(id)} AND position = 5`,
      { at: -1, position: 6, reason: 'changed' },
    ],
    [
      'two events in each other’s place',
      (id) => `UPDATE history_events SET position = 5 - position
        WHERE request_id = ${String(id)} AND position IN (2, 3)`,
      { at: 2, position: 2, reason: 'changed' },
    ],
  ];
  it.each(breaks)('reports %s', async (_name, change, { at, position, reason }) => {
    const { id, events } = await aHistory();
    await asOwner(change(id, events));
    const last = await app.db.historyEvent.findFirst({
      where: { requestId: id },
      orderBy: { id: 'desc' },
    });
    const event = at === null ? null : at === -1 ? last?.id : events[at];
    expect(await brokenOf(id)).toEqual([{ requestId: id, id: event, position, reason }]);
  });

  it('is verified by a command, which fails for a broken link', async () => {
    const fresh = await createTestApp();
    const out: string[] = [];
    const faults: string[] = [];
    const verify = () =>
      adminOn(fresh, ['history', 'verify'], (line) => out.push(line), {
        printFault: (line) => faults.push(line),
      });
    try {
      const { id } = await fresh.make.aRequest({ status: 'NOUVEAU' });
      await fresh.db.historyEvent.create({ data: { requestId: id, kind: 'UPDATED' } });
      expect(await verify()).toBe(0);
      expect(out.at(-1)).toBe('Every link holds.');
      await fresh.db.$transaction([
        fresh.db.$executeRaw`SET LOCAL session_replication_role = replica`,
        fresh.db.$executeRaw`UPDATE history_events SET kind = 'RATED' WHERE request_id = ${id}`,
      ]);
      expect(await verify()).toBe(1);
      expect(out.join('\n')).toContain('it is not what was written');
      expect(faults).toEqual(['The history of 1 requests does not hold.']);
    } finally {
      await fresh.close();
    }
  });
});
