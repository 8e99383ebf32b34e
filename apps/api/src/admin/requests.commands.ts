import { langs, type Lang } from '@wasl/contracts';

import {
  isAtWork,
  requestAdministration,
  requestHold,
  type UnroutedService,
} from '../modules/requests/index.ts';
import { langOf } from '../platform/i18n/lang-of.ts';
import { idOf, positional, Refusal, required, UsageFault, type AdminCommand } from './command.ts';
import { exportRequests, type ExportFormat } from './export-requests.ts';
import { requestOverview, type RequestOverview } from './request-overview.repository.ts';
import { cellText, moment, tableText } from './table.ts';

const reasons: { readonly [R in UnroutedService['reason']]: string } = {
  notOffered: 'no organisation offers it',
  nobodyThere: 'no agent can sign in at',
  declined: 'given up by',
  offered: 'offered by',
};

function reasonOf({ reason, organisations }: UnroutedService): string {
  const names = organisations.map(({ id, title }) => `${title} (${String(id)})`).join(', ');
  return `${reasons[reason]} ${names}`.trim();
}

const unrouted: AdminCommand = {
  name: 'requests unrouted',
  usage: '',
  summary: 'submitted requests with something that no organisation does, and why',
  async run({ deps, print }) {
    const requests = await requestAdministration(deps).listUnrouted();
    const rows = requests.flatMap((request) => {
      const start = [
        request.numRequest,
        request.status,
        moment(request.submittedAt),
        request.beneficiaryEmail,
      ];
      return request.services.length === 0
        ? [[...start, null, 'nothing is left to do: see requests show']]
        : request.services.map((service) => [...start, service.code, reasonOf(service)]);
    });
    const headings = ['Number', 'Status', 'Submitted', 'Beneficiary', 'Service', 'Why'];
    for (const line of tableText(headings, rows)) print(line);
  },
};

/** Who is to do something next. */
function moverOf({ status, agreement, author, steps }: RequestOverview): string {
  if (agreement === 'WAITING') return `${author}, who has not agreed to the request yet`;
  if (status === 'EN_COURS_DE_CREATION') return `${author}, whose draft it is`;
  if (status === 'A_REFOURMULER') return `${author}, who is to rephrase it`;
  const atWork = steps.filter((step) => isAtWork(step.status));
  if (atWork.length > 0) {
    const names = atWork.map(({ organisation, assignee }) =>
      assignee === null ? organisation : `${organisation} (${assignee})`,
    );
    return [...new Set(names)].join(', ');
  }
  return steps.some((step) => step.status === 'NOT_STARTED') || steps.length === 0
    ? 'nobody: see requests unrouted'
    : 'nobody, nothing is left to do';
}

const show: AdminCommand = {
  name: 'requests show',
  usage: '<number>',
  summary: 'a request: author, services, who has the move, and its steps with their ids',
  positionals: ['number'],
  async run({ deps, print }, given) {
    const request = await requestOverview(deps.db, positional(given, 0));
    if (request === null) throw new Refusal('There is no request of this number.');
    print(
      `${request.numRequest}  ${request.status}  ${String(request.percent)} %  ${request.email}`,
    );
    print(`Author: ${request.author}, ${request.email}`);
    print(
      `Begun ${moment(request.begunAt) ?? ''}, submitted ${moment(request.submittedAt) ?? 'never'}; ${String(request.documents)} documents`,
    );
    if (request.journey !== null) print(`Journey: ${request.journey}`);
    if (request.services.length > 0) print(`Services: ${request.services.join(', ')}`);
    if (request.observation !== null) print(`Observation: ${cellText(request.observation)}`);
    print(`Has the move: ${moverOf(request)}`);
    const rows = request.steps.map((step) => [
      step.id,
      step.service,
      step.organisation,
      step.status,
      step.percent,
      moment(step.assignedAt),
      step.dueOn === null ? null : step.dueOn.toISOString().slice(0, 10),
      step.assignee,
    ]);
    const headings = [
      'Step',
      'Service',
      'Organisation',
      'Status',
      'Percent',
      'Assigned',
      'Due',
      'Taken by',
    ];
    for (const line of tableText(headings, rows)) print(line);
  },
};

