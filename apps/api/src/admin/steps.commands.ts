import { openStepsRepository, requestCopiesRepository } from '../modules/requests/index.ts';
import { Refusal, type AdminCommand } from './command.ts';

const shownAtMost = 20;

const check: AdminCommand = {
  name: 'steps check',
  usage: ['[--repair]', '[--json]'],
  summary:
    'compare each step’s copies of its request, and the counts of open steps, with the real values; --repair corrects them',
  async run({ deps, print, options }) {
    const copies = requestCopiesRepository(deps.db);
    const openSteps = openStepsRepository(deps.db);
    if (options.repair === true) {
      print(`${String(await copies.repair())} set right.`);
      print(`Open steps of ${String(await openSteps.repair())} organisations counted again.`);
      return;
    }
    const wrong = await copies.differing(shownAtMost + 1);
    for (const { id, numRequest } of wrong.slice(0, shownAtMost))
      print(`step ${String(id)} says something else than its request ${numRequest}`);
    const miscounted = await openSteps.differing();
    for (const { partnerId, missing } of miscounted)
      print(
        `organisation ${String(partnerId)} has ${String(Math.abs(missing))} open steps ${missing > 0 ? 'more' : 'fewer'} than it is said to have`,
      );
    if (wrong.length > 0) {
      const count = wrong.length > shownAtMost ? `More than ${String(shownAtMost)}` : wrong.length;
      throw new Refusal(`${String(count)} are wrong; --repair sets them right.`);
    }
    if (miscounted.length > 0)
      throw new Refusal(
        `${String(miscounted.length)} organisations are wrong; --repair sets them right.`,
      );
    print('Every step says what its request says, and every open step is counted.');
  },
};

export const stepsCommands = [check];
