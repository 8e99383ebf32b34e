import { boundsOfDay, type OrganisationStatistics, type PublicStatistics } from '@wasl/contracts';
import { beforeEach, describe, expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';
import { seededRandom } from '../../testing/random-calls.ts';
import { watchStatements } from '../../testing/watch-statements.ts';
import { publicStatisticsService } from './public-statistics.service.ts';

const now = new Date('2026-07-20T09:00:00Z');
const hour = 60 * 60 * 1000;

const app = useTestApp({ clock: { now: () => now } });
beforeEach(async () => {
  await app.db.rating.deleteMany({});
  await app.db.processingStep.deleteMany({});
  await publicStatisticsService(app.deps).keep();
});

const kept = () =>
  app.db.dailyFigures.findMany({
    orderBy: [{ day: 'asc' }, { partnerId: 'asc' }, { serviceId: 'asc' }],
  });
const read = async (lang = 'fr') => {
  const answer = await app.anonymous.get(`/stats?lang=${lang}`).expect(200);
  return answer.body as PublicStatistics;
};

/** So many steps of a service, closed a day each after the other from the given day on. */
async function closedSteps(
  titleItemId: number,
  count: number,
  { from = '2026-03-02T10:00:00Z', stars = [] }: { from?: string; stars?: readonly number[] } = {},
) {
  const { id: partnerId } = await app.make.aPartner();
  const { id: requestId } = await app.make.aRequest({ status: 'ENTAME' });
  const first = Date.parse(from);
  for (let place = 0; place < count; place += 1) {
    const { id } = await app.make.aStep({
      partnerId,
      requestId,
      titleItemId,
      status: 'PROCESSED',
      percent: 100,
      assignedAt: new Date(first),
      processedAt: new Date(first + place * 24 * hour + hour),
    });
    const given = stars[place];
    if (given !== undefined)
      await app.db.rating.create({
        data: {
          stepId: id,
          beneficiaryRating: given,
          beneficiaryFeedback: 'Merci',
          createdAt: new Date(first + place * 24 * hour + 2 * hour),
        },
      });
  }
}

describe('the public figures', () => {
  it('say of the last twelve whole months what the organisations’ own say, and nothing of few', async () => {
    const [many, some, few] = [
      await app.make.aService({ libelleAr: 'كثير' }),
      await app.make.aService(),
      await app.make.aService(),
    ];
    await closedSteps(many.id, 26, { stars: [5, 5, 4, 4, 4, 2] });
    await closedSteps(some.id, 21, { stars: [1, 1], from: '2026-04-10T10:00:00Z' });
    await closedSteps(few.id, 3);
    // Of the months that are not whole or long ago: nothing.
    await closedSteps(many.id, 3, { from: '2026-07-02T10:00:00Z' });
    await closedSteps(many.id, 3, { from: '2025-06-20T10:00:00Z' });
    await publicStatisticsService(app.deps).keep();
    const figures = await read('ar');
    expect(figures).toMatchObject({ from: '2025-07-01', to: '2026-06-30', leastClosed: 20 });
    expect(figures.whole).toEqual({ received: 50, closed: 50, medianDays: 10, p90Days: 20 });
    expect(figures.ratings).toEqual({ count: 8, average: 3.3 });
    const of = (code: string) => figures.services.find(({ service }) => service.code === code);
    expect(of(many.code)).toEqual({
      service: { code: many.code, libelle: 'كثير' },
      figures: { received: 26, closed: 26, medianDays: 12, p90Days: 23 },
      // With the two of the other service: eight less six would give them away.
      ratings: null,
    });
    // Three less would be the whole less the two others.
    expect(of(some.code)?.figures).toBeNull();
    expect(of(few.code)?.figures).toBeNull();
    expect(figures.services.map(({ service }) => service.code).slice(0, 1)).toEqual([many.code]);
    expect(figures.months).toHaveLength(12);
    // April is hidden with the months in which nothing was closed.
    expect(figures.months.filter((month) => month.figures !== null)).toMatchObject([
      { month: '2026-03', figures: { received: 29, closed: 29 } },
    ]);
  });

  it('are nothing at all where too little was done', async () => {
    await closedSteps((await app.make.aService()).id, 19, { stars: [3, 3, 3, 3] });
    await publicStatisticsService(app.deps).keep();
    const figures = await read();
    expect(figures).toMatchObject({ whole: null, ratings: null });
    expect([...figures.months, ...figures.services].map(({ figures: cell }) => cell)).toEqual(
      Array.from({ length: 13 }, () => null),
    );
    // The service's code is random, and a day may have any number in it.
    const said = JSON.stringify(figures, (member, value: unknown) =>
      member === 'service' ? undefined : value,
    );
    expect(said).not.toMatch(/\b19\b/);
  });

  it('are kept by whoever asked, and compared by their ETag; no session is needed', async () => {
    const first = await app.anonymous.get('/stats').expect(200);
    expect(first.headers).toMatchObject({
      'cache-control': 'public, max-age=3600',
      etag: expect.stringMatching(/^W\/"/) as string,
    });
    await app.anonymous
      .get('/stats')
      .set('if-none-match', first.headers['etag'] ?? '')
      .expect(304);
  });

  it('are one statement', async () => {
    await read();
    const texts = watchStatements();
    await read();
    expect(texts).toEqual([expect.stringContaining('FROM daily_figures')]);
  });
});

it(
  'daily figures kept by the hour are those of a full rebuild and of the statistics, whatever happened',
  { tags: ['slow'] },
  async () => {
    const figures = publicStatisticsService(app.deps);
    const agents = [await app.make.anAgent(), await app.make.anAgent()];
    const services = [await app.make.aService(), await app.make.aService()];
    for (let seed = 1; seed <= 3; seed += 1) {
      const random = seededRandom(seed);
      const pick = <T>(list: readonly T[]): T => {
        const found = list[Math.floor(random() * list.length)];
        if (found === undefined) throw new Error('nothing to pick');
        return found;
      };
      const instant = (since: number) => new Date(since + random() * (now.getTime() - since));
      const steps: { id: number; requestId: number; assigned: number }[] = [];
      const deeds = [
        async () => {
          const assignedAt = instant(Date.parse('2025-01-01'));
          const { id, requestId } = await app.make.aStep({
            partnerId: pick(agents).partnerId,
            titleItemId: pick(services).id,
            assignedAt,
          });
          steps.push({ id, requestId, assigned: assignedAt.getTime() });
        },
        async () => {
          const { id, assigned } = pick(steps);
          const processedAt = instant(assigned);
          await app.db.processingStep.update({
            where: { id },
            data: { status: 'PROCESSED', percent: 100, processedAt },
          });
          await app.db.rating.upsert({
            where: { stepId: id },
            create: {
              stepId: id,
              beneficiaryRating: 1 + Math.floor(random() * 5),
              beneficiaryFeedback: '',
              createdAt: processedAt,
            },
            update: { beneficiaryRating: 1 + Math.floor(random() * 5) },
          });
        },
        // Taken back, given up, its request gone, taken away.
        async () =>
          await app.db.processingStep.update({
            where: { id: pick(steps).id },
            data: { status: 'IN_PROGRESS', percent: 40, processedAt: null },
          }),
        async () =>
          await app.db.processingStep.update({
            where: { id: pick(steps).id },
            data: { status: 'DECLINED', percent: 0 },
          }),
        async () =>
          await app.db.supportRequest.update({
            where: { id: pick(steps).requestId },
            data: { status: pick(['SUPPRIME', 'ENTAME', 'EN_COURS_DE_CREATION'] as const) },
          }),
        async () => {
          const { id } = pick(steps);
          await app.db.processingStep.delete({ where: { id } });
          steps.splice(
            steps.findIndex((step) => step.id === id),
            1,
          );
        },
      ];
      for (let count = 0; count < 60; count += 1) {
        const deed = count < 12 || random() < 0.35 ? deeds[0] : pick(deeds);
        await deed?.();
        if (random() < 0.15) await figures.keep();
      }
      await figures.keep();
      // Nothing happened: nothing is written.
      expect(await figures.keep()).toBe(0);
      const hourly = await kept();
      expect(hourly.length).toBeGreaterThan(10);
      await figures.rebuild();
      expect(await kept()).toEqual(hourly);

      const [from, to] = ['2025-09-14', '2026-05-03'];
      const isWithin = (day: Date) =>
        day >= new Date(from) && day <= new Date(boundsOfDay(to).start.getTime() + 12 * hour);
      for (const agent of agents) {
        const answer = await (await app.as(agent)).get(`/statistics?from=${from}&to=${to}`);
        const { received, closed, medianDays, p90Days, ratings } =
          answer.body as OrganisationStatistics;
        const rows = hourly.filter(
          ({ partnerId, day }) => partnerId === agent.partnerId && isWithin(day),
        );
        const delays = rows.flatMap((row) => row.delays).sort((a, b) => a - b);
        const at = (share: number) => delays[Math.ceil(delays.length * share) - 1] ?? null;
        expect({
          received: rows.reduce((sum, row) => sum + row.received, 0),
          closed: rows.reduce((sum, row) => sum + row.closed, 0),
          medianDays: at(0.5),
          p90Days: at(0.9),
          stars: [0, 1, 2, 3, 4].map((i) =>
            rows.reduce((sum, row) => sum + (row.stars[i] ?? 0), 0),
          ),
        }).toEqual({ received, closed, medianDays, p90Days, stars: ratings.stars });
      }
      await app.db.rating.deleteMany({});
      await app.db.processingStep.deleteMany({});
    }
  },
);

it('two processes count one after the other, and the second may leave it', async () => {
  await closedSteps((await app.make.aService()).id, 4);
  const figures = publicStatisticsService(app.deps);
  const rows = await Promise.all(Array.from({ length: 5 }, () => figures.keep()));
  expect(rows.filter((count) => count > 0)).toHaveLength(1);
});
