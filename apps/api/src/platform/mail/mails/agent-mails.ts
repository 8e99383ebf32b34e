import { places } from '@wasl/contracts';

import { formatDay } from '../../i18n/formats.ts';
import { stepPlace, type MailItem, type Tools } from '../content.ts';
import { mail, mergedMail } from '../define-mail.ts';
import { writtenOnStep, type WrittenOnStep } from './written-on-step.ts';

/**
 * The page of the step in a mail to an agent. Imports know no step, and mails of earlier releases no request: they link
 * to the row of the request's number.
 */
interface StepPlace {
  requestId?: number;
  stepId?: number;
}

const sentences = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null).join(' ');

interface Digest {
  readonly since: string;
  readonly fresh: number;
  readonly half: number;
  readonly late: number;
  readonly waiting: number;
}

/** The non-zero figures of a digest as text, each linked to its rows. */
function digestLines(
  { fresh, half, late, waiting, since }: Digest,
  { t, link }: Tools,
): MailItem[] {
  const lines = [
    ['late', late, places.worklistPart('late')],
    ['waiting', waiting, places.worklistPart('unanswered')],
    ['half', half, places.worklistPart('half')],
    ['fresh', fresh, places.worklistPart({ since })],
  ] as const;
  return lines.flatMap(([key, count, place]) =>
    count === 0 ? [] : [{ label: t(`agentDigest.${key}`, {}, count), url: link(place) }],
  );
}

