import { endUnconfirmed, eraseDueAccounts } from '../modules/accounts/index.ts';
import { emptyDeletedRequests } from '../modules/requests/index.ts';
import { keepHouse } from '../platform/jobs/housekeeping.ts';
import { retentionRepository } from '../platform/jobs/retention.repository.ts';
import { retention, type Retained } from '../platform/jobs/retention.ts';
import type { AdminCommand } from './command.ts';

const rules = Object.keys(retention) as Retained[];

const run: AdminCommand = {
  name: 'retention',
  usage: ['[--dry-run]', '[--json]'],
  summary:
    'end what is kept no longer, as the server does every hour; how many there are before and after',
  async run({ deps, print, table, options }) {
    const isTrial = options.dryRun === true;
    const repository = retentionRepository(deps.db);
    const before = await repository.counts(deps.clock.now());
    if (!isTrial) {
      await keepHouse(deps);
      await emptyDeletedRequests(deps);
      await eraseDueAccounts(deps);
      await endUnconfirmed(deps);
    }
    const after = isTrial ? null : await repository.counts(deps.clock.now());
    table(
      'retention',
      ['What', 'Days', 'Before', 'After'],
      rules.map((rule) => [
        retention[rule].what,
        retention[rule].days,
        before[rule].kept,
        after === null ? before[rule].kept - before[rule].due : after[rule].kept,
      ]),
    );
    print(isTrial ? 'Nothing was ended.' : 'What was due is ended.');
  },
};

export const retentionCommands = [run];
