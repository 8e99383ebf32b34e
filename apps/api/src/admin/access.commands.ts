import { agentRoles } from '@wasl/contracts';

import {
  personAccessService,
  personDataService,
  type Reopened,
  type Succession,
} from '../modules/accounts/index.ts';
import { reviewAttendance } from '../modules/requests/index.ts';
import { asOption, reasonedWordOf, wordOf } from './acting-as.ts';
import { Refusal, type AdminCommand } from './command.ts';
import { administratorActsRepository } from '../platform/database/administrator-acts.repository.ts';
import { moment } from './table.ts';

/** Older acts are only in the database. */
const mostActs = 500;

const notFound = { NOT_FOUND: 'There is no account with this e-mail: find <part of a name>.' };

/** Warns that the organisation has no responsable until another one is named; users of the portal do not see this. */
function successionSentence({ title, candidates }: Succession): string {
  const who =
    candidates.length === 0
      ? 'No other agent of it can sign in.'
      : `Name one with agents role <e-mail> responsable: ${candidates.join(', ')}`;
  return `They were the last responsable of ${title}. ${who}`;
}

const suspend: AdminCommand = {
  name: 'person suspend',
  usage: ['<e-mail>', '--reason <text>', asOption],
  summary:
    'close a person’s access: sessions end, steps are released, and no colleague can open it again',
  refusals: notFound,
  async run({ deps, print, options }, email) {
    const people = personAccessService(deps);
    const isNow = await people.suspend(email, reasonedWordOf(options));
    if (!isNow) throw new Refusal(`${email} is closed already: person history says by whom.`);
    const succession = await people.successionOf(email);
    // The suspended agent may have been the last of the organisation.
    await reviewAttendance(deps);
    print(`${email} is suspended; every session has ended.`);
    if (succession !== null) print(successionSentence(succession));
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
  usage: ['<e-mail>', '--reason <text>', asOption],
  summary: 'open an access again that the administrator or a colleague closed',
  refusals: notFound,
  async run({ deps, print, options }, email) {
    const became = await personAccessService(deps).reopen(email, reasonedWordOf(options));
    const sentence = reopenedAs[became](email);
    if (sentence instanceof Refusal) throw sentence;
    // Resumes work that waited for an agent of the organisation.
    await reviewAttendance(deps);
    print(sentence);
  },
};

const setRole: AdminCommand = {
  name: 'agents role',
  usage: ['<e-mail>', '<responsable|agent>', '[--reason <text>]', asOption],
  summary: 'make an agent a responsable of the organisation, or an agent again',
  refusals: {
    NOT_FOUND: 'There is no agent with this e-mail: agents list.',
    STATE_CONFLICT: 'They cannot sign in: a responsable is somebody who is there.',
    LAST_RESPONSIBLE: 'They are the last responsable of the organisation: name another one first.',
  },
  async run({ deps, print, options }, email, named) {
    const role = agentRoles.find((known) => known === named.toUpperCase());
    if (role === undefined) throw new Refusal('The role is responsable or agent.');
    const isNow = await personAccessService(deps).setRole(email, role, wordOf(options));
    print(`${email} is ${isNow ? '' : 'already '}${role.toLowerCase()} of their organisation.`);
  },
};

const endSessions: AdminCommand = {
  name: 'person end-sessions',
  usage: ['<e-mail>', '[--reason <text>]', asOption],
  summary: 'sign a person out on every device; signing in again is possible',
  refusals: notFound,
  async run({ deps, print, options }, email) {
    const ended = await personAccessService(deps).endSessions(email, wordOf(options));
    print(`Sessions of ${email} that ended: ${String(ended)}`);
  },
};

const history: AdminCommand = {
  name: 'person history',
  usage: ['<e-mail>', '[--json]'],
  summary:
    'acts of administrators on a person’s access, requests and organisation, with date, author and reason',
  async run({ deps, print, table }, email) {
    const person = await personDataService(deps).find(email);
    if (person === null) throw new Refusal('There is no account with this e-mail.');
    const acts = await administratorActsRepository(deps.db).about(person.email, mostActs);
    const rows = acts.map(({ at, kind, partner, request, byName, reason }) => [
      moment(at),
      kind,
      partner?.title ?? request?.numRequest ?? person.email,
      byName,
      reason,
    ]);
    table('acts', ['At (UTC)', 'What', 'To', 'By', 'Reason'], rows);
    if (rows.length === mostActs) print(`The latest ${String(mostActs)} alone.`);
  },
};

const refuseOrganisation: AdminCommand = {
  name: 'organisations refuse',
  usage: ['<id or title>', '--reason <text>', asOption],
  summary:
    'refuse an organisation that awaits approval; its agents lose access and get a mail with the reason',
  refusals: { NOT_FOUND: 'There is no such organisation: organisations list.' },
  async run({ deps, print, options }, idOrTitle) {
    const people = personAccessService(deps);
    const { id, title, state, agents } = await people.refuseOrganisation(
      idOrTitle,
      reasonedWordOf(options),
    );
    const name = `Organisation ${String(id)} (${title})`;
    if (state === 'approved')
      throw new Refusal(`${name} is approved: suspend its agents instead, person by person.`);
    if (state === 'wasRefused') throw new Refusal(`${name} was refused already.`);
    print(`${name} is refused; organisations approve ${String(id)} takes it back.`);
    for (const { email, isNotified } of agents)
      print(
        isNotified
          ? `Its agent ${email} is closed and notified by mail.`
          : `Its agent ${email} is closed; the address was never confirmed, so no mail is sent.`,
      );
  },
};

export const accessCommands = [suspend, reopen, setRole, endSessions, history, refuseOrganisation];
