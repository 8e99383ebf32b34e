import { beforeEach, describe, expect, it } from 'vitest';

import { inTransaction, type Db } from '../../platform/database/db.ts';
import { type TestApp, useTestApp } from '../../testing/index.ts';
import { openAct } from '../../events/act.ts';
import { system } from '../../events/author.ts';
import { requestWrites } from '../requests/index.ts';
import { absenceRepository } from './absence.repository.ts';
import { releaseSteps } from './index.ts';
import { ownerRepository } from './owner.repository.ts';

const app = useTestApp();

let agent: Awaited<ReturnType<TestApp['make']['anAgent']>>;
let step: Awaited<ReturnType<TestApp['make']['aStep']>>;
beforeEach(async () => {
  agent = await app.make.anAgent();
  step = await app.make.aStep({ partnerId: agent.partnerId, assigneeId: agent.id });
});

/** Allows for a busy machine. */
const patient = { timeoutMs: 60_000 };

const waiting = async (): Promise<number> => {
  const { rows } = await app.deps.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
};

/** Starts a change of the step, and concurrently the removal of its owner, which waits before the change is written. */
async function sideBySide(lock: (tx: Db) => Promise<unknown>, write: (tx: Db) => Promise<unknown>) {
  let changes = 0;
  let ends = 0;
  let ending: Promise<void> = Promise.resolve();
  const end = async (tx: Db): Promise<void> => {
    ends += 1;
    await lock(tx);
    await releaseSteps(tx, agent.id, system, new Date());
  };
  const change = async (tx: Db): Promise<void> => {
    changes += 1;
    await requestWrites(tx).lock(step.requestId);
    if (changes === 1) {
      ending = inTransaction(app.db, end, patient);
      await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
    }
    await write(tx);
  };
  await inTransaction(app.db, change, patient);
  await ending;
  const { assigneeId } = await app.db.processingStep.findUniqueOrThrow({ where: { id: step.id } });
  return { changes, ends, assigneeId };
}
const once = { changes: 1, ends: 1, assigneeId: null };

const begin = (tx: Db) => absenceRepository(tx).lock(agent.id);

describe('an absence that begins during a change of a request', () => {
  it('waits for the lock of the request before it releases its steps: neither transaction is retried', async () => {
    const write = (tx: Db) => ownerRepository(tx).set(step.id, agent.id);
    expect(await sideBySide(begin, write)).toEqual(once);
  });

  it('does not block the notification of the owner', async () => {
    const { requestId, id: stepId } = step;
    const write = async (tx: Db) => {
      const act = openAct(tx, { mail: app.deps.mail, author: system, now: new Date() });
      act.record({ type: 'step.handedOver', requestId, stepId, toId: agent.id, byId: agent.id });
      await act.finish();
    };
    expect(await sideBySide(begin, write)).toEqual(once);
  });
});

describe('an invitation that is sent during a change of the request', () => {
  it('waits for the lock of the request before its insert: neither transaction is retried', async () => {
    const user = await app.make.aBeneficiary({
      openedBy: agent.partnerId,
      passwordHash: null,
      emailConfirmedAt: null,
      createdAt: new Date(Date.now() - 8 * 24 * 60 * 60 * 1000),
    });
    const { requestId, id: stepId } = step;
    await app.db.supportRequest.update({
      where: { id: requestId },
      data: { beneficiaryId: user.id },
    });
    const client = await app.as(agent);
    let changes = 0;
    let invited: Promise<unknown> = Promise.resolve();
    await inTransaction(
      app.db,
      async (tx) => {
        changes += 1;
        await requestWrites(tx).lock(requestId);
        if (changes === 1) {
          invited = client
            .post(`/processing/steps/${String(stepId)}/invitation`, {})
            .expect(200)
            .then();
          await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
        }
        const act = openAct(tx, { mail: app.deps.mail, author: system, now: new Date() });
        act.record({ type: 'agreement.given', requestId });
        await act.finish();
      },
      patient,
    );
    await invited;
    const { rows } = await app.deps.pool.query<{ deadlocks: number }>(
      'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
    );
    expect({ changes, deadlocks: rows[0]?.deadlocks }).toEqual({ changes: 1, deadlocks: 0 });
  });
});
