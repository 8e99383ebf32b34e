import {
  boundsOfDay,
  dayOf,
  leastClosed,
  leastRatings,
  type Lang,
  type PublicStatistics,
} from '@wasl/contracts';

import { inTransaction, type Db } from '../../platform/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { labelOf } from '../reference/index.ts';
import { dailyFiguresRepository, type CountedCell } from './daily-figures.repository.ts';
import { countedPeriod } from './rules/counted-period.ts';
import { hiddenCells } from './rules/hidden-cells.ts';

const dayMs = 24 * 60 * 60 * 1000;
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The twelve months before this one, in Morocco. */
function lastTwelveMonths(now: Date): { from: string; to: string } {
  const [year = 0, month = 0] = dayOf(now).split('-').map(Number);
  return {
    from: isoDay(Date.UTC(year - 1, month - 1, 1)),
    to: isoDay(Date.UTC(year, month - 1, 1) - dayMs),
  };
}

const nothing: Omit<CountedCell, 'month' | 'service'> = {
  received: 0,
  closed: 0,
  medianDays: null,
  p90Days: null,
  stars: [0, 0, 0, 0, 0],
};
type Figures = typeof nothing;

function presentFigures({ received, closed, medianDays, p90Days }: Figures) {
  return { received, closed, medianDays, p90Days };
}

const ratingsIn = ({ stars }: Figures) => stars.reduce((sum, count) => sum + count, 0);

function presentRatings(figures: Figures) {
  const count = ratingsIn(figures);
  const stars = figures.stars.reduce((sum, given, place) => sum + given * (place + 1), 0);
  return { count, average: Math.round((stars / count) * 10) / 10 };
}

/** Those with the most closed requests first; what is hidden behind them, in an order that says nothing of its figures. */
function shownFirst(
  a: PublicStatistics['services'][number],
  b: PublicStatistics['services'][number],
): number {
  return (
    (b.figures?.closed ?? 0) - (a.figures?.closed ?? 0) ||
    (a.service.code < b.service.code ? -1 : 1)
  );
}

/** Milliseconds: all steps of a portal with a million requests are counted in half a minute of a busy machine. */
const longestCount = 5 * 60_000;

/** The figures of all organisations that anybody may read, and the daily figures that they are made of. */
export function publicStatisticsService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  async function keep({ anew }: { anew: boolean }): Promise<number> {
    const count = async (tx: Db): Promise<number> => {
      const figures = dailyFiguresRepository(tx);
      if (!(await figures.takeTurn())) return 0;
      if (anew) await figures.removeAll();
      const first = (await figures.firstInstant()) ?? clock.now();
      const days: string[] = [];
      // A day more at each end: ratings and ends are never before, and a clock may be ahead.
      const last = Date.parse(dayOf(clock.now())) + dayMs;
      for (let at = Date.parse(dayOf(first)) - dayMs; at <= last; at += dayMs)
        days.push(isoDay(at));
      return await figures.count({ days, starts: days.map((day) => boundsOfDay(day).start) });
    };
    return await inTransaction(db, count, { timeoutMs: longestCount });
  }

  return {
    /** What the hourly job does: brings the daily figures to what the steps say. Returns how many rows changed. */
    keep: () => keep({ anew: false }),

    /** The same from nothing. */
    rebuild: () => keep({ anew: true }),

    /** The last twelve whole months; no cell of few requests or ratings, nor one that the others give away. */
    async read(lang: Lang): Promise<PublicStatistics> {
      const period = lastTwelveMonths(clock.now());
      const { from, to, months } = countedPeriod(period.from, period.to);
      const cells = await dailyFiguresRepository(db).cells(from, to);
      const whole = cells.find(({ month, service }) => month === null && service === null);
      const byMonth = new Map(cells.map((cell) => [cell.month, cell]));
      const ofMonths = months.map(({ month }) => byMonth.get(month) ?? nothing);
      const ofServices = cells.filter(({ service }) => service !== null);
      const hidden = {
        whole: (whole?.closed ?? 0) < leastClosed,
        months: hiddenCells(
          ofMonths.map(({ closed }) => closed),
          leastClosed,
        ),
        services: hiddenCells(
          ofServices.map(({ closed }) => closed),
          leastClosed,
        ),
        ratings: hiddenCells(ofServices.map(ratingsIn), leastRatings),
      };
      return {
        from,
        to,
        leastClosed,
        leastRatings,
        whole: whole === undefined || hidden.whole ? null : presentFigures(whole),
        ratings:
          whole === undefined || ratingsIn(whole) < leastRatings ? null : presentRatings(whole),
        months: ofMonths.map((figures, place) => ({
          month: months[place]?.month ?? '',
          figures: hidden.months.has(place) ? null : presentFigures(figures),
        })),
        services: ofServices
          .flatMap(({ service, ...figures }, place) =>
            service === null
              ? []
              : [
                  {
                    service: { code: service.code, libelle: labelOf(service, lang) },
                    figures: hidden.services.has(place) ? null : presentFigures(figures),
                    ratings: hidden.ratings.has(place) ? null : presentRatings(figures),
                  },
                ],
          )
          .sort(shownFirst),
      };
    },
  };
}
