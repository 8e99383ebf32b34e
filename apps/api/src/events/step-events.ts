import type { StepStatus } from '@wasl/contracts';

import { labelOf, nameOf, type Labelled, type OrganisationName } from '../platform/i18n/in-lang.ts';
import { displayName } from '../platform/database/person-name.ts';
import type { OwnedStep } from '../policies/step-readers.ts';
import { reasonDetail } from '../rules/reasons.ts';
import { system } from './author.ts';
import type { HistoryLine } from './history.repository.ts';
import { on, type AboutRequest, type Agent, type Person } from './reaction.ts';
import {
  about,
  agentsOfStep,
  beneficiaryOf,
  type AboutStep,
  type LabelledReason,
} from './request-events.ts';

interface StepChange {
  readonly requestId: number;
  readonly stepId: number;
  readonly from: StepStatus;
  readonly to: StepStatus;
  readonly percent?: number;
  readonly detail?: string;
}

const statusLine = ({ requestId, stepId, from, to, percent, detail }: StepChange): HistoryLine => ({
  requestId,
  kind: 'STEP_STATUS',
  stepId,
  fromStatus: from,
  toStatus: to,
  ...(percent === undefined ? {} : { percent }),
  ...(detail === undefined ? {} : { detail }),
});

const codesOf = (documents: readonly Pick<Labelled, 'code'>[]) => documents.map(({ code }) => code);
const placeOf = ({
  request,
  step,
}: {
  readonly request: Pick<AboutRequest, 'id'>;
  readonly step: { readonly id: number };
}) => ({ requestId: request.id, stepId: step.id });

/** The latest state replaces unread notices of its kind on the step. */
const latest = { isReplacing: true, isCounted: false } as const;
/** Several unread notices of its kind on the step become one with a count. */
const oneMore = { isReplacing: true, isCounted: true } as const;

const passedOn = (
  event: Parameters<typeof placeOf>[0] & { readonly to: { readonly id: number } | null },
) => ({
  ...placeOf(event),
  ...(event.to === null ? {} : { params: { partnerId: event.to.id } }),
});

