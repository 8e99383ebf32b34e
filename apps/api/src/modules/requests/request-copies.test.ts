import { randomUUID } from 'node:crypto';

import { agreements, requestStatuses } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import {
  agreementsOpenToPartners,
  hiddenFromPartners,
  isSuspended,
} from '../../policies/request-actions.ts';
import { adminOn } from '../../testing/admin.ts';
import { useTestApp } from '../../testing/index.ts';
import { requestCopiesRepository } from './request-copies.repository.ts';

const isOneOf = (values: readonly string[], value: string): boolean => values.includes(value);

describe('the copied request fields of a step', () => {
  const app = useTestApp();

  async function given() {
    const agent = await app.make.anAgent();
    const request = await app.make.aRequest({ status: 'NOUVEAU' });
    const step = await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
    return { request, step, client: await app.as(agent) };
  }
  const copiesOf = async (id: number) =>
    await app.db.processingStep.findUniqueOrThrow({
      where: { id },
      select: { requestDate: true, requestIsShown: true, requestIsSuspended: true },
    });
  const check = async (...words: string[]) => {
    const out: string[] = [];
    const code = await adminOn(app, ['steps', 'check', ...words], (line) => out.push(line), {
      printFault: (line) => out.push(line),
    });
    return { code, text: out.join('\n') };
  };

  it('follow the rules for every status under every agreement', async () => {
    const rows = await app.db.$queryRaw<
      { status: string; agreement: string; shown: boolean; suspended: boolean }[]
    >`SELECT status::text, agreement::text, request_is_shown(status, agreement) AS shown, request_is_suspended(status) AS suspended
      FROM unnest(enum_range(NULL::"RequestStatus")) status, unnest(enum_range(NULL::"Agreement")) agreement`;
    expect(rows).toHaveLength(requestStatuses.length * agreements.length);
    const expected = rows.map(({ status, agreement }) => ({
      status,
      agreement,
      shown: !isOneOf(hiddenFromPartners, status) && isOneOf(agreementsOpenToPartners, agreement),
      suspended: requestStatuses.some((known) => known === status && isSuspended(known)),
    }));
    expect(rows).toEqual(expected);
  });

  it('follow the request through every status, agreement and date', async () => {
    const { request, step } = await given();
    for (const status of requestStatuses)
      for (const agreement of agreements) {
        await app.db
          .$executeRaw`UPDATE requests SET status = ${status}::"RequestStatus", agreement = ${agreement}::"Agreement" WHERE id = ${request.id}`;
        expect(await copiesOf(step.id), `${status} ${agreement}`).toMatchObject({
          requestIsShown:
            !isOneOf(hiddenFromPartners, status) && isOneOf(agreementsOpenToPartners, agreement),
          requestIsSuspended: isSuspended(status),
        });
      }
    const dateRequest = new Date('2026-01-02T03:04:05.678Z');
    await app.db.supportRequest.update({ where: { id: request.id }, data: { dateRequest } });
    expect(await copiesOf(step.id)).toMatchObject({ requestDate: dateRequest });
  });

  it('are set for a step that is inserted without them', async () => {
    const { request, step } = await given();
    const { dateRequest } = await app.db.supportRequest.update({
      where: { id: request.id },
      data: { status: 'EN_ATTENTE', agreement: 'REFUSED' },
    });
    const [made] = await app.db.$queryRaw<{ id: number }[]>`
      INSERT INTO processing_steps (request_id, position, title_item_id, partner_id, status, updated_at)
      SELECT request_id, 9, title_item_id, partner_id, status, now() FROM processing_steps WHERE id = ${step.id}
      RETURNING id`;
    expect(await copiesOf(made?.id ?? 0)).toEqual({
      requestDate: dateRequest,
      requestIsShown: false,
      requestIsSuspended: true,
    });
  });

  const awaitsOf = async (id: number) =>
    (
      await app.db.processingStep.findUniqueOrThrow({
        where: { id },
        select: { awaitsDocuments: true },
      })
    ).awaitsDocuments;
  const askedFor = async (...stepIds: readonly number[]) => {
    const items = await Promise.all(stepIds.map(() => app.make.anItem('DOCUMENT')));
    return await app.db.stepDocument.createManyAndReturn({
      data: stepIds.map((stepId, at) => ({ stepId, documentItemId: items[at]?.id ?? 0 })),
      select: { id: true },
    });
  };
  const aFile = async () =>
    await app.db.storedFile.create({
      data: {
        key: randomUUID(),
        originalName: 'a.pdf',
        mimeType: 'application/pdf',
        size: 1,
        sha256: '',
      },
      select: { id: true },
    });

  it('show whether a document is awaited, after each request, upload and removal', async () => {
    const [{ step }, { step: other }] = [await given(), await given()];
    const asked = await askedFor(step.id, step.id, other.id);
    const [first = { id: 0 }, second = { id: 0 }, third = { id: 0 }] = asked;
    expect([await awaitsOf(step.id), await awaitsOf(other.id)]).toEqual([true, true]);
    const received = async ({ id }: { id: number }) => {
      const file = await aFile();
      await app.db.stepDocument.update({ where: { id }, data: { fileId: file.id } });
    };
    await received(first);
    expect(await awaitsOf(step.id)).toBe(true);
    await received(second);
    expect([await awaitsOf(step.id), await awaitsOf(other.id)]).toEqual([false, true]);
    await app.db.stepDocument.delete({ where: { id: third.id } });
    expect(await awaitsOf(other.id)).toBe(false);
    expect(await requestCopiesRepository(app.db).differing(5)).toEqual([]);
  });

  it('include the last two documents received at once, even without the request’s lock', async () => {
    const { step } = await given();
    const asked = await askedFor(step.id, step.id);
    const files = [await aFile(), await aFile()];
    const [one, two] = asked.map(({ id }, at) => ({
      where: { id },
      data: { fileId: files[at]?.id ?? 0 },
    }));
    if (one === undefined || two === undefined) throw new Error('Nothing was asked for');
    let second: Promise<unknown> = Promise.resolve();
    await app.db.$transaction(async (tx) => {
      await tx.stepDocument.update(one);
      second = app.db.stepDocument.update(two).then(() => undefined);
      // PostgreSQL reports that the second transaction waits for the step's row.
      await expect
        .poll(async () => {
          const [waiting] = await app.db.$queryRaw<{ count: bigint }[]>`
            SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
          return waiting?.count;
        })
        .toBe(1n);
    });
    await second;
    expect(await awaitsOf(step.id)).toBe(false);
  });

  it('are reported and corrected by the administrator’s command when they differ', async () => {
    const [{ request, step, client }, { step: right }] = [await given(), await given()];
    expect(await check()).toEqual({
      code: 0,
      text: 'Every step says what its request says, and every open step is counted.',
    });
    await app.db.processingStep.update({
      where: { id: step.id },
      data: { requestIsShown: false, awaitsDocuments: true },
    });
    // Lists read the copied columns.
    const list = '/journeyInstanceProcessingSteps/filter';
    expect((await client.post(list, []).expect(200)).body).toMatchObject({ totalElements: 0 });
    const found = await check();
    expect(found.code).toBe(1);
    expect(found.text).toContain(
      `step ${String(step.id)} says something else than its request ${request.numRequest}`,
    );
    expect(found.text).not.toContain(`step ${String(right.id)} `);
    expect((await check('--repair')).text).toContain('1 set right.');
    expect((await client.post(list, []).expect(200)).body).toMatchObject({ totalElements: 1 });
    expect((await check()).code).toBe(0);
  });
});
