import type { PersonView } from '@wasl/contracts/administration';
import { expect, it } from 'vitest';

import { anAdministrator } from '../../testing/administrators.ts';
import { useAdmin } from '../../testing/admin.ts';
import { failedRows } from '../../testing/failed-rows.ts';
import { madeBefore, useTestApp } from '../../testing/index.ts';

const app = useTestApp();
const { admin, out } = useAdmin(app);
const me = madeBefore(() => anAdministrator(app));

const { list, retry, lastAct, expectIndex } = failedRows(app, me);

const aMail = async (to: string, lastError: string, params = {}) =>
  await app.db.outboxMail.create({
    data: {
      to,
      lang: 'ar',
      template: 'resetPassword',
      params: { name: 'Amina', token: 'sealed:x', ...params },
      state: 'FAILED',
      attempts: 5,
      lastError,
    },
  });

it('names a failed mail as on the person’s page, with a placeholder for a missing value', async () => {
  const { id, email: to } = await app.make.aBeneficiary();
  for (const [template, params] of [
    [
      'requestReceived',
      { requestId: 7, numRequest: '2026-000007', submittedAt: '2026-11-02T09:00:00.000Z' },
    ],
    ['requestReceived', {}],
    ['stepsAssigned', {}],
    ['ofLater', {}],
  ] as const)
    await app.db.outboxMail.create({ data: { to, lang: 'ar', template, params, state: 'FAILED' } });
  const subjects = [
    null,
    'New services to process: …',
    'Request … received',
    'Request 2026-000007 received',
  ];
  const { rows } = await list('mails', '&lang=en');
  expect(rows.filter((one) => one.to === to).map(({ subject }) => subject)).toEqual(subjects);
  const { body } = await me.client.get(`/admin/people/${id}?lang=en`).expect(200);
  expect((body as PersonView).mails.map(({ subject }) => subject)).toEqual(
    subjects.map((subject) => subject ?? 'ofLater'),
  );
  const arabic = await list('mails', '&lang=ar');
  expect(JSON.stringify(arabic)).not.toContain('undefined');
  await app.db.outboxMail.deleteMany({ where: { to } });
});

it('lists failed mails by subject and cause, and retries one or all', async () => {
  const user = await app.make.aBeneficiary();
  const mail = await aMail(user.email, 'EENVELOPE 550 5.1.1 no such user');
  const causes = ['ECONNREFUSED', 'EAUTH 535 bad', 'SEALED_BEFORE', 'TypeError x'];
  for (const cause of causes) await aMail('x@example.org', cause);
  const odd = await app.db.outboxMail.create({
    data: { to: 'x@example.org', lang: 'fr', template: 'ofLater', params: {}, state: 'FAILED' },
  });
  const { rows, next } = await list('mails', '&lang=en');
  expect(next).toBeNull();
  expect(rows.map(({ cause }) => cause)).toEqual([
    'error',
    'error',
    'sealedBefore',
    'signIn',
    'unreachable',
    'refused',
  ]);
  expect(rows[0]).toMatchObject({ id: String(odd.id), kind: 'ofLater', subject: null });
  expect(rows[5]).toMatchObject({
    to: user.email,
    subject: 'Reset your password',
    attempts: 5,
    detail: 'EENVELOPE 550 5.1.1 no such user',
    block: null,
  });
  expect(JSON.stringify(rows)).not.toContain('sealed:');

  expect(await retry('mails', String(mail.id))).toBe(1);
  expect(await lastAct()).toEqual({
    kind: 'RETRIED',
    byName: me.email,
    reason: `mails ${String(mail.id)}`,
    userId: user.id,
    partnerId: null,
  });
  expect(await app.db.outboxMail.findUnique({ where: { id: mail.id } })).toMatchObject({
    state: 'WAITING',
    attempts: 0,
  });
  expect(await retry('mails', null)).toBe(5);
  expect(await lastAct()).toMatchObject({ reason: 'mails: 5', userId: null });
  const acts = await app.db.administratorAct.count();
  expect(await retry('mails', null)).toBe(0);
  expect(await retry('mails', 'x')).toBe(0);
  expect(await app.db.administratorAct.count()).toBe(acts);
  expect((await list('mails')).rows).toEqual([]);
  expect(await admin('person', 'history', user.email)).toBe(0);
  expect(out.join('\n')).toMatch(new RegExp(`RETRIED.*${me.email}`));
});

it('records the author of a retry in the terminal', async () => {
  const { id } = await aMail('x@example.org', 'ECONNREFUSED');
  expect(await admin('mails', 'retry', String(id), '--as', 'Salma')).toBe(0);
  expect(await lastAct()).toMatchObject({ byName: 'Salma', reason: `mails ${String(id)}` });
});

it('lists jobs whose last run failed, and schedules them immediately', async () => {
  const nextRunAt = new Date(Date.now() + 3_600_000);
  const job = { everySeconds: 60, nextRunAt, lastFailureAt: new Date() };
  await app.db.backgroundJob.create({
    data: { ...job, name: 'ill', failures: 2, lastError: 'Error: no disk' },
  });
  await app.db.backgroundJob.create({ data: { ...job, name: 'well' } });
  const { rows } = await list('jobs');
  expect(rows).toMatchObject([
    { id: 'ill', cause: 'error', detail: 'Error: no disk', nextAt: nextRunAt.toISOString() },
  ]);
  expect(await retry('jobs', 'ill')).toBe(1);
  const { nextRunAt: after } = await app.db.backgroundJob.findUniqueOrThrow({
    where: { name: 'ill' },
  });
  expect(after.getTime()).toBeLessThanOrEqual(Date.now());
  expect((await list('jobs')).rows).toEqual([]);
  expect(await retry('jobs', 'none')).toBe(0);
  expect(await retry('jobs', null)).toBe(1);
});

it('reads each page from an index of failed rows', async () => {
  await expectIndex("outbox_mails WHERE state = 'FAILED' ORDER BY id DESC");
});

it('rejects an unknown queue', async () => {
  await me.client.get('/admin/failures?queue=mails&after=x').expect(400);
  await me.client.get('/admin/failures?queue=scans').expect(404);
  await me.client.post('/admin/failures/retry', { queue: 'scans', id: null }).expect(404);
});
