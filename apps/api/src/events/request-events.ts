import type { Agreement, Lang, RequestStatus, StepStatus } from '@wasl/contracts';

import { labelOf, nameOf, type EachLang, type Labelled } from '../platform/i18n/in-lang.ts';
import { canBeneficiary } from '../policies/request-actions.ts';
import { readersOf, type OwnedStep } from '../policies/step-readers.ts';
import { erasedDetail, reasonDetail, type ReasonWithText } from '../rules/reasons.ts';
import type { HistoryLine } from './history.repository.ts';
import { on, type AboutRequest, type Agent } from './reaction.ts';

export interface AboutStep extends OwnedStep {
  readonly id: number;
  readonly titleItem: Omit<Labelled, 'code'>;
}

interface GivenStep {
  readonly id: number;
  readonly partnerId: number;
  readonly status: StepStatus;
}

/** A reason of a list with its label in each language, and its text. */
export interface LabelledReason extends ReasonWithText {
  readonly label: EachLang;
}

export const about = ({ id, numRequest }: AboutRequest) => ({ requestId: id, numRequest });
export const beneficiaryOf = ({ request }: { readonly request: AboutRequest }) => [
  request.beneficiary,
];

/** The agents who are notified of a step. */
export const agentsOfStep = ({
  step,
  agents,
}: {
  readonly step: OwnedStep;
  readonly agents: readonly Agent[];
}): readonly Agent[] =>
  readersOf(
    agents.filter(({ partner }) => partner.id === step.partnerId),
    step,
  );

/** The page on which the owner can act on a request in this status, or read it. */
function pageFor(status: RequestStatus): 'followUp' | 'edit' | 'request' {
  if (canBeneficiary('follow', status)) return 'followUp';
  return canBeneficiary('edit', status) ? 'edit' : 'request';
}

const routedLine = (requestId: number, step: GivenStep): HistoryLine => ({
  requestId,
  kind: 'ROUTED',
  stepId: step.id,
  toStatus: step.status,
  detail: String(step.partnerId),
});
const submittedLine = (requestId: number, from: RequestStatus): HistoryLine => ({
  requestId,
  kind: 'SUBMITTED',
  fromStatus: from,
  toStatus: 'NOUVEAU',
});
const statusLine = (
  requestId: number,
  { from, to, percent, detail }: StatusChange,
): HistoryLine => ({
  requestId,
  kind: 'STATUS',
  fromStatus: from,
  toStatus: to,
  ...(percent === undefined ? {} : { percent }),
  ...(detail === undefined ? {} : { detail }),
});

interface StatusChange {
  readonly from: RequestStatus;
  readonly to: RequestStatus;
  readonly percent?: number;
  readonly detail?: string;
}

/** An organisation's step, and the active agents of that organisation. */
interface StepAndAgents<S> {
  readonly request: AboutRequest;
  readonly step: S;
  readonly agents: readonly Agent[];
}

/** Reports to the agents that a step is assigned. */
const assignmentReport = <
  E extends StepAndAgents<AboutStep & { readonly status: StepStatus }>,
>() => {
  const isAssigned = ({ step }: E): boolean => step.status === 'ASSIGNED';
  const subject = ({ request, step }: E) => ({ requestId: request.id, stepId: step.id });
  return {
    beneficiary: {
      readers: (event: E) => (isAssigned(event) ? beneficiaryOf(event) : []),
      notices: { ASSIGNED: subject },
    },
    agents: {
      readers: (event: E) => (isAssigned(event) ? agentsOfStep(event) : []),
      notices: { NEW_STEP: subject },
      mails: {
        stepAssigned: (event: E, { partner }: Agent, lang: Lang) => ({
          organisation: nameOf(partner, lang),
          numRequest: event.request.numRequest,
          service: labelOf(event.step.titleItem, lang),
          ...subject(event),
        }),
      },
    },
  };
};

/** The last of these steps for each agent. */
function lastStepOf(
  steps: readonly (OwnedStep & { readonly id: number })[],
  agents: readonly Agent[],
): ReadonlyMap<Agent, number> {
  return new Map(
    steps.flatMap((step) =>
      agentsOfStep({ step, agents }).map((agent) => [agent, step.id] as const),
    ),
  );
}

interface AtWork {
  readonly request: AboutRequest;
  readonly steps: readonly (OwnedStep & { readonly id: number })[];
  readonly agents: readonly Agent[];
}
const agentsAtWork = ({ steps, agents }: AtWork): readonly Agent[] => [
  ...lastStepOf(steps, agents).keys(),
];
function placeAtWork({ request, steps, agents }: AtWork, agent: Agent) {
  const stepId = lastStepOf(steps, agents).get(agent);
  return { requestId: request.id, ...(stepId === undefined ? {} : { stepId }) };
}
const requestAtWork = (event: AtWork, agent: Agent, lang: Lang) => ({
  organisation: nameOf(agent.partner, lang),
  numRequest: event.request.numRequest,
  ...placeAtWork(event, agent),
});
const documentsOf = (code: string) => (code === '' ? {} : { documents: [code] });
/** Removes the owners, so that every agent of the organisations is notified. */
const withoutOwners = <E extends AtWork>(event: E): E => ({
  ...event,
  steps: event.steps.map(({ id, partnerId }) => ({ id, partnerId })),
});

