import type { MergeRefusal } from '@wasl/contracts/administration';

import {
  accessesOfPersonRepository,
  accountMergeService,
  personDataService,
} from '../modules/accounts/index.ts';
import { reviewAttendance } from '../modules/requests/index.ts';
import { actingAs, asOption, reasonedWordOf, wordOf } from './acting-as.ts';
import { Refusal, required, type AdminCommand } from './command.ts';
import { erasePerson, exportPerson } from './person-data.ts';
import { moment } from './table.ts';

/** Older accesses are only in the database. */
const mostAccesses = 500;

const exportOne: AdminCommand = {
  name: 'person export',
  usage: ['<e-mail>', '--output <new folder>', asOption],
  summary: 'all data of a person, with files (law 09-08)',
  async run({ deps, print, showProgress, options }, email) {
    const folder = required(options, 'output');
    const files = await exportPerson(deps, email, folder, actingAs(options), showProgress);
    print(`${folder} holds person.json and ${String(files)} files. Hand it to that person only.`);
  },
};

const eraseOne: AdminCommand = {
  name: 'person erase',
  usage: ['<e-mail>', '[--yes]', asOption],
  summary: 'erase a person’s data for good (law 09-08); without --yes, only list it',
  async run({ deps, print, options }, email) {
    const isTrial = options.yes !== true;
    const { requestsWithdrawn, filesRemoved } = await erasePerson(
      deps,
      email,
      isTrial,
      actingAs(options),
    );
    // The agent may have been the last of the organisation.
    if (!isTrial) await reviewAttendance(deps);
    const requests = requestsWithdrawn.length === 0 ? 'none' : requestsWithdrawn.join(', ');
    print(`Open requests withdrawn: ${requests}`);
    print(`Files removed: ${String(filesRemoved)}`);
    print(
      isTrial
        ? 'Nothing was done yet. This cannot be undone: add --yes to erase the account, the survey, the simulations and the above.'
        : `${email} is erased.`,
    );
  },
};

const accessesOf: AdminCommand = {
  name: 'person accesses',
  usage: ['<e-mail>', '[--json]'],
  summary:
    'agents and keys that opened a person’s requests in the last year; for an agent, the requests that they opened',
  async run({ deps, print, table }, email) {
    const person = await personDataService(deps).find(email);
    if (person === null) throw new Refusal('There is no account with this e-mail.');
    const rows = await accessesOfPersonRepository(deps.db).about(person.email, mostAccesses);
    const heads = ['Last (UTC)', 'What', 'Times', 'Agent or key', 'Organisation', 'Request', 'Of'];
    const cells = rows.map(({ lastAt, kind, times, agent, key, partner, request }) => [
      moment(lastAt),
      kind,
      times,
      agent?.email ?? (key === null ? 'erased' : `key ${key.name}`),
      partner.title,
      request.numRequest,
      request.beneficiary.email,
    ]);
    table('accesses', heads, cells);
    if (rows.length === mostAccesses) print(`The latest ${String(mostAccesses)} alone.`);
  },
};

const mergeRefusals: Readonly<Record<MergeRefusal, string>> = {
  unknown: 'One of the addresses has no account: find <part of a name>.',
  same: 'This is one account.',
  notBeneficiary: 'Only accounts of beneficiaries can be merged.',
  closed: 'One of the accounts is closed: person reopen comes first.',
  unconfirmed: 'One of the addresses is not confirmed: accounts confirm comes first.',
  deletionAsked: 'One of the accounts is to be erased: its owner cancels that first.',
  open: 'One of the accounts has an open merge: person merge-cancel ends it.',
  sameService:
    'Both have a running request of one service at one organisation: one of them is withdrawn first.',
};

const mergeTwo: AdminCommand = {
  name: 'person merge',
  usage: ['<kept e-mail>', '<other e-mail>', '--reason <text>', asOption],
  summary: 'ask two accounts of one person to confirm that the other one becomes part of the first',
  async run({ deps, print, options }, kept, other) {
    const refusal = await accountMergeService(deps).start(kept, other, reasonedWordOf(options));
    if (refusal !== null) throw new Refusal(mergeRefusals[refusal]);
    print(`Both addresses get a mail; once both confirm within 7 days, ${other} is erased.`);
  },
};

const cancelMerge: AdminCommand = {
  name: 'person merge-cancel',
  usage: ['<e-mail>', '[--reason <text>]', asOption],
  summary: 'cancel a merge that awaits confirmation; its links become invalid',
  async run({ deps, print, options }, email) {
    const person = await personDataService(deps).find(email);
    if (person === null) throw new Refusal('There is no account with this e-mail.');
    if (!(await accountMergeService(deps).cancel(person.id, wordOf(options))))
      throw new Refusal(`${email} has no open merge.`);
    print('The merge is cancelled.');
  },
};

export const personCommands = [exportOne, eraseOne, mergeTwo, cancelMerge, accessesOf];
