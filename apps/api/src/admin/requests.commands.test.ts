import path from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { adminOn } from '../testing/admin.ts';
import { useTestApp, useTestFolder } from '../testing/index.ts';

describe('the administrator’s commands on requests', () => {
  const folder = useTestFolder();
  let out: string[] = [];
  let faults: string[] = [];
  let shown: { what: string; total: number | null; done: number; isOver: boolean }[] = [];
  const app = useTestApp();
  beforeEach(() => {
    [out, faults, shown] = [[], [], []];
  });

  const admin = async (...words: string[]) =>
    await adminOn(app, words, (line) => out.push(line), {
      printFault: (line) => faults.push(line),
      showProgress: (what, total) => {
        const progress = { what, total, done: 0, isOver: false };
        shown.push(progress);
        return {
          advance: (by = 1) => {
            progress.done += by;
          },
          end: () => {
            progress.isOver = true;
          },
        };
      },
    });

  /** A request with one step of an organisation, and a second organisation. */
  async function given() {
    const [has, gets] = [await app.make.anAgent(), await app.make.anAgent()];
    const request = await app.make.aRequest({ status: 'NOUVEAU' });
    const step = await app.make.aStep({
      requestId: request.id,
      partnerId: has.partnerId,
      status: 'ASSIGNED',
    });
    const reassign = (id: number, partnerId: number, ...more: string[]) =>
      admin('steps', 'reassign', String(id), '--organisation', String(partnerId), ...more);
    return { has, gets, request, step, reassign };
  }

  it('assign a step to another organisation, and show the author and the reason', async () => {
    const { gets, request, step, reassign } = await given();
    expect(await reassign(step.id, gets.partnerId, '--as', 'Sara B', '--reason', 'Fermé')).toBe(0);
    expect(out.join()).toContain(`Step ${String(step.id)} of ${request.numRequest} is given to`);
    out = [];
    expect(await admin('requests', 'show', request.numRequest, '--json')).toBe(0);
    expect(JSON.parse(out.join('\n'))).toMatchObject({
      acts: [{ what: 'STEP_REASSIGNED', by: 'Sara B', reason: 'Fermé' }],
    });
  });

  it('assign many requests at once, and report a result for each', async () => {
    const { gets } = await given();
    const service = await app.make.aService();
    const waiting = [];
    for (let made = 0; made < 2; made += 1) {
      const { numRequest } = await app.make.aRequest({
        status: 'EN COURS DE QUALIFICATION',
        serviceItems: [service],
      });
      waiting.push(numRequest);
    }
    const assign = (...numbers: string[]) =>
      admin('requests', 'assign', ...numbers, '--organisation', String(gets.partnerId));
    expect(await assign(...waiting, '1990-000001', '--as', 'Sara B')).toBe(0);
    expect(out).toEqual([
      ...waiting.map((one) => `${one} is given to organisation ${String(gets.partnerId)}.`),
      '1990-000001: There is no request of this number: find <part of it>, or requests list.',
    ]);
    const acts = await app.db.administratorAct.findMany({
      where: { kind: 'STEP_GIVEN', byName: 'Sara B' },
    });
    expect(acts).toHaveLength(2);
    out = [];
    expect(await assign(...waiting)).toBe(1);
    expect(faults).toEqual(['Nothing was assigned.']);
    expect(out).toEqual(
      waiting.map(
        (one) => `${one}: Organisations have it already: steps reassign takes a step from one.`,
      ),
    );
  });

  it('report the cause of a refusal with exit code 1', async () => {
    const { has, gets, request, step, reassign } = await given();
    const unattended = await app.make.aPartner({ isAttended: false });
    const closed = await app.make.aStep({
      requestId: request.id,
      partnerId: has.partnerId,
      status: 'PROCESSED',
      percent: 100,
    });
    const refusals: [() => Promise<number>, string][] = [
      [() => reassign(2_000_000_000, gets.partnerId), 'There is no step of this id'],
      [() => reassign(step.id, 2_000_000_000), 'There is no approved organisation of this id'],
      [() => reassign(step.id, has.partnerId), 'has the step already'],
      [() => reassign(step.id, unattended.id), 'No agent of this organisation can sign in'],
      [() => reassign(closed.id, gets.partnerId), 'The step is closed'],
      [() => admin('requests', 'resume', request.numRequest), 'The request is not on hold.'],
      [() => admin('requests', 'resume', '1900-000001'), 'There is no request of this number'],
      [() => admin('agents', 'approve', 'who@example.org'), 'There is no agent with this e-mail'],
    ];
    for (const [run, words] of refusals) {
      faults = [];
      expect([await run(), faults.join('\n')]).toEqual([1, expect.stringContaining(words)]);
    }
    expect(await app.db.administratorAct.count({ where: { requestId: request.id } })).toBe(0);
  });

  it('are rejected without the organisation, with exit code 2', async () => {
    expect(await admin('steps', 'reassign', '7')).toBe(2);
    expect(faults[0]).toBe('--organisation is missing.');
  });

  it('show the progress of an export', async () => {
    await app.make.aRequest();
    const total = await app.db.supportRequest.count();
    expect(await admin('requests', 'export', '--output', path.join(folder, 'all.csv'))).toBe(0);
    expect(shown).toEqual([{ what: 'Requests', total, done: total, isOver: true }]);
  });
});
