import type { Lang, RequestStatus } from '@wasl/contracts';

import type { Act } from '../../events/act.ts';
import { displayName } from '../../platform/database/person-name.ts';
import { langOf } from '../../platform/i18n/lang-of.ts';
import { canBeneficiary } from '../../policies/request-actions.ts';
import { readersOf, type OwnedStep } from '../../policies/step-readers.ts';
import { removeNotices, writeNotices } from '../notices/index.ts';
import { nameOf, type OrganisationName } from '../partners/index.ts';
import { labelOf, type Labelled } from '../reference/index.ts';
import type { StatusLabels } from './labels.repository.ts';
import {
  routingRepository,
  type AgentRow,
  type Recipient,
  type StepRow,
} from './routing.repository.ts';

/** The request that a mail or a notice tells of. */
export interface MailedRequest {
  readonly id: number;
  readonly numRequest: string;
  readonly beneficiary: Recipient & { readonly id: string };
}

/** Where the owner can act on a request in this status, or read it where there is nothing to do. */
function pageFor(status: RequestStatus): 'followUp' | 'edit' | 'request' {
  if (canBeneficiary('follow', status)) return 'followUp';
  return canBeneficiary('edit', status) ? 'edit' : 'request';
}

const toBeneficiary = ({ beneficiary }: MailedRequest) => ({
  to: beneficiary.email,
  lang: langOf(beneficiary.lang),
});
const about = ({ id, numRequest, beneficiary }: MailedRequest) => ({
  name: displayName(beneficiary),
  requestId: id,
  numRequest,
});

function mailStatus(
  act: Act,
  request: MailedRequest,
  status: RequestStatus,
  observation: string | null,
  labels: StatusLabels,
  by: { readonly isOwn?: true } = {},
): void {
  const recipient = toBeneficiary(request);
  const { libelle } = labels.of('STATUS', status, recipient.lang);
  act.mail({
    ...recipient,
    template: 'statusChanged',
    params: { ...about(request), status: libelle, observation, page: pageFor(status), ...by },
  });
}

/** Mails and notices to the owner of a request. */
function mailsToBeneficiary(act: Act) {
  return {
    received(request: MailedRequest, now: Date): void {
      act.mail({
        ...toBeneficiary(request),
        template: 'requestReceived',
        params: { ...about(request), submittedAt: now.toISOString() },
      });
    },

    documentsExpected(
      request: MailedRequest,
      service: Labelled,
      documents: readonly Labelled[],
    ): void {
      if (documents.length === 0) return;
      const recipient = toBeneficiary(request);
      act.mail({
        ...recipient,
        template: 'documentsExpected',
        params: {
          ...about(request),
          service: labelOf(service, recipient.lang),
          documents: documents.map((item) => labelOf(item, recipient.lang)),
        },
      });
    },

    statusChanged(
      request: MailedRequest,
      status: RequestStatus,
      observation: string | null,
      labels: StatusLabels,
    ): void {
      const recipient = toBeneficiary(request);
      writeNotices(act).toPerson(
        request.beneficiary.id,
        status === 'A_REFOURMULER' ? 'REPHRASE' : 'STATUS',
        { requestId: request.id, params: { status } },
      );
      if (status === 'DEMANDE_TRAITE') {
        act.mail({
          ...recipient,
          template: 'requestHandled',
          params: about(request),
        });
        return;
      }
      mailStatus(act, request, status, observation, labels);
    },

    /** A change that the owner made: the mail is for their records, a notice would tell them what they know. */
    ownStatus(request: MailedRequest, status: RequestStatus, labels: StatusLabels): void {
      mailStatus(act, request, status, null, labels, { isOwn: true });
    },

    /**
     * Notifies the person by mail and notice that an organisation gave a step up. Both name the reason and the new
     * organisation, or the other request for a duplicate.
     */
    passedOn(
      request: MailedRequest,
      step: Pick<StepRow, 'id' | 'titleItem' | 'duplicateOf'>,
      from: OrganisationName,
      to: (OrganisationName & { readonly id: number }) | null,
      why: { readonly label: (lang: Lang) => string; readonly text: string | null },
    ): void {
      const recipient = toBeneficiary(request);
      const kind = step.duplicateOf === null ? 'PASSED_ON' : 'DUPLICATE';
      writeNotices(act).toPerson(request.beneficiary.id, kind, {
        requestId: request.id,
        stepId: step.id,
        ...(to === null ? {} : { params: { partnerId: to.id } }),
      });
      act.mail({
        ...recipient,
        template: 'stepPassedOn',
        params: {
          ...about(request),
          service: labelOf(step.titleItem, recipient.lang),
          organisation: nameOf(from, recipient.lang),
          next: to === null ? null : nameOf(to, recipient.lang),
          duplicateOf: step.duplicateOf?.numRequest ?? null,
          reason: why.label(recipient.lang),
          text: why.text,
        },
      });
    },

    /**
     * Tells the person that an organisation took the closing of a step back: a notice, and a mail where one said that the request
     * is handled. What they have not read of the closing is taken away.
     */
    async reopened(
      request: MailedRequest,
      step: Pick<StepRow, 'id' | 'titleItem'>,
      from: OrganisationName,
      { isMailed }: { readonly isMailed: boolean },
    ): Promise<void> {
      const notices = writeNotices(act);
      await removeNotices(act.tx).unread(['PROGRESS'], [step.id]);
      notices.toPerson(request.beneficiary.id, 'REOPENED', {
        requestId: request.id,
        stepId: step.id,
      });
      if (!isMailed) return;
      const recipient = toBeneficiary(request);
      act.mail({
        ...recipient,
        template: 'closingTakenBack',
        params: {
          ...about(request),
          service: labelOf(step.titleItem, recipient.lang),
          organisation: nameOf(from, recipient.lang),
        },
      });
    },
  };
}

