import { requestCopiesRepository } from '../modules/requests/index.ts';
import { Refusal, type AdminCommand } from './command.ts';

const shownAtMost = 20;

const check: AdminCommand = {
  name: 'steps check',
  isRead: true,
  usage: '[--repair]',
  summary:
    'compare what every step keeps of its request (date, visibility, hold, awaited documents) with the request',
  flags: ['repair'],
  async run({ deps, print }, { flags }) {
    const copies = requestCopiesRepository(deps.db);
    if (flags.repair === true) {
      print(`${String(await copies.repair())} set right.`);
      return;
    }
    const wrong = await copies.differing(shownAtMost + 1);
    for (const { id, numRequest } of wrong.slice(0, shownAtMost))
      print(`step ${String(id)} says something else than its request ${numRequest}`);
    if (wrong.length === 0) print('Every step says what its request says.');
    else {
      const count = wrong.length > shownAtMost ? `More than ${String(shownAtMost)}` : wrong.length;
      throw new Refusal(`${String(count)} are wrong; --repair sets them right.`);
    }
  },
};

export const stepsCommands = [check];
