import {
  administratorActsRepository,
  personAccessService,
  personDataService,
  type Reopened,
} from '../modules/accounts/index.ts';
import { reviewAttendance } from '../modules/requests/index.ts';
import { asOption, asUsage, reasonedWordOf, wordOf } from './acting-as.ts';
import { positional, Refusal, type AdminCommand } from './command.ts';
import { moment, tableText } from './table.ts';

/** More than that is looked up in the database. */
const mostActs = 500;

const suspend: AdminCommand = {
  name: 'person suspend',
  usage: `<e-mail> --reason <text> ${asUsage}`,
  summary:
    'close somebody’s access: sessions end at once, steps are let go, nobody else can open it',
  positionals: ['e-mail'],
  texts: ['reason', asOption],
  async run({ deps, print }, given) {
    const email = positional(given, 0);
    const isNow = await personAccessService(deps).suspend(email, reasonedWordOf(given));
    if (!isNow) throw new Refusal(`${email} is closed already: person history says by whom.`);
    // An agent may have been the last of the organisation.
    await reviewAttendance(deps);
    print(`${email} is suspended; every session has ended.`);
  },
};

const reopenedAs: Record<Reopened, (email: string) => string | Refusal> = {
  usable: (email) => `${email} can sign in again.`,
  awaitingApproval: (email) => `${email} is open again, and waits for approval as before.`,
  unconfirmed: (email) => `${email} is open again, and has still to confirm the address.`,
  wasOpen: (email) => new Refusal(`${email} is not suspended.`),
  organisationRefused: () =>
    new Refusal('Their organisation was refused: organisations approve opens both.'),
  deletionDue: () =>
    new Refusal('They asked for the account to be erased, and the 30 days are over.'),
};

const reopen: AdminCommand = {
  name: 'person reopen',
  usage: `<e-mail> --reason <text> ${asUsage}`,
  summary: 'open an access again that was closed, by the administrator or a colleague',
  positionals: ['e-mail'],
  texts: ['reason', asOption],
  async run({ deps, print }, given) {
    const email = positional(given, 0);
    const became = await personAccessService(deps).reopen(email, reasonedWordOf(given));
    const sentence = reopenedAs[became](email);
    if (sentence instanceof Refusal) throw sentence;
    // What waited for somebody of the organisation goes on now.
    await reviewAttendance(deps);
    print(sentence);
  },
};

const endSessions: AdminCommand = {
  name: 'person end-sessions',
  usage: `<e-mail> [--reason <text>] ${asUsage}`,
  summary: 'sign somebody out everywhere; they can sign in again',
  positionals: ['e-mail'],
  texts: ['reason', asOption],
  async run({ deps, print }, given) {
    const email = positional(given, 0);
    const ended = await personAccessService(deps).endSessions(email, wordOf(given));
    print(`Sessions of ${email} that ended: ${String(ended)}`);
  },
};

const history: AdminCommand = {
  name: 'person history',
  usage: '<e-mail>',
  summary:
    'what administrators did to a person’s access and to their organisation, when, who and why',
  positionals: ['e-mail'],
  async run({ deps, print }, given) {
    const person = await personDataService(deps).find(positional(given, 0));
    if (person === null) throw new Refusal('There is no account with this e-mail.');
    const acts = await administratorActsRepository(deps.db).about(person.email, mostActs);
    const rows = acts.map(({ at, kind, partner, byName, reason }) => [
      moment(at),
      kind,
      partner?.title ?? person.email,
      byName,
      reason,
    ]);
    for (const line of tableText(['At (UTC)', 'What', 'To', 'By', 'Reason'], rows)) print(line);
    if (rows.length === mostActs) print(`The latest ${String(mostActs)} alone.`);
  },
};

const refuseOrganisation: AdminCommand = {
  name: 'organisations refuse',
  usage: `<id or title> --reason <text> ${asUsage}`,
  summary:
    'refuse one that awaits approval: its agents are closed, and told by mail with the reason',
  positionals: ['id or title'],
  texts: ['reason', asOption],
  async run({ deps, print }, given) {
    const people = personAccessService(deps);
    const { id, title, state, agents } = await people.refuseOrganisation(
      positional(given, 0),
      reasonedWordOf(given),
    );
    const name = `Organisation ${String(id)} (${title})`;
    if (state === 'approved')
      throw new Refusal(`${name} is approved: suspend its agents instead, person by person.`);
    if (state === 'wasRefused') throw new Refusal(`${name} was refused already.`);
    print(`${name} is refused; organisations approve ${String(id)} takes it back.`);
    for (const { email, isTold } of agents)
      print(
        isTold
          ? `Its agent ${email} is closed and told by mail.`
          : `Its agent ${email} is closed; the address was never confirmed, so no mail is sent.`,
      );
  },
};

export const accessCommands = [suspend, reopen, endSessions, history, refuseOrganisation];