export const agentMails = {
  stepAssigned: mergedMail<
    StepPlace & {
      organisation: string;
      numRequest: string;
      service: string;
    }
  >({
    priority: 2,
    refusable: 'ASSIGNED',
    line: ({ numRequest, service, ...step }, { t }) => ({
      label: t('stepAssigned.line', { service }),
      place: stepPlace({ numRequest, ...step }),
    }),
    body: ({ organisation, numRequest, service, ...step }, { t, link, ltr }) => ({
      subject: t('stepAssigned.subject', { numRequest: ltr(numRequest) }),
      paragraphs: [t('stepAssigned.body', { organisation, numRequest: ltr(numRequest), service })],
      button: {
        label: t('stepAssigned.button'),
        url: link(stepPlace({ numRequest, ...step })),
      },
    }),
  }),

  /** To the agents of an organisation that received several steps from an import. */
  stepsAssigned: mail<{ organisation: string; count: number }>({
    // One mail covers many requests already, and the morning digest counts them.
    priority: 2,
    refusable: 'ASSIGNED',
    body: ({ organisation, count }, { t, link, ltr }) => ({
      subject: t('stepsAssigned.subject', { steps: ltr(String(count)) }),
      paragraphs: [t('stepsAssigned.body', { organisation, steps: ltr(String(count)) })],
      button: { label: t('stepsAssigned.button'), url: link(places.requests()) },
    }),
  }),

  /** To the agents at work on a request that the administrator put on hold; `reason` is null when none was given. */
  processingHeld: mergedMail<
    StepPlace & {
      organisation: string;
      numRequest: string;
      reason: string | null;
    }
  >({
    priority: 1,
    line: ({ numRequest, reason, ...step }, { t }) => ({
      label: sentences(
        t('processingHeld.line'),
        reason === null ? null : t('processingHeld.reason', { reason }),
      ),
      place: stepPlace({ numRequest, ...step }),
    }),
    body: ({ organisation, numRequest, reason, ...step }, { t, link, ltr }) => ({
      subject: t('processingHeld.subject', { numRequest: ltr(numRequest) }),
      paragraphs: [
        t('processingHeld.body', { organisation, numRequest: ltr(numRequest) }),
        ...(reason === null ? [] : [t('processingHeld.reason', { reason })]),
      ],
      button: {
        label: t('processingHeld.button'),
        url: link(stepPlace({ numRequest, ...step })),
      },
      note: t('processingHeld.note'),
    }),
  }),

  processingResumed: mergedMail<StepPlace & { organisation: string; numRequest: string }>({
    priority: 1,
    line: ({ numRequest, ...step }, { t }) => ({
      label: t('processingResumed.line'),
      place: stepPlace({ numRequest, ...step }),
    }),
    body: ({ organisation, numRequest, ...step }, { t, link, ltr }) => ({
      subject: t('processingResumed.subject', { numRequest: ltr(numRequest) }),
      paragraphs: [t('processingResumed.body', { organisation, numRequest: ltr(numRequest) })],
      button: {
        label: t('processingResumed.button'),
        url: link(stepPlace({ numRequest, ...step })),
      },
    }),
  }),

  /** To the agents at work on a request whose beneficiary withdrew their consent. */
  agreementWithdrawn: mergedMail<{ organisation: string; numRequest: string }>({
    priority: 1,
    line: (_, { t }) => ({
      label: t('agreementWithdrawn.line'),
      place: places.requests(),
    }),
    body: ({ organisation, numRequest }, { t, link, ltr }) => ({
      subject: t('agreementWithdrawn.subject', { numRequest: ltr(numRequest) }),
      paragraphs: [t('agreementWithdrawn.body', { organisation, numRequest: ltr(numRequest) })],
      // These agents can no longer open the request itself.
      button: { label: t('agreementWithdrawn.button'), url: link(places.requests()) },
    }),
  }),

  /**
   * To the agents at work on a request that its beneficiary withdrew. `reason` is in the reader's language, `text` as written.
   */
  requestWithdrawn: mergedMail<
    StepPlace & {
      organisation: string;
      numRequest: string;
      reason: string;
      text: string | null;
    }
  >({
    priority: 1,
    line: ({ numRequest, reason, text, ...step }, { t }) => ({
      label: sentences(
        t('requestWithdrawn.line'),
        t('requestWithdrawn.reason', { reason }),
        text === null ? null : t('requestWithdrawn.text', { text }),
      ),
      place: stepPlace({ numRequest, ...step }),
    }),
    body: ({ organisation, numRequest, reason, text, ...step }, { t, link, ltr }) => ({
      subject: t('requestWithdrawn.subject', { numRequest: ltr(numRequest) }),
      paragraphs: [
        t('requestWithdrawn.body', { organisation, numRequest: ltr(numRequest) }),
        t('requestWithdrawn.reason', { reason }),
        ...(text === null ? [] : [t('requestWithdrawn.text', { text })]),
      ],
      button: {
        label: t('requestWithdrawn.button'),
        url: link(stepPlace({ numRequest, ...step })),
      },
    }),
  }),

  /** To the agents: the beneficiary `from` wrote on a step. The mail never contains the message. */
  beneficiaryWrote: mergedMail<WrittenOnStep>({
    priority: 1,
    refusable: 'MESSAGE',
    line: ({ from, service, stepId }, { t }) => ({
      label: t('beneficiaryWrote.line', { from, service }),
      place: places.conversation(stepId),
    }),
    body: writtenOnStep,
  }),

  /** A colleague mentioned the reader in an internal note on a step. The mail never contains the note. */
  noteMention: mergedMail<{
    colleague: string;
    numRequest: string;
    service: string;
    requestId: number;
    stepId: number;
  }>({
    priority: 1,
    refusable: 'MESSAGE',
    line: ({ colleague, service, requestId, stepId }, { t }) => ({
      label: t('noteMention.line', { colleague, service }),
      place: places.stepFile(requestId, stepId, 'notes'),
    }),
    body: ({ colleague, numRequest, service, requestId, stepId }, { t, link, ltr }) => ({
      subject: t('noteMention.subject', { numRequest: ltr(numRequest) }),
      paragraphs: [t('noteMention.body', { colleague, numRequest: ltr(numRequest), service })],
      button: {
        label: t('noteMention.button'),
        url: link(places.stepFile(requestId, stepId, 'notes')),
      },
      note: t('noteMention.note'),
    }),
  }),

  /**
   * The agent's morning digest: open steps, their own and unassigned ones; at least one figure is not 0. `since` is a day.
   */
  agentDigest: mail<{
    organisation: string;
    since: string;
    fresh: number;
    half: number;
    late: number;
    waiting: number;
  }>({
    priority: 2,
    refusable: 'DIGEST',
    body: (params, tools) => ({
      subject: tools.t('agentDigest.subject', { organisation: params.organisation }),
      paragraphs: [tools.t('agentDigest.body', { organisation: params.organisation })],
      list: digestLines(params, tools),
      button: { label: tools.t('agentDigest.button'), url: tools.link(places.requests()) },
    }),
  }),

  /**
   * To the responsables: keys and addresses (`items`) end on this day, `YYYY-MM-DD`, unless a responsable confirms them.
   */
  makerLeft: mail<{ organisation: string; endsOn: string; items: string[] }>({
    priority: 1,
    body: ({ organisation, endsOn, items }, { t, link, ltr }) => ({
      subject: t('makerLeft.subject', { organisation }),
      paragraphs: [
        t('makerLeft.body', { organisation }),
        t('makerLeft.end', { day: ltr(formatDay(endsOn)) }),
      ],
      list: items,
      due: { day: endsOn, event: t('makerLeft.event', { organisation }) },
      button: { label: t('makerLeft.button'), url: link(places.otherSystems()) },
    }),
  }),
};
