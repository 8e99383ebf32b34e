import { actingAs, asOption, wordOf } from './acting-as.ts';
import { unroutedRequestsService } from '../modules/administration/index.ts';
import {
  fileMoves,
  requestAdministration,
  requestHold,
  restoreDeletedRequest,
  type UnroutedService,
} from '../modules/requests/index.ts';
import { isAtWork } from '../rules/step-transitions.ts';
import { administratorActsRepository } from '../platform/database/administrator-acts.repository.ts';
import { idOf, langGiven, Refusal, required, UsageFault, type AdminCommand } from './command.ts';
import { exportRequests, type ExportFormat } from './export-requests.ts';
import {
  countRequests,
  requestOverview,
  type RequestOverview,
} from './request-overview.repository.ts';
import { cellText, moment } from './table.ts';

const reasons: { readonly [R in UnroutedService['reason']]: string } = {
  notOffered: 'no organisation offers it',
  unattended: 'no agent can sign in at',
  declined: 'given up by',
  offered: 'offered by',
};

function reasonOf({ reason, organisations }: UnroutedService): string {
  const names = organisations.map(({ id, title }) => `${title} (${String(id)})`).join(', ');
  return `${reasons[reason]} ${names}`.trim();
}

const noRequest = 'There is no request of this number: find <part of it>, or requests list.';
const noStep = 'There is no step of this id: requests show names those of a request.';
const noOrganisation = 'There is no approved organisation of this id: organisations list.';
/** Older acts are only in the database. */
const mostActs = 100;

const unrouted: AdminCommand = {
  name: 'requests unrouted',
  usage: ['[--json]'],
  summary: 'submitted requests with a service that no organisation takes, with the cause',
  async run({ deps, table }) {
    const requests = await requestAdministration(deps).listUnrouted();
    const rows = requests.flatMap((request) => {
      const start = [
        request.numRequest,
        request.status,
        moment(request.submittedAt),
        request.beneficiary.email,
      ];
      return request.services.length === 0
        ? [[...start, null, 'nothing is left to do: see requests show']]
        : request.services.map((service) => [...start, service.item.code, reasonOf(service)]);
    });
    const headings = ['Number', 'Status', 'Submitted', 'Beneficiary', 'Service', 'Why'];
    table('unrouted', headings, rows);
  },
};

/** The party that must act next. */
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
  usage: ['<number>', '[--json]'],
  summary: 'a request: author, services, who acts next, steps and files with their ids',
  async run({ deps, print, table }, numRequest) {
    const request = await requestOverview(deps.db, numRequest);
    if (request === null) throw new Refusal('There is no request of this number.');
    print(
      `${request.numRequest}  ${request.status}  ${String(request.percent)} %  ${request.email}`,
    );
    print(`Author: ${request.author}, ${request.email}`);
    print(
      `Begun ${moment(request.begunAt) ?? ''}, submitted ${moment(request.submittedAt) ?? 'never'}; ${String(request.files.length)} files`,
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
    table('steps', headings, rows);
    if (request.files.length > 0) {
      const files = request.files.map(({ id, code, stepId, name, bytes, at }) => [
        id,
        code ?? 'of a message',
        stepId,
        name,
        bytes,
        moment(at),
      ]);
      table('files', ['File', 'Document', 'Step', 'Name', 'Bytes', 'Uploaded'], files);
    }
    const acts = await administratorActsRepository(deps.db).onRequest(request.numRequest, mostActs);
    if (acts.length === 0) return;
    print('By administrators:');
    table(
      'acts',
      ['At (UTC)', 'What', 'By', 'Reason'],
      acts.map(({ at, kind, byName, reason }) => [moment(at), kind, byName, reason]),
    );
  },
};

const assignRefusals = {
  unknown: noRequest,
  assigned: 'Organisations have it already: steps reassign takes a step from one.',
  noService: 'It has no service to assign: see requests show.',
  notWithOrganisations: 'It is a draft, on hold, back with its author, or over.',
} as const;

