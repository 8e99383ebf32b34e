import type { RequestView, StepView } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { aJourneyUnderWay, useTestApp } from '../../testing/index.ts';

const app = useTestApp();

describe('following a request', () => {
  it('names the organisations of its steps and of its history in the reader’s language', async () => {
    const { agent, user, request, client, update } = await aJourneyUnderWay(app);
    await app.db.partner.update({
      where: { id: agent.partnerId },
      data: { titleAr: 'المركز الجهوي للاستثمار' },
    });
    await update({ status: 'IN_PROGRESS', percent: 30 }).expect(200);
    const owner = await app.as(user);
    const list = { requestId: request.id, pageNumber: 0, pageSize: 200 };
    for (const reader of [owner, client]) {
      const { body } = await reader
        .post('/journeyInstanceProcessingSteps/list?lang=ar', list)
        .expect(200);
      expect(JSON.stringify(body)).toContain('المركز الجهوي للاستثمار');
    }
    // The first update changed the request's status, which its notice names.
    await update({ status: 'IN_PROGRESS', percent: 40 }).expect(200);
    const notices = await owner.get('/notices?lang=ar').expect(200);
    expect(JSON.stringify(notices.body)).toContain('المركز الجهوي للاستثمار');
  });

  it('shows the contact of the organisation with the active step only', async () => {
    const { agent, user, request, first, second } = await aJourneyUnderWay(app);
    const contact = { phone: '+212539300300', website: 'https://cri.example.org' };
    const ids = await app.db.processingStep.findMany({
      where: { requestId: request.id },
      select: { partnerId: true },
    });
    await app.db.partner.updateMany({
      where: { id: { in: [agent.partnerId, ...ids.map(({ partnerId }) => partnerId)] } },
      data: contact,
    });
    const owner = await app.as(user);
    const contacts = async () => {
      const { body } = await owner
        .post('/journeyInstanceProcessingSteps/list', { requestId: request.id })
        .expect(200);
      const { results } = body as {
        results: { journeyInstanceProcessingSteps: StepView[] }[];
      };
      const steps = results[0]?.journeyInstanceProcessingSteps ?? [];
      return steps.map(({ id, taskDef }) => [id, taskDef.partner.contact]);
    };
    const whole = { ...contact, whatsapp: null, email: null, address: null, openingHours: null };
    expect(await contacts()).toEqual([
      [first.id, whole],
      [second.id, null],
    ]);
    await app.db.processingStep.update({ where: { id: first.id }, data: { status: 'REJECTED' } });
    expect(await contacts()).toEqual([
      [first.id, null],
      [second.id, null],
    ]);
    await app.db.processingStep.update({ where: { id: first.id }, data: { status: 'BLOCKED' } });
    await app.db.partner.update({
      where: { id: agent.partnerId },
      data: { phone: null, website: null },
    });
    expect(await contacts()).toEqual([
      [first.id, null],
      [second.id, null],
    ]);
  });

  it('shows the owner every step with the feedback, and a partner without it', async () => {
    const { user, request, first, second, client, update } = await aJourneyUnderWay(app);
    await update({ status: 'IN_PROGRESS', percent: 30, partnerFeedback: 'Pour vous seule' }).expect(
      200,
    );
    const list = async (reader: typeof client) =>
      (
        await reader
          .post('/journeyInstanceProcessingSteps/list', {
            requestId: request.id,
            pageNumber: 0,
            pageSize: 200,
          })
          .expect(200)
      ).body as {
        results: { id: number; journeyInstanceProcessingSteps: StepView[] }[];
        totalElements: number;
      };
    const owner = await list(await app.as(user));
    expect(owner.totalElements).toBe(2);
    expect(owner.results).toHaveLength(1);
    expect(owner.results[0]?.journeyInstanceProcessingSteps).toMatchObject([
      {
        id: first.id,
        status: { code: 'IN_PROGRESS' },
        percent: 30,
        partnerFeedback: 'Pour vous seule',
        abilities: { canRate: false },
      },
      { id: second.id, status: { code: 'NOT_STARTED' }, processingStartDate: null },
    ]);
    expect(JSON.stringify(await list(client))).not.toContain('Pour vous seule');
  });

  it('is paged, and empty for a draft', async () => {
    const { user, request, second } = await aJourneyUnderWay(app);
    const owner = await app.as(user);
    const page = await owner
      .post('/journeyInstanceProcessingSteps/list', {
        requestId: request.id,
        pageNumber: 1,
        pageSize: 1,
      })
      .expect(200);
    expect(page.body).toMatchObject({
      totalElements: 2,
      results: [{ journeyInstanceProcessingSteps: [{ id: second.id }] }],
    });
    const draft = await app.make.aRequest({ beneficiaryId: user.id });
    expect(
      (
        await owner
          .post('/journeyInstanceProcessingSteps/list', { requestId: draft.id })
          .expect(200)
      ).body,
    ).toEqual({
      results: [{ id: draft.id, journeyInstanceProcessingSteps: [] }],
      totalElements: 0,
    });
  });

  it.each([
    {},
    { requestId: 'x' },
    { requestId: -1 },
    { requestId: { gt: 0 } },
    { requestId: 1, pageSize: 0 },
    { requestId: 1, pageSize: 201 },
    { requestId: 1, pageNumber: -1 },
    [],
  ])('refuses %j', async (body) => {
    await (
      await app.as(await app.make.aBeneficiary())
    )
      .post('/journeyInstanceProcessingSteps/list', body)
      .expect(400);
  });
});

