import { email as emailSchema } from '@wasl/contracts';

import { addressService } from '../modules/accounts/index.ts';
import { asOption, wordOf } from './acting-as.ts';
import { Refusal, UsageFault, type AdminCommand } from './command.ts';

const notFound = { NOT_FOUND: 'There is no account with this e-mail: find <part of a name>.' };

const confirm: AdminCommand = {
  name: 'accounts confirm',
  usage: ['<e-mail>', '[--reason <text>]', asOption],
  summary: 'confirm an address for its owner, who did not get the mail',
  refusals: notFound,
  async run({ deps, print, options }, email) {
    if (!(await addressService(deps).confirm(email, wordOf(options))))
      throw new Refusal(`${email} is confirmed already.`);
    print(`${email} is confirmed.`);
  },
};

const correct: AdminCommand = {
  name: 'accounts correct-address',
  usage: ['<e-mail>', '<new e-mail>', '[--reason <text>]', asOption],
  summary: 'give an account another address; sessions end, and both addresses get a mail',
  refusals: {
    ...notFound,
    ALREADY_EXISTS: 'Another account has the new address.',
    STATE_CONFLICT: 'The account has this address.',
  },
  async run({ deps, print, options }, email, given) {
    const to = emailSchema().safeParse(given);
    if (!to.success) throw new UsageFault(`"${given}" is no e-mail address.`);
    await addressService(deps).correct(email, to.data, wordOf(options));
    print(`${email} is ${to.data} now; every session has ended, and both addresses get a mail.`);
  },
};

export const addressesCommands = [confirm, correct];