const assign: AdminCommand = {
  name: 'requests assign',
  usage: [
    '<number...>',
    '--organisation <id>',
    '[--service <code>]',
    '[--reason <text>]',
    asOption,
  ],
  summary:
    'assign requests, or one service of a request, to an organisation when no other takes them',
  refusals: {
    NOT_FOUND: noRequest,
    'service.unknownCode': 'There is no service of this code: requests show names those asked for.',
    'partner.unknownCode': noOrganisation,
    'organisationId.unattended': noOrganisation,
    STATE_CONFLICT:
      'The request is not with the organisations (a draft, on hold, or over), or somebody has the service: steps reassign takes it from them.',
  },
  async run({ deps, print, options }, ...numbers) {
    const organisation = idOf(required(options, 'organisation'), '--organisation');
    const word = wordOf(options);
    const { service } = options;
    if (service !== undefined) {
      const [numRequest = '', ...others] = numbers;
      if (others.length > 0) throw new UsageFault('--service is for one request.');
      await requestAdministration(deps, word).assignStep(numRequest, service, organisation);
      print(
        `${service} of ${numRequest} is given to organisation ${String(organisation)}, whose agents are notified by mail.`,
      );
      return;
    }
    const results = await unroutedRequestsService(deps).assignNumbers(numbers, organisation, word);
    for (const { number, refusal } of results)
      print(
        refusal === null
          ? `${number} is given to organisation ${String(organisation)}.`
          : `${number}: ${assignRefusals[refusal]}`,
      );
    if (results.every(({ refusal }) => refusal !== null))
      throw new Refusal('Nothing was assigned.');
  },
};

const reassign: AdminCommand = {
  name: 'steps reassign',
  usage: ['<step>', '--organisation <id>', '[--reason <text>]', asOption],
  summary: 'take a step from the organisation that has it and give it to another one',
  refusals: {
    NOT_FOUND: noStep,
    'partner.unknownCode': noOrganisation,
    'partner.invalid': 'This organisation has the step already.',
    STEP_CLOSED: 'The step is closed: there is nothing left to do on it.',
    STATE_CONFLICT:
      'The request is not with the organisations: it is over, with its author, or on hold (requests resume ends that).',
  },
  async run({ deps, print, options }, step) {
    const id = idOf(step, 'The step’s id');
    const organisation = idOf(required(options, 'organisation'), '--organisation');
    const numRequest = await requestAdministration(deps, wordOf(options)).reassignStep(
      id,
      organisation,
    );
    print(
      `Step ${String(id)} of ${numRequest} is given to organisation ${String(organisation)}, whose agents are notified by mail when it is their turn. The one that had it is not: tell them.`,
    );
  },
};

const moveFiles: AdminCommand = {
  name: 'organisations move-files',
  usage: ['<from>', '<to>', '[--reason <text>]', asOption],
  summary: 'give every open file of an organisation that closes to another one',
  refusals: {
    NOT_FOUND: 'There is no organisation of the first id: organisations list.',
    'to.invalid': 'The files are with this organisation already.',
    'to.unattended':
      'The second organisation is not approved, or has no agent who can sign in: organisations list.',
    STATE_CONFLICT: 'The files go to another organisation already: let that end first.',
  },
  async run({ deps, print, options }, from, to) {
    const [fromId, toId] = [idOf(from, 'The first id'), idOf(to, 'The second id')];
    const moves = fileMoves(deps);
    let moved = 0;
    for (;;) {
      const batch = await moves.next(fromId, toId, wordOf(options));
      moved += batch.moved;
      if (batch.left === 0) break;
      print(`Moved: ${String(moved)}, left: ${String(batch.left)}`);
    }
    print(
      `Files that organisation ${to} has now from ${from}: ${String(moved)}. Its agents get one mail; those of ${from} get none: tell them.`,
    );
  },
};

const rephrase: AdminCommand = {
  name: 'requests rephrase',
  usage: ['<number>', '--observation <text>', asOption],
  summary: 'send a request back to its author, who sees the observation',
  refusals: {
    NOT_FOUND: noRequest,
    STATE_CONFLICT:
      'The request is not with the organisations, or one of its services is done: it cannot go back to its author.',
  },
  async run({ deps, print, options }, numRequest) {
    const word = { by: actingAs(options), reason: null };
    await requestAdministration(deps, word).sendBack(numRequest, required(options, 'observation'));
    print(`${numRequest} is to be rephrased; its author is notified by mail.`);
  },
};

