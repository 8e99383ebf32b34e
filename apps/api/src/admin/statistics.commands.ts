import { dayOf, longestPeriodDays } from '@wasl/contracts';

import { agentApprovalService } from '../modules/accounts/index.ts';
import { statisticsService } from '../modules/statistics/index.ts';
import { UsageFault, type AdminCommand } from './command.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Parses a day. @throws UsageFault */
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

const stats: AdminCommand = {
  name: 'stats',
  usage: ['[--from <day>]', '[--to <day>]', '[--json]'],
  summary:
    'steps that each organisation received and closed, and their duration; this year by default',
  async run({ deps, print, table, options }) {
    const today = dayOf(deps.clock.now());
    const from = dayOption(options.from ?? `${today.slice(0, 4)}-01-01`, 'from');
    const to = dayOption(options.to ?? today, 'to');
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
