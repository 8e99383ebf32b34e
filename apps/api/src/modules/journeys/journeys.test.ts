import { beforeAll, describe, expect, it } from 'vitest';

import { type TestClient, useTestApp } from '../../testing/index.ts';
import { isJourneyOpen } from './journey-days.ts';

const path = '/journeyDefs/journeyDefsByTitleAndTypeAndActive';
// 23:30 UTC on the 20th is half past midnight on the 21st in Casablanca.
const now = new Date('2026-06-20T23:30:00Z');

describe('isJourneyOpen', () => {
  const day = (text: string | null) => (text === null ? null : new Date(`${text}T00:00:00Z`));
  it.each([
    [true, null, null, true],
    [false, null, null, false],
    [true, '2026-06-21', null, true],
    [true, '2026-06-22', null, false],
    [true, null, '2026-06-21', true],
    [true, null, '2026-06-20', false],
    [true, '2026-06-21', '2026-06-21', true],
    [true, '2026-01-01', '2026-12-31', true],
    [false, '2026-01-01', '2026-12-31', false],
  ])('active %s, from %s to %s: %s', (active, from, to, expected) => {
    expect(isJourneyOpen({ active, startDate: day(from), endDate: day(to) }, now)).toBe(expected);
  });
});

describe('journeys', () => {
  let client: TestClient;
  let closedId: number;
  let fullId: number;
  let inactiveId: number;

  const app = useTestApp({ clock: { now: () => new Date() } });
  beforeAll(async () => {
    client = await app.as(await app.make.aBeneficiary());
    const make = app.make.aJourney;
    closedId = (await make({ titleFr: 'Création d’entreprise', endDate: new Date('2020-01-31') }))
      .id;
    fullId = (
      await make({
        titleFr: 'Concours TDC',
        titleAr: 'مسابقة',
        descriptionFr: 'Pour les étudiants',
        descriptionAr: 'للطلبة',
        isCommentShown: true,
        commentFr: 'Inscrivez-vous',
        isButtonShown: true,
        buttonUrl: 'https://tdc.example.org/',
        startDate: new Date('2020-01-01'),
        conditions: {
          create: [
            { position: 1, conditionFr: 'Être majeur', conditionAr: 'بلوغ سن الرشد' },
            { position: 0, conditionFr: 'Résider dans la région' },
          ],
        },
        settings: {
          create: [
            { code: 'BUSINESS_PLAN', mandatory: true },
            { code: 'ILLUSTRATIVE_VIDEO' },
            { code: 'DEPUIS_RETIRE' },
          ],
        },
      })
    ).id;
    inactiveId = (await make({ titleFr: 'Ancien parcours', active: false })).id;
    await make({ titleFr: 'Autre type', type: 'LIBRE' });
  });

  const search = async (body: object, query = '') => {
    const answer = await client.post(`${path}${query}`, body).expect(200);
    const rows = answer.body as { id: number; title: string; isOpen: boolean }[];
    return { ids: rows.map(({ id }) => id), rows, total: Number(answer.headers['x-total-count']) };
  };

  it('are the active predefined journeys by default, open journeys first, closed journeys with isOpen false', async () => {
    const { rows, total } = await search({});
    expect(rows).toMatchObject([
      { id: fullId, isOpen: true },
      { id: closedId, isOpen: false },
    ]);
    expect(total).toBe(2);
  });

  it('are found by type, by activity and by page', async () => {
    expect((await search({ active: false })).ids).toEqual([inactiveId]);
    expect((await search({ type: 'LIBRE' })).rows).toMatchObject([{ title: 'Autre type' }]);
    expect(await search({}, '?page=1&size=1')).toMatchObject({ ids: [closedId], total: 2 });
    expect(await search({}, '?page=7&size=8')).toMatchObject({ ids: [], total: 2 });
  });

  it.each([
    ["CREATION  d'ENTREPRISE", () => [closedId]],
    ['tdc', () => [fullId]],
    ['مسابقة', () => [fullId]],
    ['%', () => []],
    ['_', () => []],
    ['', () => [fullId, closedId]],
  ])('are found by the title %j, regardless of case and accents', async (title, expected) => {
    expect((await search({ title })).ids).toEqual(expected());
  });

  it('show all details of one journey in the reader’s language, or in French without a translation', async () => {
    const answer = await client.get(`/journeyDefs/${String(fullId)}?lang=ar`).expect(200);
    expect(answer.body).toEqual({
      id: fullId,
      title: 'مسابقة',
      description: 'للطلبة',
      startDate: '2020-01-01',
      endDate: null,
      type: 'PREDEFINI',
      active: true,
      isOpen: true,
      eligibilityConditionsDtos: [
        { condition: 'Résider dans la région' },
        { condition: 'بلوغ سن الرشد' },
      ],
      isCommentShown: true,
      comment: 'Inscrivez-vous',
      isButtonShown: true,
      buttonUrl: 'https://tdc.example.org/',
      journeyDefSettingDtos: [
        { name: { code: 'BUSINESS_PLAN', libelle: 'BUSINESS_PLAN' }, mandatory: true },
        { name: { code: 'ILLUSTRATIVE_VIDEO', libelle: 'ILLUSTRATIVE_VIDEO' }, mandatory: false },
      ],
      questions: [],
    });
  });

  it('that are closed or inactive can be read for the requests that use them', async () => {
    for (const id of [closedId, inactiveId]) {
      const answer = await client.get(`/journeyDefs/${String(id)}`).expect(200);
      expect(answer.body).toMatchObject({ isOpen: false });
    }
  });

  it('are readable by signed-in users only', async () => {
    await app.anonymous.post(path, {}).expect(401);
    await app.anonymous.get(`/journeyDefs/${String(fullId)}`).expect(401);
    const agent = await app.as(await app.make.anAgent());
    await agent.get(`/journeyDefs/${String(fullId)}`).expect(200);
  });

  it('that do not exist return 404', async () => {
    await client.get('/journeyDefs/2000000000').expect(404);
    for (const id of ['0', '-1', 'x', '1e99', '2147483648', '%00']) {
      await client.get(`/journeyDefs/${id}`).expect(400);
    }
  });

  it.each([
    [{ active: 'yes' }],
    [{ title: { contains: '' } }],
    [{ type: [] }],
    [[]],
    [{ title: 'a\u0000' }],
  ])('reject the search %j', async (body) => {
    await client.post(path, body).expect(400);
  });

  it.each(['page=-1', 'size=0', 'size=201', 'page=1e9'])('reject the paging %s', async (query) => {
    await client.post(`${path}?${query}`, {}).expect(400);
  });
});
