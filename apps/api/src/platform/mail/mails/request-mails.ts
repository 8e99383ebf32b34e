import { places } from '@wasl/contracts';

import { formatDay } from '../../i18n/formats.ts';
import type { Body, Tools } from '../content.ts';
import { mail, mergedMail } from '../define-mail.ts';
import { writtenOnStep, type WrittenOnStep } from './written-on-step.ts';

const statusPages = {
  followUp: places.followUp,
  edit: places.editRequest,
  request: places.request,
} as const;

export interface FiledNumber {
  requestId: number;
  numRequest: string;
}

/** Maximum number of requests named in the mail about filed requests. */
export const mostFiledNamed = 20;

interface Filed {
  organisation: string;
  partnerId: number;
  count: number;
  requests: readonly FiledNumber[];
}

/** Requests that an organisation filed for a person, by number and each with its receipt. */
export function requestsFiled(
  { organisation, count, requests }: Filed,
  { t, link, ltr }: Tools,
): Body {
  const [first] = requests;
  const listed = requests.map(({ requestId, numRequest }) => ({
    label: ltr(numRequest),
    url: link(places.receipt(requestId)),
  }));
  return {
    subject: t('requestsFiled.subject', { organisation, requests: ltr(String(count)) }),
    paragraphs: [t('requestsFiled.body', { organisation, requests: ltr(String(count)) })],
    list: requests.length < count ? [...listed, '…'] : listed,
    button: {
      label: t('requestsFiled.button'),
      url: link(count === 1 && first ? places.request(first.requestId) : places.requests()),
    },
    note: t('requestsFiled.note'),
  };
}

