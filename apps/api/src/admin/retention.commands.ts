import { endUnconfirmed, eraseDueAccounts } from '../modules/accounts/index.ts';
import { emptyDeletedRequests } from '../modules/requests/index.ts';
import { runHousekeeping } from '../platform/jobs/housekeeping.ts';
import { retentionRepository } from '../platform/jobs/retention.repository.ts';
import { endOf, retention, type Retained } from '../platform/jobs/retention.ts';
import type { Deps } from '../platform/program/deps.ts';
import type { AdminCommand } from './command.ts';

const rules = Object.keys(retention) as Retained[];

/** Counts of stored and expiring rows in the order of the rules, then those of plugins. */
async function countsOf({ db, clock, additions }: Pick<Deps, 'db' | 'clock' | 'additions'>) {
  const now = clock.now();
  const counts = await retentionRepository(db).counts(now);
  const ofPlugins = additions.retained.map(async ({ rule, count }) => ({
    rule,
    stored: await count(db),
    due: await count(db, endOf(rule, now)),
  }));
  return [
    ...rules.map((name) => ({ rule: retention[name], ...counts[name] })),
    ...(await Promise.all(ofPlugins)),
  ];
}

const run: AdminCommand = {
  name: 'retention',
  usage: ['[--dry-run]', '[--json]'],
  summary: 'remove what has expired, as the server does every hour; counts before and after',
  async run({ deps, print, table, options }) {
    const isTrial = options.dryRun === true;
    const before = await countsOf(deps);
    if (!isTrial) {
      await runHousekeeping(deps);
      await emptyDeletedRequests(deps);
      await eraseDueAccounts(deps);
      await endUnconfirmed(deps);
    }
    const after = isTrial ? null : await countsOf(deps);
    table(
      'retention',
      ['What', 'Days', 'Before', 'After'],
      before.map(({ rule, stored, due }, row) => [
        rule.what,
        rule.days,
        stored,
        after === null ? stored - due : (after[row]?.stored ?? 0),
      ]),
    );
    print(isTrial ? 'Nothing was ended.' : 'What was due is ended.');
  },
};

export const retentionCommands = [run];