export const requestEvents = {
  'request.updated': on<{ requestId: number; from: RequestStatus; to: RequestStatus }>({
    history: ({ requestId, from, to }) => [
      { requestId, kind: 'UPDATED', fromStatus: from, toStatus: to },
    ],
  }),

  'request.deleted': on<{ requestId: number; from: RequestStatus }>({
    history: ({ requestId, from }) => [
      { requestId, kind: 'DELETED', fromStatus: from, toStatus: 'SUPPRIME' },
    ],
  }),

  /** The administrator restored a deleted request. `to`: its status before the deletion. */
  'request.restored': on<{ request: AboutRequest; to: RequestStatus }>({
    history: ({ request, to }) => [
      { requestId: request.id, kind: 'RESTORED', fromStatus: 'SUPPRIME', toStatus: to },
    ],
    beneficiary: {
      readers: beneficiaryOf,
      notices: { RESTORED: ({ request }) => ({ requestId: request.id }) },
      mails: {
        requestRestored: ({ request, to }) => ({ ...about(request), page: pageFor(to) }),
      },
    },
  }),

  'request.documentUploaded': on<{ requestId: number; code: string }>({
    history: ({ requestId, code }) => [{ requestId, kind: 'DOCUMENT_UPLOADED', detail: code }],
  }),

  'request.documentRemoved': on<{ requestId: number; code: string }>({
    history: ({ requestId, code }) => [{ requestId, kind: 'DOCUMENT_REMOVED', detail: code }],
  }),

  /** The administrator removed a file. `code` is empty for a file of a message, `steps` are those of its readers. */
  'request.fileRemoved': on<
    AtWork & {
      stepId: number | null;
      code: string;
      name: EachLang;
      reason: string;
      isAwaited: boolean;
      status: RequestStatus;
    }
  >({
    history: ({ request, stepId, code, reason }) => [
      {
        requestId: request.id,
        kind: 'DOCUMENT_ERASED',
        ...(stepId === null ? {} : { stepId }),
        detail: erasedDetail({ code, reason }),
      },
    ],
    beneficiary: {
      readers: beneficiaryOf,
      notices: {
        FILE_REMOVED: ({ request, stepId, code }) => ({
          requestId: request.id,
          ...(stepId === null ? {} : { stepId }),
          params: documentsOf(code),
        }),
      },
      mails: {
        fileRemoved: ({ request, name, reason, isAwaited, status }, _, lang) => ({
          ...about(request),
          file: name[lang],
          reason,
          isAwaited,
          page: pageFor(status),
        }),
      },
    },
    agents: {
      readers: agentsAtWork,
      notices: {
        FILE_REMOVED: (event, agent) => ({
          ...placeAtWork(event, agent),
          params: documentsOf(event.code),
        }),
      },
    },
  }),

  'request.submitted': on<{ request: AboutRequest; from: RequestStatus; at: Date }>({
    history: ({ request, from }) => [submittedLine(request.id, from)],
    beneficiary: {
      readers: beneficiaryOf,
      mails: {
        requestReceived: ({ request, at }) => ({
          ...about(request),
          submittedAt: at.toISOString(),
        }),
      },
    },
  }),

  /** A line of an imported file: created, and submitted when it needs no agreement. */
  'request.imported': on<{
    requestId: number;
    importId: number;
    agreement: Agreement | undefined;
    status: RequestStatus;
    steps: readonly GivenStep[];
  }>({
    history: ({ requestId, importId, agreement, status, steps }) => {
      const draft = 'EN_COURS_DE_CREATION';
      const detail = `import ${String(importId)}`;
      const created: HistoryLine = { requestId, kind: 'CREATED', toStatus: draft, detail };
      if (agreement === 'WAITING')
        return [created, { requestId, kind: 'AGREEMENT', toStatus: 'WAITING' }];
      return [
        created,
        submittedLine(requestId, draft),
        ...steps.map((step) => routedLine(requestId, step)),
        ...(status === 'NOUVEAU' ? [] : [statusLine(requestId, { from: 'NOUVEAU', to: status })]),
      ];
    },
  }),

  /** `label` of the new status; null when another event of the act reports it. */
  'request.statusChanged': on<
    StatusChange & {
      request: AboutRequest;
      observation?: string | null;
      label: EachLang | null;
    }
  >({
    history: ({ request, ...change }) => [statusLine(request.id, change)],
    beneficiary: {
      readers: (event) => (event.label === null ? [] : beneficiaryOf(event)),
      notices: {
        REPHRASE: ({ request, to: status }) =>
          status === 'A_REFOURMULER' ? { requestId: request.id, params: { status } } : null,
        STATUS: ({ request, to: status }) =>
          status === 'A_REFOURMULER' ? null : { requestId: request.id, params: { status } },
      },
      mails: {
        requestHandled: ({ request, to }) => (to === 'DEMANDE_TRAITE' ? about(request) : null),
        statusChanged: ({ request, to, observation = null, label }, _, lang) =>
          to === 'DEMANDE_TRAITE' || label === null
            ? null
            : { ...about(request), status: label[lang], observation, page: pageFor(to) },
      },
    },
  }),

  'request.withdrawn': on<
    AtWork & { from: RequestStatus; percent: number; why: LabelledReason; label: EachLang }
  >({
    history: ({ request, from, percent, why }) => [
      statusLine(request.id, { from, to: 'RETIREE', percent, detail: reasonDetail(why) }),
    ],
    beneficiary: {
      readers: beneficiaryOf,
      mails: {
        // Mail only, for their records: the owner knows already, so there is no notice.
        statusChanged: ({ request, label }, _, lang) => ({
          ...about(request),
          status: label[lang],
          observation: null,
          page: pageFor('RETIREE'),
          isOwn: true,
        }),
      },
    },
    agents: {
      readers: (event) => agentsAtWork(withoutOwners(event)),
      notices: { WITHDRAWN: (event, agent) => placeAtWork(withoutOwners(event), agent) },
      mails: {
        requestWithdrawn: (event, agent, lang) => ({
          ...requestAtWork(withoutOwners(event), agent, lang),
          reason: event.why.label[lang],
          text: event.why.text,
        }),
      },
    },
  }),

  'request.held': on<AtWork & { reason: string | null }>({
    agents: {
      readers: agentsAtWork,
      notices: { HELD: placeAtWork },
      mails: {
        processingHeld: (event, agent, lang) => ({
          ...requestAtWork(event, agent, lang),
          reason: event.reason,
        }),
      },
    },
  }),

  'request.resumed': on<AtWork>({
    agents: {
      readers: agentsAtWork,
      notices: { RESUMED: placeAtWork },
      mails: { processingResumed: requestAtWork },
    },
  }),

  'agreement.given': on<{ requestId: number }>({
    history: ({ requestId }) => [{ requestId, kind: 'AGREEMENT', toStatus: 'GIVEN' }],
  }),

  'agreement.refused': on<{ requestId: number }>({
    history: ({ requestId }) => [{ requestId, kind: 'AGREEMENT', toStatus: 'REFUSED' }],
  }),

  /** The agents can no longer open the request and only see its number. */
  'agreement.withdrawn': on<AtWork>({
    history: ({ request }) => [
      { requestId: request.id, kind: 'AGREEMENT', fromStatus: 'GIVEN', toStatus: 'WITHDRAWN' },
    ],
    agents: {
      readers: ({ agents }) => agents,
      notices: {
        AGREEMENT_WITHDRAWN: ({ request: { numRequest } }) => ({ params: { numRequest } }),
      },
      mails: {
        agreementWithdrawn: ({ request: { numRequest } }, { partner }, lang) => ({
          organisation: nameOf(partner, lang),
          numRequest,
        }),
      },
    },
  }),

  'step.routed': on<StepAndAgents<AboutStep & GivenStep>>({
    history: ({ request, step }) => [routedLine(request.id, step)],
    ...assignmentReport(),
  }),

  'step.turnCame': on<StepAndAgents<AboutStep & { status: 'ASSIGNED' }>>({
    history: ({ request, step }) => [
      {
        requestId: request.id,
        kind: 'STEP_ASSIGNED',
        stepId: step.id,
        fromStatus: 'NOT_STARTED',
        toStatus: 'ASSIGNED',
      },
    ],
    ...assignmentReport(),
  }),

  /** To the administrator: submitted requests with a service without an organisation. */
  'requests.unrouted': on<{ numbers: readonly string[] }>({
    administrator: {
      requestsUnrouted: ({ numbers }) => ({
        count: numbers.length,
        requests: numbers.slice(0, namedInMail),
      }),
    },
  }),

  /** The organisation has no active agent any more, and these requests wait for it. */
  'organisation.unattended': on<{
    organisation: string;
    partnerId: number;
    numbers: readonly string[];
  }>({
    administrator: {
      organisationUnattended: ({ organisation, partnerId, numbers }) => ({
        organisation,
        partnerId,
        count: numbers.length,
        requests: numbers.slice(0, namedInMail),
      }),
    },
  }),
};

/** Requests named in a mail; the rest is only counted. */
const namedInMail = 20;