export const stepEvents = {
  /** Only history: another event of the act reports it, or the person caused it. */
  'step.statusChanged': on<StepChange>({ history: (event) => [statusLine(event)] }),

  'step.progressed': on<StepChange & { request: AboutRequest; percent: number }>({
    history: (event) => [statusLine(event)],
    beneficiary: {
      readers: beneficiaryOf,
      notices: {
        PROGRESS: ({ requestId, stepId, to: status, percent }) => ({
          requestId,
          stepId,
          params: { status, percent },
          ...latest,
        }),
      },
    },
  }),

  'step.documentsAsked': on<{
    request: AboutRequest;
    step: AboutStep;
    documents: readonly Labelled[];
  }>({
    history: ({ request, step, documents }) =>
      codesOf(documents).map((detail) => ({
        requestId: request.id,
        kind: 'DOCUMENT_REQUESTED',
        stepId: step.id,
        detail,
      })),
    beneficiary: {
      readers: beneficiaryOf,
      notices: {
        DOCUMENTS_ASKED: (event) => ({
          ...placeOf(event),
          params: { documents: codesOf(event.documents), partnerId: event.step.partnerId },
        }),
      },
      mails: {
        documentsExpected: ({ request, step, documents }, _, lang) => ({
          ...about(request),
          service: labelOf(step.titleItem, lang),
          documents: documents.map((document) => labelOf(document, lang)),
        }),
      },
    },
  }),

  /** The organisation took back the request for a document. */
  'step.documentWithdrawn': on<{ request: AboutRequest; step: AboutStep; document: Labelled }>({
    history: ({ request, step, document }) => [
      {
        requestId: request.id,
        kind: 'DOCUMENT_WITHDRAWN',
        stepId: step.id,
        detail: document.code,
      },
    ],
    beneficiary: {
      readers: beneficiaryOf,
      notices: {
        DOCUMENT_NOT_NEEDED: (event) => ({
          ...placeOf(event),
          params: { documents: [event.document.code] },
        }),
      },
      mails: {
        documentNotNeeded: ({ request, step, document }, _, lang) => ({
          ...about(request),
          service: labelOf(step.titleItem, lang),
          document: labelOf(document, lang),
        }),
      },
    },
  }),

  /** An agent reminded the person of awaited documents. */
  'step.personReminded': on<{
    request: AboutRequest;
    step: AboutStep & { readonly partner: OrganisationName };
    documents: readonly Labelled[];
  }>({
    history: ({ request, step }) => [{ requestId: request.id, kind: 'REMINDED', stepId: step.id }],
    beneficiary: {
      readers: beneficiaryOf,
      notices: {
        DOCUMENTS_ASKED: (event) => ({
          ...placeOf(event),
          params: { documents: codesOf(event.documents), partnerId: event.step.partnerId },
          ...latest,
        }),
      },
      mails: {
        documentAwaited: ({ request, step, documents }, _, lang) => ({
          ...about(request),
          service: labelOf(step.titleItem, lang),
          organisation: nameOf(step.partner, lang),
          documents: documents.map((document) => labelOf(document, lang)),
        }),
      },
    },
  }),

  'step.documentsReceived': on<{
    request: Pick<AboutRequest, 'id'>;
    step: OwnedStep & { readonly id: number };
    codes: readonly string[];
    agents: readonly Agent[];
  }>({
    history: ({ request, step, codes }) =>
      codes.map((detail) => ({
        requestId: request.id,
        kind: 'DOCUMENT_UPLOADED',
        stepId: step.id,
        detail,
      })),
    agents: {
      readers: agentsOfStep,
      notices: {
        DOCUMENTS_RECEIVED: (event) => ({
          ...placeOf(event),
          params: { documents: event.codes },
        }),
      },
    },
  }),

  'step.ownerChanged': on<{
    requestId: number;
    stepId: number;
    from: string | null;
    to: string | null;
  }>({
    history: ({ requestId, stepId, from: fromOwnerId, to: toOwnerId }) => [
      { requestId, stepId, kind: 'OWNER', fromOwnerId, toOwnerId },
    ],
  }),

  /** An agent took the file out of the lists of work until this day. Only colleagues read the reason, on the file. */
  'step.snoozed': on<{ requestId: number; stepId: number; until: string }>({
    history: ({ requestId, stepId, until: detail }) => [
      { requestId, stepId, kind: 'SNOOZED', detail },
    ],
  }),

  'step.woken': on<{ requestId: number; stepId: number }>({
    history: ({ requestId, stepId }) => [{ requestId, stepId, kind: 'WOKEN' }],
  }),

  /** The organisation assigns by load. */
  'step.givenByLoad': on<{ requestId: number; stepId: number; to: string }>({
    history: ({ requestId, stepId, to: toOwnerId }) => [
      {
        requestId,
        stepId,
        kind: 'OWNER',
        fromOwnerId: null,
        toOwnerId,
        actorId: system.userId,
        actorRole: system.role,
      },
    ],
  }),

  'step.handedOver': on<{
    requestId: number;
    stepId: number;
    toId: string;
    byId: string;
    reason?: string;
  }>({
    newOwner: {
      readers: ({ toId: id }) => [{ id }],
      notices: {
        HANDED_OVER: ({ requestId, stepId, byId: aboutId, reason }) => ({
          requestId,
          stepId,
          aboutId,
          ...(reason === undefined ? {} : { params: { reason } }),
        }),
      },
    },
  }),

  /** `from` declined the step; `to` has it now, null while another organisation is searched. */
  'step.declined': on<{
    request: AboutRequest;
    step: AboutStep & {
      readonly status: StepStatus;
      readonly percent: number;
      readonly duplicateOf: { readonly numRequest: string } | null;
    };
    from: OrganisationName;
    to: (OrganisationName & { readonly id: number }) | null;
    why: LabelledReason;
  }>({
    history: ({ request, step, why }) => [
      statusLine({
        requestId: request.id,
        stepId: step.id,
        from: step.status,
        to: 'DECLINED',
        percent: step.percent,
        detail: reasonDetail(why),
      }),
    ],
    beneficiary: {
      readers: beneficiaryOf,
      notices: {
        PASSED_ON: (event) => (event.step.duplicateOf === null ? passedOn(event) : null),
        DUPLICATE: (event) => (event.step.duplicateOf === null ? null : passedOn(event)),
      },
      mails: {
        stepPassedOn: ({ request, step, from, to, why }, _, lang) => ({
          ...about(request),
          service: labelOf(step.titleItem, lang),
          organisation: nameOf(from, lang),
          next: to === null ? null : nameOf(to, lang),
          duplicateOf: step.duplicateOf?.numRequest ?? null,
          reason: why.label[lang],
          text: why.text,
        }),
      },
    },
  }),

  /** An organisation undid its declining: it works on the step again. */
  'step.takenAgain': on<{
    request: AboutRequest;
    step: AboutStep;
    organisation: OrganisationName;
    to: StepStatus;
    percent: number;
  }>({
    history: ({ request, step, to, percent }) => [
      statusLine({ requestId: request.id, stepId: step.id, from: 'DECLINED', to, percent }),
    ],
    beneficiary: {
      readers: beneficiaryOf,
      notices: { TAKEN_AGAIN: placeOf },
      mails: {
        declineTakenBack: ({ request, step, organisation }, _, lang) => ({
          ...about(request),
          service: labelOf(step.titleItem, lang),
          organisation: nameOf(organisation, lang),
        }),
      },
    },
  }),

  /** An organisation undid the closing; `isMailed` when a mail had announced the end of the request. */
  'step.reopened': on<{
    request: AboutRequest;
    step: AboutStep;
    organisation: OrganisationName;
    to: StepStatus;
    percent: number;
    isMailed: boolean;
  }>({
    history: ({ request, step, to, percent }) => [
      statusLine({ requestId: request.id, stepId: step.id, from: 'PROCESSED', to, percent }),
    ],
    beneficiary: {
      readers: beneficiaryOf,
      notices: { REOPENED: placeOf },
      mails: {
        closingTakenBack: ({ request, step, organisation, isMailed }, _, lang) =>
          isMailed
            ? {
                ...about(request),
                service: labelOf(step.titleItem, lang),
                organisation: nameOf(organisation, lang),
              }
            : null,
      },
    },
  }),

  'step.turnTakenBack': on<{
    request: Pick<AboutRequest, 'id'>;
    step: OwnedStep & { readonly id: number };
    agents: readonly Agent[];
  }>({
    history: ({ request, step }) => [
      statusLine({
        requestId: request.id,
        stepId: step.id,
        from: 'ASSIGNED',
        to: 'NOT_STARTED',
        percent: 0,
      }),
    ],
    agents: { readers: agentsOfStep, notices: { TURN_TAKEN_BACK: placeOf } },
  }),

  'step.rated': on<{
    request: Pick<AboutRequest, 'id'>;
    step: OwnedStep & { readonly id: number };
    stars: number;
    agents: readonly Agent[];
  }>({
    history: ({ request, step, stars }) => [
      { requestId: request.id, kind: 'RATED', stepId: step.id, detail: String(stars) },
    ],
    agents: {
      readers: agentsOfStep,
      notices: {
        RATED: (event) => ({
          ...placeOf(event),
          params: { count: event.stars },
          ...latest,
        }),
      },
    },
  }),

  /** `token` opens the form of a first password. */
  'person.invitedAgain': on<{
    requestId: number;
    stepId: number;
    person: Person;
    organisation: OrganisationName;
    token: string;
  }>({
    history: ({ requestId, stepId }) => [{ requestId, stepId, kind: 'INVITED' }],
    beneficiary: {
      readers: ({ person }) => [person],
      mails: {
        invitationAgain: ({ organisation, token }, _, lang) => ({
          organisation: nameOf(organisation, lang),
          token,
        }),
      },
    },
  }),

  'message.sent': on<{
    request: AboutRequest;
    step: AboutStep & { readonly partner: OrganisationName };
    /** The reader: the beneficiary, or the step's agents. */
    reader: 'beneficiary' | 'agents';
    agents: readonly Agent[];
    /** False while an earlier message is unread. */
    isMailed: boolean;
  }>({
    beneficiary: {
      readers: (event) => (event.reader === 'beneficiary' ? beneficiaryOf(event) : []),
      notices: {
        MESSAGE: (event) => ({
          ...placeOf(event),
          params: { partnerId: event.step.partnerId },
          ...oneMore,
        }),
      },
      mails: {
        messageReceived: ({ request, step, isMailed }, _, lang) =>
          isMailed
            ? {
                from: nameOf(step.partner, lang),
                numRequest: request.numRequest,
                service: labelOf(step.titleItem, lang),
                stepId: step.id,
              }
            : null,
      },
    },
    agents: {
      readers: (event) => (event.reader === 'agents' ? agentsOfStep(event) : []),
      notices: { MESSAGE: (event) => ({ ...placeOf(event), ...oneMore }) },
      mails: {
        beneficiaryWrote: ({ request, step, isMailed }, _, lang) =>
          isMailed
            ? {
                from: displayName(request.beneficiary),
                numRequest: request.numRequest,
                service: labelOf(step.titleItem, lang),
                stepId: step.id,
              }
            : null,
      },
    },
  }),

  /** An internal note of the step mentions colleagues; `unread` are those with an unread earlier mention. */
  'colleagues.mentioned': on<{
    request: Pick<AboutRequest, 'id' | 'numRequest'>;
    step: AboutStep;
    author: Person;
    named: readonly Person[];
    unread: ReadonlySet<string>;
  }>({
    colleague: {
      readers: ({ named }) => named,
      notices: {
        MENTIONED: (event) => ({
          ...placeOf(event),
          aboutId: event.author.id,
          ...latest,
        }),
      },
      mails: {
        noteMention: ({ request, step, author, unread }, { id }, lang) =>
          unread.has(id)
            ? null
            : {
                colleague: displayName(author),
                numRequest: request.numRequest,
                service: labelOf(step.titleItem, lang),
                ...placeOf({ request, step }),
              },
      },
    },
  }),
};
