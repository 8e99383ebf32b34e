import { accessesOfPersonRepository, personDataService } from '../modules/accounts/index.ts';
import { reviewAttendance } from '../modules/requests/index.ts';
import { actingAs, asOption } from './acting-as.ts';
import { Refusal, required, type AdminCommand } from './command.ts';
import { erasePerson, exportPerson } from './person-data.ts';
import { moment } from './table.ts';

/** Older accesses are only in the database. */
const mostAccesses = 500;

const exportOne: AdminCommand = {
  name: 'person export',
  usage: ['<e-mail>', '--output <new folder>', asOption],
  summary: 'everything known of a person, with their files (law 09-08)',
  async run({ deps, print, showProgress, options }, email) {
    const folder = required(options, 'output');
    const files = await exportPerson(deps, email, folder, actingAs(options), showProgress);
    print(`${folder} holds person.json and ${String(files)} files. Hand it to that person only.`);
  },
};

const eraseOne: AdminCommand = {
  name: 'person erase',
  usage: ['<e-mail>', '[--yes]', asOption],
  summary: 'remove a person’s data for good (law 09-08); without --yes, say what would go',
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
    'which agents and keys opened a person’s requests in the last year; of an agent, whose they opened',
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

export const personCommands = [exportOne, eraseOne, accessesOf];
