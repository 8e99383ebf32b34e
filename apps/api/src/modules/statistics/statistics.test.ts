import type { OrganisationStatistics } from '@wasl/contracts';
import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';

import { type TestClient, useTestApp } from '../../testing/index.ts';
import { printFaults } from '../../testing/print-faults.ts';
import { countedPeriod } from './rules/counted-period.ts';

// A summer morning, an hour ahead of UTC in Morocco.
const now = new Date('2026-07-20T09:00:00Z');

let agent: TestClient;
let partnerId: number;
let userId: string;
const app = useTestApp({ clock: { now: () => now } });
beforeAll(async () => {
  const user = await app.make.anAgent({ nom: 'Bennani', prenom: 'Sara' });
  partnerId = user.partnerId;
  userId = user.id;
  agent = await app.as(user);
});

const figuresOf = async (from: string, to: string, client = agent, lang = 'fr') => {
  const answer = await client.get(`/statistics?from=${from}&to=${to}&lang=${lang}`).expect(200);
  return answer.body as OrganisationStatistics;
};

describe('the figures of an organisation', () => {
  it('are all zero without any activity', async () => {
    expect(await figuresOf('2020-01-01', '2020-02-15')).toEqual({
      from: '2020-01-01',
      to: '2020-02-15',
      received: 0,
      closed: 0,
      medianDays: null,
      p90Days: null,
      open: ['WEEK', 'FORTNIGHT', 'MONTH', 'OLDER'].map((age) => ({ age, count: 0 })),
      months: [
        { month: '2020-01', from: '2020-01-01', to: '2020-01-31', received: 0, closed: 0 },
        { month: '2020-02', from: '2020-02-01', to: '2020-02-15', received: 0, closed: 0 },
      ],
      services: [],
      colleagues: [],
      ratings: { count: 0, average: null, stars: [0, 0, 0, 0, 0], words: [] },
    });
  });

  it('count incoming and finished steps, durations, and open steps', async () => {
    const service = await app.make.aService({ code: 'FINANCEMENT' });
    const item = { titleItemId: service.id };
    const done = async (assigned: string, processed: string, actorId: string | null, over = {}) => {
      const step = await app.make.aStep({
        partnerId,
        ...item,
        status: 'PROCESSED',
        percent: 100,
        assignedAt: new Date(assigned),
        processedAt: new Date(processed),
        ...over,
      });
      await app.db.historyEvent.create({
        data: {
          requestId: step.requestId,
          stepId: step.id,
          kind: 'STEP_STATUS',
          toStatus: 'PROCESSED',
          actorId,
        },
      });
      return step;
    };
    // Half past midnight of 1 May in Morocco is still April in UTC.
    await done('2026-04-30T23:30:00Z', '2026-05-03T23:00:00Z', userId);
    const rated = await done('2026-05-10T10:00:00Z', '2026-05-20T10:00:00Z', userId);
    const last = await done('2026-03-01T10:00:00Z', '2026-05-31T22:59:59Z', null);
    // The first instant of June in Morocco.
    await done('2026-05-02T10:00:00Z', '2026-05-31T23:00:00Z', userId);
    const open = async (assigned: string, status: 'ASSIGNED' | 'BLOCKED', over = {}) =>
      await app.make.aStep({ partnerId, ...item, status, assignedAt: new Date(assigned), ...over });
    await open('2026-07-19T09:00:00Z', 'ASSIGNED', { assigneeId: userId });
    await open('2026-07-10T09:00:00Z', 'BLOCKED');
    await open('2026-06-25T09:00:00Z', 'ASSIGNED');
    await open('2026-05-04T09:00:00Z', 'ASSIGNED', { assigneeId: userId });
    // These do not count: a step of another organisation, a step that has not started, a step of a hidden request.
    await app.make.aStep({ status: 'ASSIGNED', assignedAt: now });
    await app.make.aStep({ partnerId, status: 'NOT_STARTED', assignedAt: null });
    const hidden = await app.make.aRequest({ status: 'A_REFOURMULER' });
    await app.db.supportRequest.update({ where: { id: hidden.id }, data: { status: 'SUPPRIME' } });
    await open('2026-07-01T09:00:00Z', 'ASSIGNED', { requestId: hidden.id });
    const rate = async (stepId: number, stars: number, on: string) =>
      await app.db.rating.create({
        data: {
          stepId,
          beneficiaryRating: stars,
          beneficiaryFeedback: `Merci (${String(stars)})`,
          createdAt: new Date(on),
        },
      });
    await rate(rated.id, 5, '2026-05-21T10:00:00Z');
    await rate(last.id, 2, '2026-05-31T10:00:00Z');

    const figures = await figuresOf('2026-05-01', '2026-05-31');
    expect(figures).toMatchObject({
      received: 4,
      closed: 3,
      medianDays: 10,
      p90Days: 91,
      open: [
        { age: 'WEEK', count: 1 },
        { age: 'FORTNIGHT', count: 1 },
        { age: 'MONTH', count: 1 },
        { age: 'OLDER', count: 1 },
      ],
      months: [{ month: '2026-05', received: 4, closed: 3 }],
      services: [
        { service: { code: 'FINANCEMENT' }, received: 4, closed: 3, medianDays: 10, open: 4 },
      ],
      colleagues: [
        { id: userId, name: 'Sara Bennani', received: 1, closed: 2, medianDays: 2, open: 2 },
        { id: null, name: null, received: 0, closed: 1, medianDays: 91, open: 0 },
      ],
      ratings: {
        count: 2,
        average: 3.5,
        stars: [0, 1, 0, 0, 1],
        words: [
          { stars: 2, text: 'Merci (2)', on: '2026-05-31', stepId: last.id },
          { stars: 5, text: 'Merci (5)', on: '2026-05-21', stepId: rated.id },
        ],
      },
    });
    const quarter = await figuresOf('2026-04-01', '2026-06-30');
    expect(quarter.months.map(({ month, received, closed }) => [month, received, closed])).toEqual([
      ['2026-04', 0, 0],
      ['2026-05', 4, 3],
      ['2026-06', 1, 1],
    ]);
    // The worklist's filter by days counts the same rows.
    const rows = await agent
      .post('/journeyInstanceProcessingSteps/counts', [
        { key: 'closedSince', operation: 'GREATHER_THAN_OR_EQUALS', value: '2026-05-01' },
        { key: 'closedUntil', operation: 'LESS_THAN_OR_EQUALS', value: '2026-05-31' },
      ])
      .expect(200);
    expect(rows.body).toMatchObject({ all: 3, done: 3 });
    // So do its filters by colleague.
    const owned = { key: 'assignee', operation: 'EQUALS', value: userId };
    const openOnes = await agent
      .post('/journeyInstanceProcessingSteps/counts', [
        owned,
        { key: 'stepStatus', operation: 'EQUALS', value: 'OPEN' },
      ])
      .expect(200);
    expect(openOnes.body).toMatchObject({ all: 2 });
    const closedBy = { key: 'closedBy', operation: 'EQUALS', value: userId };
    const closedByMe = await agent
      .post('/journeyInstanceProcessingSteps/counts', [
        closedBy,
        { key: 'closedSince', operation: 'GREATHER_THAN_OR_EQUALS', value: '2026-05-01' },
        { key: 'closedUntil', operation: 'LESS_THAN_OR_EQUALS', value: '2026-05-31' },
      ])
      .expect(200);
    const ofMe = (await figuresOf('2026-05-01', '2026-05-31')).colleagues.find(
      ({ id }) => id === userId,
    );
    expect(closedByMe.body).toMatchObject({ all: ofMe?.closed, done: ofMe?.closed });
    expect(ofMe?.closed).toBeGreaterThan(0);
    // And those by rating.
    const withFive = await agent
      .post('/journeyInstanceProcessingSteps/counts', [
        { key: 'stars', operation: 'EQUALS', value: 5 },
        { key: 'ratedSince', operation: 'GREATHER_THAN_OR_EQUALS', value: '2026-05-01' },
        { key: 'ratedUntil', operation: 'LESS_THAN_OR_EQUALS', value: '2026-05-31' },
      ])
      .expect(200);
    expect(withFive.body).toMatchObject({ all: 1, done: 1 });
    const withFiveLater = await agent
      .post('/journeyInstanceProcessingSteps/counts', [
        { key: 'stars', operation: 'EQUALS', value: 5 },
        { key: 'ratedSince', operation: 'GREATHER_THAN_OR_EQUALS', value: '2026-06-01' },
      ])
      .expect(200);
    expect(withFiveLater.body).toMatchObject({ all: 0 });
    const received = await agent
      .post('/journeyInstanceProcessingSteps/counts', [
        owned,
        { key: 'assignedSince', operation: 'GREATHER_THAN_OR_EQUALS', value: '2026-05-01' },
        { key: 'assignedUntil', operation: 'LESS_THAN_OR_EQUALS', value: '2026-05-31' },
      ])
      .expect(200);
    expect(received.body).toMatchObject({ all: 1 });
    const came = await agent
      .post('/journeyInstanceProcessingSteps/counts', [
        { key: 'assignedSince', operation: 'GREATHER_THAN_OR_EQUALS', value: '2026-05-01' },
        { key: 'assignedUntil', operation: 'LESS_THAN_OR_EQUALS', value: '2026-05-31' },
      ])
      .expect(200);
    expect(came.body).toMatchObject({ all: 4 });
  });

  it('are exported as a table in the reader’s language', async () => {
    const answer = await agent
      .get('/statistics/export?from=2026-05-01&to=2026-05-31&format=csv&lang=es')
      .expect(200);
    const lines = answer.text.slice(1).trim().split('\n');
    expect(lines[0]).toContain('Recibidos;Terminados');
    expect(lines[1]).toMatch(/^Conjunto;;4;3;10;91;4\s*$/);
    expect(answer.headers['content-disposition']).toContain(
      'statistiques_2026-05-01_2026-05-31.csv',
    );
    const workbook = new ExcelJS.Workbook();
    const file = await agent
      .get('/statistics/export?from=2026-05-01&to=2026-05-31&format=xlsx')
      .responseType('blob')
      .expect(200);
    await workbook.xlsx.load(file.body as ArrayBuffer);
    expect(printFaults(workbook)).toEqual([]);
    expect(workbook.worksheets[0]?.getCell('C2').value).toBe(4);
  });

  it.each([
    'from=2026-05-02&to=2026-05-01',
    'from=2026-02-30&to=2026-05-01',
    'from=2020-01-01&to=2026-05-01',
    'from=2026-05-01',
    'from=2026-05-01&to=x',
  ])('are refused for %s', async (query) => {
    await agent.get(`/statistics?${query}`).expect(400);
  });
});

it('a period consists of its months, with a partial first and last month', () => {
  const { months, start, end } = countedPeriod('2025-11-15', '2026-02-03');
  expect(months.map(({ from, to }) => `${from} ${to}`)).toEqual([
    '2025-11-15 2025-11-30',
    '2025-12-01 2025-12-31',
    '2026-01-01 2026-01-31',
    '2026-02-01 2026-02-03',
  ]);
  expect([start, end]).toEqual([
    new Date('2025-11-14T23:00:00Z'),
    new Date('2026-02-03T23:00:00Z'),
  ]);
});