const hold: AdminCommand = {
  name: 'requests hold',
  usage: ['<number>', '[--reason <text>]', asOption],
  summary: 'put a request on hold; its owner and organisations get the reason',
  refusals: {
    NOT_FOUND: noRequest,
    STATE_CONFLICT: 'The request is not with the organisations, or is on hold already.',
  },
  async run({ deps, print, options }, numRequest) {
    const reason = options.reason?.trim() ?? '';
    const word = { by: actingAs(options), reason: null };
    await requestHold(deps, word).hold(numRequest, reason === '' ? null : reason);
    print(
      `${numRequest} is on hold; its author and the organisations at work are notified by mail.`,
    );
  },
};

const resume: AdminCommand = {
  name: 'requests resume',
  usage: ['<number>', asOption],
  summary: 'end the hold; the processing continues',
  refusals: { NOT_FOUND: noRequest, STATE_CONFLICT: 'The request is not on hold.' },
  async run({ deps, print, options }, numRequest) {
    await requestHold(deps, { by: actingAs(options), reason: null }).resume(numRequest);
    print(`${numRequest} goes on; its author and the organisations at work are notified by mail.`);
  },
};

const restore: AdminCommand = {
  name: 'requests restore',
  usage: ['<number>', '[--reason <text>]', asOption],
  summary: 'restore a deleted request for its author, within 30 days',
  refusals: { NOT_FOUND: noRequest },
  async run({ deps, print, options }, numRequest) {
    const outcome = await restoreDeletedRequest(deps, numRequest, wordOf(options));
    if (outcome === 'notDeleted') throw new Refusal(`${numRequest} is not deleted.`);
    if (outcome === 'emptied')
      throw new Refusal(
        `The text and the files of ${numRequest} are erased, 30 days after the deletion or with its author’s account: it cannot be restored.`,
      );
    print(`${numRequest} is restored as it was before; its author is notified by mail.`);
  },
};

const rejectStep: AdminCommand = {
  name: 'steps reject',
  usage: ['<step>', '[--reason <text>]', asOption],
  summary: 'reject a step that will not be done',
  refusals: {
    NOT_FOUND: noStep,
    STEP_CLOSED: 'The step is closed already.',
  },
  async run({ deps, print, options }, step) {
    const id = idOf(step, 'The step’s id');
    const word = { by: actingAs(options), reason: null };
    await requestAdministration(deps, word).rejectStep(id, options.reason?.trim() ?? null);
    print(`Step ${String(id)} is rejected.`);
  },
};

function formatOf(file: string): ExportFormat {
  const ending = /\.(csv|xlsx)$/i.exec(file)?.[1]?.toLowerCase();
  if (ending === 'csv' || ending === 'xlsx') return ending;
  throw new UsageFault('--output must be the name of a .csv or .xlsx file.');
}

const exportAll: AdminCommand = {
  name: 'requests export',
  usage: ['--output <file.csv|file.xlsx>', '[--lang <fr|en|ar|es>]'],
  summary: 'every request as a table for a spreadsheet',
  async run({ deps, print, showProgress, options }) {
    const file = required(options, 'output');
    const format = formatOf(file);
    const lang = langGiven(options.lang);
    const progress = showProgress('Requests', await countRequests(deps.db));
    const count = await exportRequests(deps.db, { file, format, lang, progress }).finally(
      progress.end,
    );
    deps.log.info({ event: 'admin.requests_exported', by: 'administrator', requests: count });
    print(`${String(count)} requests are in ${file}. It holds personal data: keep it as such.`);
  },
};

export const requestsCommands = [
  unrouted,
  show,
  assign,
  reassign,
  moveFiles,
  rephrase,
  hold,
  resume,
  restore,
  rejectStep,
  exportAll,
];
