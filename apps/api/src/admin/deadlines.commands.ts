import { countDeadlines, reviewDeadlines } from '../modules/requests/index.ts';
import { Refusal, type AdminCommand } from './command.ts';

const shownAtMost = 20;

const text = ({ dueOn, daysLeft }: { dueOn: string | null; daysLeft: number | null }): string =>
  dueOn ?? (daysLeft === null ? 'none' : `stands still, ${String(daysLeft)} left`);

const check: AdminCommand = {
  name: 'deadlines check',
  usage: ['[--repair]', '[--json]'],
  summary: 'compare the stored deadline of every step with its history; --repair corrects it',
  async run({ deps, print, showProgress, options }) {
    const isRepaired = options.repair === true;
    let count = 0;
    const shown: string[] = [];
    const progress = showProgress('Steps', await countDeadlines(deps.db));
    try {
      const now = deps.clock.now();
      for await (const wrong of reviewDeadlines(deps.db, now, isRepaired, progress.advance)) {
        const room = Math.max(0, shownAtMost - shown.length);
        for (const { stepId, stored, computed } of wrong.slice(0, room))
          shown.push(`step ${String(stepId)}: ${text(stored)}, should be ${text(computed)}`);
        count += wrong.length;
      }
    } finally {
      progress.end();
    }
    for (const line of shown) print(line);
    if (count === 0) print('Every deadline is what the history says.');
    else if (isRepaired) print(`${String(count)} set right.`);
    else throw new Refusal(`${String(count)} are wrong; --repair sets them right.`);
  },
};

export const deadlinesCommands = [check];
