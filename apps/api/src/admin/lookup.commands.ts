import { requestStatuses, type RequestStatus } from '@wasl/contracts';

import { isAwaitingApproval } from '../platform/auth/authenticate.ts';
import { storedStatusOf } from '../policies/request-status.ts';
import { positional, Refusal, UsageFault, type AdminCommand } from './command.ts';
import { findAnything, listRequests, type ListedRequest } from './lookup.repository.ts';
import { moment, tableText } from './table.ts';

const listedAtMost = 100;
const dayMs = 24 * 60 * 60 * 1000;

function requestLines(requests: readonly ListedRequest[]): string[] {
  return tableText(
    ['Number', 'Status', 'Percent', 'Begun', 'Submitted', 'Author', 'E-mail'],
    requests.map((one) => [
      one.numRequest,
      one.status,
      one.percent,
      moment(one.dateRequest),
      moment(one.submittedAt),
      `${one.beneficiary.prenom} ${one.beneficiary.nom}`,
      one.beneficiary.email,
    ]),
  );
}

type FoundPerson = Awaited<ReturnType<typeof findAnything>>['people'][number];

/** Whether somebody can sign in, or what keeps them. */
function accessOf(person: FoundPerson): string {
  if (person.disabledAt !== null)
    return person.disabledById === null ? 'closed' : 'closed by a colleague';
  if (isAwaitingApproval(person)) return 'awaits approval';
  return person.emailConfirmedAt === null ? 'unconfirmed' : 'open';
}

/** `SUSPENDED 2026-11-21 09:05 by Karim`. */
function lastWord([act]: FoundPerson['acts']): string | null {
  return act === undefined ? null : `${act.kind} ${moment(act.at) ?? ''} by ${act.byName}`;
}

const find: AdminCommand = {
  name: 'find',
  usage: '<name, e-mail or number>',
  summary: 'people, organisations and requests, by a part of their name, address or number',
  positionals: ['name, e-mail or number'],
  async run({ deps, print }, given) {
    const text = positional(given, 0).trim();
    if (text.length < 2) throw new UsageFault('Two characters at least.');
    const { people, organisations, requests } = await findAnything(deps.db, text);
    if (people.length + organisations.length + requests.length === 0) {
      throw new Refusal(`Nothing is called "${text}".`);
    }
    if (people.length > 0) {
      const rows = people.map((one) => [
        one.email,
        `${one.prenom} ${one.nom}`,
        one.role === 'PARTENAIRE' ? 'agent' : 'beneficiary',
        one.partner?.title ?? one.companyName,
        moment(one.createdAt),
        accessOf(one),
        lastWord(one.acts),
      ]);
      const heads = [
        'E-mail',
        'Name',
        'Is',
        'Organisation or company',
        'Signed up',
        'Access',
        'Last act of an administrator',
      ];
      for (const line of tableText(heads, rows)) print(line);
    }
    if (organisations.length > 0) {
      const rows = organisations.map(({ id, title, approvedAt, acts }) => [
        id,
        title,
        moment(approvedAt),
        lastWord(acts),
      ]);
      const heads = ['Id', 'Organisation', 'Approved', 'Last act of an administrator'];
      for (const line of tableText(heads, rows)) print(line);
    }
    if (requests.length > 0) for (const line of requestLines(requests)) print(line);
  },
};

function statusOf(text: string): RequestStatus {
  const found = requestStatuses.find((status) => status === text);
  if (found === undefined)
    throw new UsageFault(`--status is one of ${requestStatuses.join(', ')}, not "${text}".`);
  return found;
}

/** `7d` as milliseconds. @throws UsageFault */
function periodOf(text: string): number {
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  if (days === undefined)
    throw new UsageFault(`--since is a number of days such as 7d, not "${text}".`);
  return Number(days) * dayMs;
}

const list: AdminCommand = {
  name: 'requests list',
  usage: '[--status <status>] [--since <7d>]',
  summary: 'the newest requests with their authors',
  texts: ['status', 'since'],
  async run({ deps, print }, { texts }) {
    const { status, since } = texts;
    const requests = await listRequests(
      deps.db,
      {
        ...(status === undefined ? {} : { status: storedStatusOf(statusOf(status)) }),
        ...(since === undefined
          ? {}
          : { dateRequest: { gte: new Date(deps.clock.now().getTime() - periodOf(since)) } }),
      },
      listedAtMost + 1,
    );
    for (const line of requestLines(requests.slice(0, listedAtMost))) print(line);
    if (requests.length > listedAtMost) print(`… the newest ${String(listedAtMost)}`);
  },
};

export const lookupCommands = [find, list];
