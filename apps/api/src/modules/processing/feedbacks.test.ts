import type { StepFeedback, StepFile, StepView } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { aJourneyUnderWay, useTestApp } from '../../testing/index.ts';
import { eraseDueAccounts } from '../accounts/index.ts';

const app = useTestApp();

const written = (lines: readonly StepFeedback[]) =>
  lines.map(({ kind, percent, text, by }) => [kind, percent, text, by?.name ?? null]);

async function aStepUnderWay() {
  const journey = await aJourneyUnderWay(app);
  const { first, request, client, user } = journey;
  const owner = await app.as(user);
  const fileOf = async (): Promise<StepFile> =>
    (await client.get(`/processing/steps/${String(first.id)}/file`).expect(200)).body as StepFile;
  const followed = async (reader = owner): Promise<StepView | undefined> => {
    const answer = await reader
      .post('/journeyInstanceProcessingSteps/list', { requestId: request.id })
      .expect(200);
    const { results } = answer.body as {
      results: { journeyInstanceProcessingSteps: StepView[] }[];
    };
    return results[0]?.journeyInstanceProcessingSteps.find(({ id }) => id === first.id);
  };
  return { ...journey, fileOf, followed };
}

describe('the feedback to a person about a step', () => {
  it('is stored as a series: no entry is replaced, and an empty feedback deletes none', async () => {
    const { agent, update, fileOf, followed, next } = await aStepUnderWay();
    const name = `${agent.prenom} ${agent.nom}`;
    const write = (percent: number, partnerFeedback: string) =>
      update({ status: 'IN_PROGRESS', percent, partnerFeedback }).expect(200);
    await write(20, 'Il manque le bail');
    await write(30, 'Il manque le bail');
    await write(40, 'Dossier complet');
    await write(40, '');
    const series = [
      ['SAID', 40, 'Dossier complet'],
      ['SAID', 20, 'Il manque le bail'],
    ];
    expect(written((await fileOf()).feedbacks)).toEqual(series.map((line) => [...line, name]));
    // The person reads the series without authors. Another organisation at work sees an empty series.
    const seen = await followed();
    expect(seen?.partnerFeedback).toBe('Dossier complet');
    expect(written(seen?.feedbacks ?? [])).toEqual(series.map((line) => [...line, null]));
    expect((await followed(await app.as(next)))?.feedbacks).toEqual([]);
  });

  it('has no author when the record contains none', async () => {
    const { first, fileOf } = await aStepUnderWay();
    await app.db.stepFeedback.create({
      data: { stepId: first.id, kind: 'SAID', percent: 10, text: 'Vu' },
    });
    expect((await fileOf()).feedbacks).toMatchObject([{ text: 'Vu', by: null }]);
  });

  it('is erased together with the person', async () => {
    const { update, user, first } = await aStepUnderWay();
    await update({ status: 'IN_PROGRESS', percent: 20, partnerFeedback: 'Amina, le bail' }).expect(
      200,
    );
    const longAgo = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000);
    // An earlier run of the housekeeping closed the account; this run erases it.
    await app.db.user.update({
      where: { id: user.id },
      data: { deletionAskedAt: longAgo, disabledAt: longAgo },
    });
    expect(await eraseDueAccounts(app.deps)).toBe(1);
    expect(await app.db.stepFeedback.count({ where: { stepId: first.id } })).toBe(0);
  });
});

describe('a decreasing percent', () => {
  it('requires a reason from an agent with the step’s version, which the person sees', async () => {
    const { update, fileOf, followed } = await aStepUnderWay();
    await update({ status: 'IN_PROGRESS', percent: 60 }).expect(200);
    const { version } = (await fileOf()).step;
    const lower = (members: object) =>
      update({ status: 'IN_PROGRESS', percent: 40, version, ...members });
    for (const members of [{}, { loweredBecause: '  ' }, { loweredBecause: null }]) {
      const refused = await lower(members).expect(400);
      expect(refused.body).toMatchObject({
        code: 'INVALID_INPUT',
        errors: [{ path: 'loweredBecause', message: 'Ce champ est obligatoire' }],
      });
    }
    expect((await fileOf()).step).toMatchObject({ version, percent: 60 });
    await lower({ loweredBecause: 'Le devis a expiré' }).expect(200);
    const series = [['LOWERED', 40, 'Le devis a expiré', null]];
    expect(written((await followed())?.feedbacks ?? [])).toEqual(series);
    // An update that raises or keeps the percent ignores the reason.
    for (const percent of [40, 50]) {
      const now = (await fileOf()).step.version;
      const more = { percent, version: now, loweredBecause: 'Rien' };
      await update({ status: 'IN_PROGRESS', ...more }).expect(200);
    }
    expect(written((await followed())?.feedbacks ?? [])).toEqual(series);
  });

  it('is accepted from the specified client, which sends neither version nor reason', async () => {
    const { update, read, fileOf } = await aStepUnderWay();
    await update({ status: 'IN_PROGRESS', percent: 60 }).expect(200);
    await update({ status: 'IN_PROGRESS', percent: 40 }).expect(200);
    expect((await read()).steps[0]).toMatchObject({ percent: 40 });
    expect((await fileOf()).feedbacks).toEqual([]);
  });
});

describe('blocking a step', () => {
  it('requires a reason once from an agent with the step’s version, which the person sees', async () => {
    const { update, fileOf, followed } = await aStepUnderWay();
    const { version } = (await fileOf()).step;
    const block = (members: object) =>
      update({ status: 'BLOCKED', percent: 20, version, ...members });
    for (const members of [{}, { blockedBecause: '  ' }, { blockedBecause: null }]) {
      const refused = await block(members).expect(400);
      expect(refused.body).toMatchObject({
        code: 'INVALID_INPUT',
        errors: [{ path: 'blockedBecause' }],
      });
    }
    expect((await fileOf()).step).toMatchObject({ version, status: { code: 'ASSIGNED' } });
    await block({ blockedBecause: 'Le tribunal est fermé' }).expect(200);
    const series = [['BLOCKED', 20, 'Le tribunal est fermé', null]];
    expect(written((await followed())?.feedbacks ?? [])).toEqual(series);
    expect((await fileOf()).feedbacks).toMatchObject([{ kind: 'BLOCKED', by: { kind: 'self' } }]);
    // The step is blocked already, so an update adds no reason.
    const now = (await fileOf()).step.version;
    const again = { percent: 30, version: now, blockedBecause: 'Autre' };
    await update({ status: 'BLOCKED', ...again }).expect(200);
    await update({ status: 'IN_PROGRESS', percent: 40, blockedBecause: 'Rien' }).expect(200);
    expect(written((await followed())?.feedbacks ?? [])).toEqual(series);
  });

  it('is accepted from the specified client without a reason; an earlier reason no longer applies', async () => {
    const { update, followed } = await aStepUnderWay();
    await update({ status: 'BLOCKED', percent: 20, blockedBecause: 'Grève' }).expect(200);
    await update({ status: 'IN_PROGRESS', percent: 20 }).expect(200);
    await update({ status: 'BLOCKED', percent: 20 }).expect(200);
    expect(written((await followed())?.feedbacks ?? [])).toEqual([
      ['BLOCKED', 20, null, null],
      ['BLOCKED', 20, 'Grève', null],
    ]);
  });
});