const assign: AdminCommand = {
  name: 'requests assign',
  usage: '<number> --service <code> --organisation <id>',
  summary: 'give a service of a request to an organisation',
  positionals: ['number'],
  texts: ['service', 'organisation'],
  async run({ deps, print }, given) {
    const numRequest = positional(given, 0);
    const service = required(given, 'service');
    const organisation = idOf(required(given, 'organisation'), '--organisation');
    await requestAdministration(deps).assignStep(numRequest, service, organisation);
    print(
      `${service} of ${numRequest} is given to organisation ${String(organisation)}, whose agents are told by mail.`,
    );
  },
};

const rephrase: AdminCommand = {
  name: 'requests rephrase',
  usage: '<number> --observation <text>',
  summary: 'send a request back to its author, who sees the observation',
  positionals: ['number'],
  texts: ['observation'],
  async run({ deps, print }, given) {
    const numRequest = positional(given, 0);
    await requestAdministration(deps).sendBack(numRequest, required(given, 'observation'));
    print(`${numRequest} is to be rephrased; its author is told by mail.`);
  },
};

const hold: AdminCommand = {
  name: 'requests hold',
  usage: '<number> [--reason <text>]',
  summary:
    'suspend the processing of a request as a whole; everybody concerned is told, with the reason',
  positionals: ['number'],
  texts: ['reason'],
  async run({ deps, print }, given) {
    const numRequest = positional(given, 0);
    const reason = given.texts.reason?.trim() ?? '';
    await requestHold(deps).hold(numRequest, reason === '' ? null : reason);
    print(`${numRequest} is on hold; its author and the organisations at work are told by mail.`);
  },
};

const resume: AdminCommand = {
  name: 'requests resume',
  usage: '<number>',
  summary: 'end the hold: the processing goes on where it was',
  positionals: ['number'],
  async run({ deps, print }, given) {
    const numRequest = positional(given, 0);
    await requestHold(deps).resume(numRequest);
    print(`${numRequest} goes on; its author and the organisations at work are told by mail.`);
  },
};

const rejectStep: AdminCommand = {
  name: 'steps reject',
  usage: '<step> [--reason <text>]',
  summary: 'close a step that will not be done',
  positionals: ['step'],
  texts: ['reason'],
  async run({ deps, print }, given) {
    const id = idOf(positional(given, 0), 'The step’s id');
    await requestAdministration(deps).rejectStep(id, given.texts.reason?.trim() ?? null);
    print(`Step ${String(id)} is rejected.`);
  },
};

function formatOf(file: string): ExportFormat {
  const ending = /\.(csv|xlsx)$/i.exec(file)?.[1]?.toLowerCase();
  if (ending === 'csv' || ending === 'xlsx') return ending;
  throw new UsageFault('--output must be the name of a .csv or .xlsx file.');
}

/** The language of `--lang`, French without one. A script is told of a slip, where a page would speak French. */
function langGiven(text = 'fr'): Lang {
  const lang = langOf(text);
  if (lang !== text) throw new UsageFault(`--lang must be one of ${langs.join(', ')}.`);
  return lang;
}

const exportAll: AdminCommand = {
  name: 'requests export',
  usage: '--output <file.csv|file.xlsx> [--lang fr|en|ar|es]',
  summary: 'every request as a table for a spreadsheet',
  texts: ['output', 'lang'],
  async run({ deps, print }, given) {
    const file = required(given, 'output');
    const count = await exportRequests(deps.db, {
      file,
      format: formatOf(file),
      lang: langGiven(given.texts.lang),
    });
    deps.log.info({ event: 'requests exported', by: 'administrator', requests: count });
    print(`${String(count)} requests are in ${file}. It holds personal data: keep it as such.`);
  },
};

export const requestsCommands = [
  unrouted,
  show,
  assign,
  rephrase,
  hold,
  resume,
  rejectStep,
  exportAll,
];
