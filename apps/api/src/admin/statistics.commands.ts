import { dayOf, longestPeriodDays, type PublicStatistics } from '@wasl/contracts';

import { agentApprovalService } from '../modules/accounts/index.ts';
import { publicStatisticsService, statisticsService } from '../modules/statistics/index.ts';
import { UsageFault, type AdminCommand, type AdminContext } from './command.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** A day as typed. @throws UsageFault */
function dayOption(text: string, name: string): string {
  const at = new Date(`${text}T00:00:00Z`);
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(text) ||
    Number.isNaN(at.getTime()) ||
    at.toISOString().slice(0, 10) !== text
  )
    throw new UsageFault(`--${name} must be a day such as 2026-01-31, not "${text}".`);
  return text;
}

/** What anybody reads at `/stats`, hidden where it is hidden there. */
async function printPublic({ deps, print, table }: AdminContext): Promise<void> {
  const { from, to, ...figures } = await publicStatisticsService(deps).read('en');
  const hidden = 'hidden';
  const cells = (cell: PublicStatistics['whole']) =>
    cell === null
      ? [hidden, hidden, hidden, hidden]
      : [cell.received, cell.closed, cell.medianDays, cell.p90Days];
  const rated = (cell: PublicStatistics['ratings']) => cell?.average ?? hidden;
  print(
    `All organisations, ${from} to ${to}; hidden: of fewer than ${String(figures.leastClosed)} closed or ${String(figures.leastRatings)} ratings, or given away by such a one.`,
  );
  const heads = ['Part', 'Received', 'Closed', 'Median', '9 in 10', 'Rating'];
  const rows = [
    ['Whole', ...cells(figures.whole), rated(figures.ratings)],
    ...figures.months.map(({ month, figures: cell }) => [month, ...cells(cell), '']),
    ...figures.services.map(({ service, figures: cell, ratings }) => [
      service.libelle,
      ...cells(cell),
      rated(ratings),
    ]),
  ];
  table('figures', heads, rows);
}

const stats: AdminCommand = {
  name: 'stats',
  isRead: true,
  usage: '[--from <day>] [--to <day>] [--public] [--rebuild]',
  summary:
    'what each organisation received and closed, and how long it took; this year unless told. --public: what /stats shows; --rebuild: its daily figures counted from nothing first',
  texts: ['from', 'to'],
  flags: ['public', 'rebuild'],
  async run(context, { texts, flags }) {
    const { deps, print, table, showProgress } = context;
    if (flags['rebuild'] === true) {
      // One statement counts them all: nobody knows how far it is.
      const progress = showProgress('Counting', null);
      const rows = await publicStatisticsService(deps).rebuild().finally(progress.end);
      print(`${String(rows)} daily figures were counted from nothing.`);
    }
    if (flags['public'] === true) {
      await printPublic(context);
      return;
    }
    const today = dayOf(deps.clock.now());
    const from = dayOption(texts['from'] ?? `${today.slice(0, 4)}-01-01`, 'from');
    const to = dayOption(texts['to'] ?? today, 'to');
    const days = (Date.parse(to) - Date.parse(from)) / dayMs;
    if (days < 0) throw new UsageFault('--to is before --from.');
    if (days >= longestPeriodDays) throw new UsageFault('The period is longer than three years.');
    const statistics = statisticsService(deps);
    const organisations = await agentApprovalService(deps).listOrganisations('all');
    const rows: (string | number | null)[][] = [];
    for (const { id, title } of organisations) {
      const { received, closed, medianDays, p90Days, open, ratings } = await statistics.of(
        id,
        { from, to },
        'en',
      );
      const openNow = open.reduce((sum, { count }) => sum + count, 0);
      rows.push([id, title, received, closed, medianDays, p90Days, openNow, ratings.average]);
    }
    print(
      `From ${from} to ${to}, both included; days of 24 hours from the coming of a step to its end.`,
    );
    const heads = [
      'Id',
      'Organisation',
      'Received',
      'Closed',
      'Median',
      '9 in 10',
      'Open now',
      'Rating',
    ];
    table('organisations', heads, rows);
  },
};

export const statisticsCommands = [stats];