/** Mails and notices to the agents of its organisations. */
function mailsToAgents(act: Act) {
  return {
    /**
     * One mail and one notice for each step to its owner, else to each agent of its organisation; a notice to the beneficiary.
     * @param known the agents of those organisations who can sign in, where they were read
     */
    async assigned(
      request: MailedRequest,
      steps: readonly (OwnedStep & Pick<StepRow, 'id' | 'titleItem'>)[],
      known: readonly AgentRow[] | null = null,
    ): Promise<void> {
      if (steps.length === 0) return;
      const partnerIds = steps.map((step) => step.partnerId);
      const agents = known ?? (await routingRepository(act.tx).agentsOf(partnerIds));
      const notices = writeNotices(act);
      for (const step of steps) {
        const subject = { requestId: request.id, stepId: step.id };
        const readers = readersOf(
          agents.filter(({ partner }) => partner.id === step.partnerId),
          step,
        );
        notices.toPerson(request.beneficiary.id, 'ASSIGNED', subject);
        act.notify(readers.map(({ id }) => ({ userId: id, kind: 'NEW_STEP', ...subject })));
        for (const agent of readers) {
          const lang = langOf(agent.lang);
          act.mail({
            to: agent.email,
            lang,
            template: 'stepAssigned',
            params: {
              name: displayName(agent),
              organisation: nameOf(agent.partner, lang),
              numRequest: request.numRequest,
              service: labelOf(step.titleItem, lang),
              requestId: request.id,
              stepId: step.id,
            },
          });
        }
      }
    },

    /** Notifies the organisations at work that the person took the request back, and why: a mail and a notice. */
    async withdrawn(
      request: MailedRequest,
      steps: readonly Pick<StepRow, 'id' | 'partnerId'>[],
      why: { readonly label: (lang: Lang) => string; readonly text: string | null },
    ): Promise<void> {
      // An organisation with several steps of the request is notified once.
      const stepOf = new Map(steps.map((step) => [step.partnerId, step.id]));
      for (const agent of await routingRepository(act.tx).agentsOf([...stepOf.keys()])) {
        const lang = langOf(agent.lang);
        const stepId = stepOf.get(agent.partner.id);
        const subject = { requestId: request.id, ...(stepId === undefined ? {} : { stepId }) };
        writeNotices(act).toPerson(agent.id, 'WITHDRAWN', subject);
        act.mail({
          to: agent.email,
          lang,
          template: 'requestWithdrawn',
          params: {
            name: displayName(agent),
            organisation: nameOf(agent.partner, lang),
            numRequest: request.numRequest,
            ...subject,
            reason: why.label(lang),
            text: why.text,
          },
        });
      }
    },

    /**
     * Notifies the organisations at work that the person took their agreement back: a mail and a notice, which say the
     * number alone, because their agents no longer see the request.
     */
    async agreementWithdrawn(
      { numRequest }: MailedRequest,
      steps: readonly Pick<StepRow, 'partnerId'>[],
    ): Promise<void> {
      const partnerIds = [...new Set(steps.map(({ partnerId }) => partnerId))];
      for (const agent of await routingRepository(act.tx).agentsOf(partnerIds)) {
        writeNotices(act).toPerson(agent.id, 'AGREEMENT_WITHDRAWN', {
          params: { numRequest },
        });
        act.mail({
          to: agent.email,
          lang: langOf(agent.lang),
          template: 'agreementWithdrawn',
          params: {
            name: displayName(agent),
            organisation: nameOf(agent.partner, langOf(agent.lang)),
            numRequest,
          },
        });
      }
    },

    /** Notifies the organisations at work that the processing is suspended, or goes on: a mail and a notice. */
    async suspended(
      request: MailedRequest,
      steps: readonly (OwnedStep & Pick<StepRow, 'id'>)[],
      change: { readonly isHeld: boolean; readonly reason: string | null },
    ): Promise<void> {
      const agents = await routingRepository(act.tx).agentsOf(steps.map((step) => step.partnerId));
      // Each agent is notified once, of the last of their steps.
      const stepOf = new Map(
        steps.flatMap((step) => {
          const ofPartner = agents.filter(({ partner }) => partner.id === step.partnerId);
          return readersOf(ofPartner, step).map((agent) => [agent, step.id] as const);
        }),
      );
      act.notify(
        [...stepOf].map(([{ id }, stepId]) => ({
          userId: id,
          kind: change.isHeld ? 'HELD' : 'RESUMED',
          requestId: request.id,
          stepId,
        })),
      );
      for (const [agent, stepId] of stepOf) {
        const common = {
          name: displayName(agent),
          organisation: nameOf(agent.partner, langOf(agent.lang)),
          numRequest: request.numRequest,
          requestId: request.id,
          stepId,
        };
        const recipient = { to: agent.email, lang: langOf(agent.lang) };
        act.mail(
          change.isHeld
            ? {
                ...recipient,
                template: 'processingHeld',
                params: { ...common, reason: change.reason },
              }
            : {
                ...recipient,
                template: 'processingResumed',
                params: common,
              },
        );
      }
    },
  };
}

/** The mails of a request's life and its notices in the portal, written in the transaction of what they tell of. */
export function requestMails(act: Act) {
  return { ...mailsToBeneficiary(act), ...mailsToAgents(act) };
}
