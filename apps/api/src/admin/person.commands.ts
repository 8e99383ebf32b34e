import { accessesOfPersonRepository, personDataService } from '../modules/accounts/index.ts';
import { reviewAttendance } from '../modules/requests/index.ts';
import { actingAs, asOption, asUsage } from './acting-as.ts';
import { positional, Refusal, required, type AdminCommand } from './command.ts';
import { erasePerson, exportPerson } from './person-data.ts';
import { moment } from './table.ts';

/** More than that is looked up in the database. */
const mostAccesses = 500;

const exportOne: AdminCommand = {
  name: 'person export',
  usage: '<e-mail> --output <new folder>',
  summary: 'everything known of a person, with their files (law 09-08)',
  positionals: ['e-mail'],
  texts: ['output'],
  async run({ deps, print, showProgress }, given) {
    const folder = required(given, 'output');
    const files = await exportPerson(deps, positional(given, 0), folder, showProgress);
    print(`${folder} holds person.json and ${String(files)} files. Hand it to that person only.`);
  },
};

const eraseOne: AdminCommand = {
  name: 'person erase',
  usage: `<e-mail> [--yes] ${asUsage}`,
  summary: 'remove a person’s data for good (law 09-08); without --yes, say what would go',
  positionals: ['e-mail'],
  flags: ['yes'],
  texts: [asOption],
  async run({ deps, print }, given) {
    const email = positional(given, 0);
    const isTrial = given.flags.yes !== true;
    const { requestsWithdrawn, filesRemoved } = await erasePerson(
      deps,
      email,
      isTrial,
      actingAs(given),
    );
    // An agent may have been the last of the organisation.
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
  isRead: true,
  usage: '<e-mail>',
  summary:
    'which agents and keys opened a person’s requests in the last year; of an agent, whose they opened',
  positionals: ['e-mail'],
  async run({ deps, print, table }, given) {
    const person = await personDataService(deps).find(positional(given, 0));
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

export const personCommands = [exportOne, eraseOne, accessesOf];