describe('the worklist', () => {
  it('has one row for each step of the organisation, with the columns of the table', async () => {
    const agent = await app.make.anAgent();
    const client = await app.as(agent);
    const day = (n: number) => new Date(`2026-05-0${String(n)}T10:00:00Z`);
    const [one, two] = [
      await app.make.aRequest({ status: 'ENTAME', dateRequest: day(1) }),
      await app.make.aRequest({ status: 'NOUVEAU', dateRequest: day(2) }),
    ];
    const service = await app.make.aService({ libelleFr: 'Étude', libelleEn: 'Study' });
    const a = await app.make.aStep({
      requestId: one.id,
      partnerId: agent.partnerId,
      titleItemId: service.id,
      status: 'IN_PROGRESS',
      percent: 35,
    });
    const b = await app.make.aStep({ requestId: one.id, partnerId: agent.partnerId });
    const c = await app.make.aStep({ requestId: two.id, partnerId: agent.partnerId });
    await app.make.aStep({ requestId: two.id });
    for (const status of ['SUPPRIME', 'EN_COURS_DE_CREATION'] as const)
      await app.make.aStep({
        requestId: (await app.make.aRequest({ status })).id,
        partnerId: agent.partnerId,
      });
    const filter = async (query = '', criteria: object[] = []) => {
      const answer = await client
        .post(`/journeyInstanceProcessingSteps/filter${query}`, criteria)
        .expect(200);
      const { results, totalElements } = answer.body as {
        results: RequestView[];
        totalElements: number;
      };
      expect(answer.headers['x-total-count']).toBe(String(totalElements));
      return { ids: results.map((row) => row.processingStepId), totalElements, results };
    };
    const all = await filter('?lang=en');
    expect(all.ids).toEqual([c.id, b.id, a.id]);
    expect(all.results[2]).toMatchObject({
      id: one.id,
      percent: 35,
      service: 'Study',
      processingStepStatus: { code: 'IN_PROGRESS' },
      idPartner: agent.partnerId,
      processingId: one.id,
      abilities: { canUpdate: true },
    });
    expect((await filter('?sort=dateRequest,asc')).ids).toEqual([a.id, b.id, c.id]);
    expect((await filter('?sort=percent,desc&size=1')).ids).toEqual([a.id]);
    expect((await filter('?size=2&page=1')).ids).toEqual([a.id]);
    expect(
      (
        await filter('', [
          { key: 'startDate', operation: 'GREATHER_THAN_OR_EQUALS', value: '2026-05-02' },
        ])
      ).ids,
    ).toEqual([c.id]);
    expect(
      (
        await filter('', [
          { key: 'numRequest', operation: 'CONTAINS', value: one.numRequest.slice(2) },
        ])
      ).ids,
    ).toEqual([b.id, a.id]);
    expect(
      (await filter('', [{ key: 'numRequest', operation: 'CONTAINS', value: '%' }])).totalElements,
    ).toBe(0);
  });
});
