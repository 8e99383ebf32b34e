import { requestStatuses, type RequestStatus } from '@wasl/contracts';

import { isAwaitingApproval } from '../platform/auth/authenticate.ts';
import { storedStatusOf } from '../policies/request-status.ts';
import { Refusal, sinceOf, UsageFault, type AdminCommand, type AdminContext } from './command.ts';
import { findAnything, listRequests, type ListedRequest } from './lookup.repository.ts';
import { moment } from './table.ts';

const listedAtMost = 100;

function showRequests({ table }: AdminContext, requests: readonly ListedRequest[]): void {
  table(
    'requests',
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

/** Whether the person can sign in, or why not. */
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
  usage: ['<name, e-mail or number>', '[--json]'],
  summary: 'people, organisations and requests, by a part of their name, address or number',
  async run(context, given) {
    const { deps, table } = context;
    const text = given.trim();
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
      table('people', heads, rows);
    }
    if (organisations.length > 0) {
      const rows = organisations.map(({ id, title, approvedAt, acts }) => [
        id,
        title,
        moment(approvedAt),
        lastWord(acts),
      ]);
      const heads = ['Id', 'Organisation', 'Approved', 'Last act of an administrator'];
      table('organisations', heads, rows);
    }
    if (requests.length > 0) showRequests(context, requests);
  },
};

function statusOf(text: string): RequestStatus {
  const found = requestStatuses.find((status) => status === text);
  if (found === undefined)
    throw new UsageFault(`--status is one of ${requestStatuses.join(', ')}, not "${text}".`);
  return found;
}

const list: AdminCommand = {
  name: 'requests list',
  usage: ['[--status <status>]', '[--since <7d>]', '[--json]'],
  summary: 'the newest requests with their authors',
  async run(context) {
    const { deps, print } = context;
    const { status, since } = context.options;
    const requests = await listRequests(
      deps.db,
      {
        ...(status === undefined ? {} : { status: storedStatusOf(statusOf(status)) }),
        ...(since === undefined ? {} : { dateRequest: { gte: sinceOf(since, deps.clock.now()) } }),
      },
      listedAtMost + 1,
    );
    showRequests(context, requests.slice(0, listedAtMost));
    if (requests.length > listedAtMost) print(`… the newest ${String(listedAtMost)}`);
  },
};

export const lookupCommands = [find, list];