export const requestMails = {
  /** Receipt of a submitted request. `submittedAt`: ISO instant. */
  requestReceived: mail<{ requestId: number; numRequest: string; submittedAt: string }>({
    priority: 2,
    refusable: 'RECEIPT',
    body: ({ requestId, numRequest, submittedAt }, { t, link, at, ltr }) => ({
      subject: t('requestReceived.subject', { numRequest: ltr(numRequest) }),
      paragraphs: [
        t('requestReceived.body', {
          numRequest: ltr(numRequest),
          submittedAt: ltr(at(submittedAt)),
        }),
      ],
      button: {
        label: t('requestReceived.button'),
        url: link(places.receipt(requestId)),
      },
    }),
  }),

  /** Labels of the expected documents, in the reader's language. */
  documentsExpected: mergedMail<{
    requestId: number;
    numRequest: string;
    service: string;
    documents: string[];
  }>({
    priority: 1,
    rankInAct: 1,
    refusable: 'DOCUMENTS',
    line: ({ requestId, numRequest, service, documents }, { t, lang, ltr }) => ({
      label: t('documentsExpected.line', {
        numRequest: ltr(numRequest),
        service,
        documents: new Intl.ListFormat(lang).format(documents),
      }),
      place: places.followUp(requestId),
    }),
    body: ({ requestId, numRequest, service, documents }, { t, link, ltr }) => ({
      subject: t('documentsExpected.subject', { numRequest: ltr(numRequest) }),
      paragraphs: [t('documentsExpected.body', { numRequest: ltr(numRequest), service })],
      list: documents,
      button: { label: t('documentsExpected.button'), url: link(places.followUp(requestId)) },
    }),
  }),

  /** The label of a document that is no longer expected, in the reader's language. */
  documentNotNeeded: mail<{
    requestId: number;
    numRequest: string;
    service: string;
    document: string;
  }>({
    priority: 1,
    rankInAct: 5,
    refusable: 'DOCUMENTS',
    body: ({ requestId, numRequest, service, document }, { t, link, ltr }) => ({
      subject: t('documentNotNeeded.subject', { numRequest: ltr(numRequest) }),
      paragraphs: [t('documentNotNeeded.body', { numRequest: ltr(numRequest), service, document })],
      button: { label: t('documentNotNeeded.button'), url: link(places.request(requestId)) },
    }),
  }),

  /**
   * `status` is the label in the reader's language; `observation` is null when there is none. `page` is where the
   * reader can act. Mails of earlier releases have no `page` and link to the request.
   */
  statusChanged: mail<{
    requestId: number;
    numRequest: string;
    status: string;
    observation: string | null;
    page?: 'followUp' | 'edit' | 'request';
    /** The reader made the change; the mail is for their records. */
    isOwn?: true;
  }>({
    priority: 1,
    rankInAct: 4,
    refusable: 'STATUS',
    body: ({ requestId, numRequest, status, observation, page }, { t, link, ltr }) => ({
      subject: t('statusChanged.subject', { numRequest: ltr(numRequest), status }),
      paragraphs: [
        t('statusChanged.body', { numRequest: ltr(numRequest), status }),
        ...(observation === null ? [] : [t('statusChanged.observation', { observation })]),
      ],
      button: {
        label: t('statusChanged.button'),
        url: link(statusPages[page ?? 'request'](requestId)),
      },
    }),
  }),

  requestHandled: mail<{ requestId: number; numRequest: string }>({
    priority: 1,
    rankInAct: 3,
    refusable: 'STATUS',
    body: ({ requestId, numRequest }, { t, link, ltr }) => ({
      subject: t('requestHandled.subject', { numRequest: ltr(numRequest) }),
      paragraphs: [t('requestHandled.body', { numRequest: ltr(numRequest) })],
      button: { label: t('requestHandled.button'), url: link(places.followUp(requestId)) },
    }),
  }),

  /**
   * An organisation passed a step on. `next` is the new organisation, null while one is sought. `duplicateOf`: number
   * of the request that does its work. `reason` is in the reader's language, `text` as written.
   */
  stepPassedOn: mail<{
    requestId: number;
    numRequest: string;
    service: string;
    organisation: string;
    next: string | null;
    duplicateOf?: string | null;
    reason: string;
    text: string | null;
  }>({
    priority: 1,
    rankInAct: 2,
    refusable: 'STATUS',
    // `duplicateOf` is absent in mails of earlier versions.
    body: ({ duplicateOf = null, ...params }, { t, link, ltr }) => ({
      subject: t(`stepPassedOn.${duplicateOf === null ? 'subject' : 'duplicateSubject'}`, {
        numRequest: ltr(params.numRequest),
      }),
      paragraphs: [
        t('stepPassedOn.body', {
          numRequest: ltr(params.numRequest),
          service: params.service,
          organisation: params.organisation,
        }),
        t('stepPassedOn.reason', { reason: params.reason }),
        ...(params.text === null ? [] : [t('stepPassedOn.text', { text: params.text })]),
        duplicateOf === null
          ? params.next === null
            ? t('stepPassedOn.searched')
            : t('stepPassedOn.next', { next: params.next })
          : t('stepPassedOn.duplicate', { other: ltr(duplicateOf) }),
      ],
      button: { label: t('stepPassedOn.button'), url: link(places.request(params.requestId)) },
    }),
  }),

  /** An organisation reopened the step whose closing had completed the request. */
  closingTakenBack: mail<{
    requestId: number;
    numRequest: string;
    service: string;
    organisation: string;
  }>({
    priority: 1,
    rankInAct: 2,
    refusable: 'STATUS',
    body: ({ numRequest, service, organisation, requestId }, { t, link, ltr }) => ({
      subject: t('closingTakenBack.subject', { numRequest: ltr(numRequest) }),
      paragraphs: [
        t('closingTakenBack.body', { numRequest: ltr(numRequest), service, organisation }),
        t('closingTakenBack.nothing'),
      ],
      button: { label: t('closingTakenBack.button'), url: link(places.request(requestId)) },
    }),
  }),

  /** An organisation works on a step again that it had passed on. */
  declineTakenBack: mail<{
    requestId: number;
    numRequest: string;
    service: string;
    organisation: string;
  }>({
    priority: 1,
    rankInAct: 2,
    refusable: 'STATUS',
    body: ({ numRequest, service, organisation, requestId }, { t, link, ltr }) => ({
      subject: t('declineTakenBack.subject', { numRequest: ltr(numRequest), organisation }),
      paragraphs: [
        t('declineTakenBack.body', { numRequest: ltr(numRequest), service, organisation }),
      ],
      button: { label: t('declineTakenBack.button'), url: link(places.request(requestId)) },
    }),
  }),

  /** To the beneficiary: the organisation `from` wrote on a step. The mail never contains the message. */
  messageReceived: mergedMail<WrittenOnStep>({
    priority: 1,
    refusable: 'MESSAGE',
    line: ({ numRequest, service, stepId }, { t, ltr }) => ({
      label: t('messageReceived.line', { numRequest: ltr(numRequest), service }),
      place: places.conversation(stepId),
    }),
    body: writtenOnStep,
  }),

  /**
   * To the owner of requests that a known organisation filed. One mail covers a file; it names the first of `count`
   * requests (`requests`). Later files join it while it waits.
   */
  requestsFiled: mergedMail<{
    organisation: string;
    partnerId: number;
    count: number;
    requests: readonly FiledNumber[];
  }>({
    priority: 2,
    refusable: 'RECEIPT',
    line: ({ count, organisation }, { t, ltr }) => ({
      label: t('requestsFiled.line', { organisation, requests: ltr(String(count)) }),
      place: places.requests(),
    }),
    body: requestsFiled,
  }),

  /** Filed requests wait for the person's consent; `requestId` is the first of them. */
  agreementAsked: mail<{ organisation: string; count: number; requestId: number }>({
    priority: 2,
    body: ({ organisation, count, requestId }, { t, link, ltr }) => ({
      subject: t('agreementAsked.subject', { organisation }),
      paragraphs: [
        count === 1
          ? t('agreementAsked.one', { organisation })
          : t('agreementAsked.several', { organisation, requests: ltr(String(count)) }),
        t('agreementAsked.until', { organisation }),
      ],
      button: {
        label: t('agreementAsked.button'),
        url: link(count === 1 ? places.request(requestId) : places.requests()),
      },
      note: t('agreementAsked.note'),
    }),
  }),

  /** A step has not been started; `dueOn` is a day, null while its deadline is paused. */
  notTakenUp: mail<{
    requestId: number;
    numRequest: string;
    service: string;
    organisation: string;
    dueOn: string | null;
  }>({
    priority: 2,
    refusable: 'NOT_TAKEN_UP',
    body: ({ requestId, numRequest, service, organisation, dueOn }, { t, link, ltr }) => ({
      subject: t('notTakenUp.subject', { numRequest: ltr(numRequest) }),
      paragraphs: [
        t('notTakenUp.body', { numRequest: ltr(numRequest), service, organisation }),
        ...(dueOn === null ? [] : [t('notTakenUp.due', { day: ltr(formatDay(dueOn)) })]),
      ],
      due:
        dueOn === null
          ? null
          : {
              day: dueOn,
              event: t('notTakenUp.event', { numRequest: ltr(numRequest), organisation }),
            },
      button: { label: t('notTakenUp.button'), url: link(places.request(requestId)) },
    }),
  }),

  /** Labels of the documents that are still expected. */
  documentAwaited: mail<{
    requestId: number;
    numRequest: string;
    service: string;
    organisation: string;
    documents: string[];
  }>({
    priority: 2,
    refusable: 'DOCUMENT_AWAITED',
    body: ({ requestId, numRequest, service, organisation, documents }, { t, link, ltr }) => ({
      subject: t('documentAwaited.subject', { numRequest: ltr(numRequest) }),
      paragraphs: [
        t('documentAwaited.body', { numRequest: ltr(numRequest), service, organisation }),
      ],
      list: documents,
      button: { label: t('documentAwaited.button'), url: link(places.followUp(requestId)) },
      note: t('documentAwaited.note'),
    }),
  }),

  /** A draft without changes for days. */
  draftForgotten: mail<{ requestId: number; numRequest: string }>({
    priority: 2,
    refusable: 'DRAFT',
    body: ({ requestId, numRequest }, { t, link, ltr }) => ({
      subject: t('draftForgotten.subject', { numRequest: ltr(numRequest) }),
      paragraphs: [t('draftForgotten.body', { numRequest: ltr(numRequest) })],
      button: { label: t('draftForgotten.button'), url: link(places.request(requestId)) },
      note: t('draftForgotten.note'),
    }),
  }),

  /**
   * A virus was found in the reader's file. `numRequest` is null for an identity paper; `place` is where the reader replaces it.
   */
  fileInfected: mail<{ file: string; numRequest: string | null; place: string }>({
    priority: 1,
    body: ({ file, numRequest, place }, { t, link, ltr }) => ({
      subject: t('fileInfected.subject'),
      paragraphs: [
        numRequest === null
          ? t('fileInfected.body', { file })
          : t('fileInfected.ofRequest', { file, numRequest: ltr(numRequest) }),
        t('fileInfected.advice'),
      ],
      button: { label: t('fileInfected.button'), url: link(place) },
    }),
  }),

  /** The administrator restored a deleted request. */
  requestRestored: mail<{ requestId: number; numRequest: string; page: keyof typeof statusPages }>({
    priority: 1,
    body: ({ requestId, numRequest, page }, { t, link, ltr }) => ({
      subject: t('requestRestored.subject', { numRequest: ltr(numRequest) }),
      paragraphs: [t('requestRestored.body', { numRequest: ltr(numRequest) })],
      button: { label: t('requestRestored.button'), url: link(statusPages[page](requestId)) },
    }),
  }),

  /** The administrator removed a file. `isAwaited`: its step expects the document again. */
  fileRemoved: mail<{
    requestId: number;
    numRequest: string;
    file: string;
    reason: string;
    isAwaited: boolean;
    page: keyof typeof statusPages;
  }>({
    priority: 1,
    body: ({ requestId, numRequest, file, reason, isAwaited, page }, { t, link, ltr }) => ({
      subject: t('fileRemoved.subject', { numRequest: ltr(numRequest) }),
      paragraphs: [
        t('fileRemoved.body', { file, numRequest: ltr(numRequest) }),
        t('fileRemoved.reason', { reason }),
        ...(isAwaited ? [t('fileRemoved.awaited')] : []),
      ],
      button: { label: t('fileRemoved.button'), url: link(statusPages[page](requestId)) },
    }),
  }),
};
