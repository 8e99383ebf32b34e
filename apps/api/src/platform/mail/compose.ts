import { places, type Lang } from '@wasl/contracts';

import { formatDay } from '../i18n/formats.ts';
import {
  formatDateTime,
  stepPlace,
  type Body,
  type MailContent,
  type MailItem,
  type Tools,
  unsubscribePath,
} from './content.ts';
import { refusableKinds } from './refusable.ts';
import { requestEvents, requestsFiled } from './request-events.ts';
import { mailCatalogue } from './words/index.ts';
import type { MailTemplate, MailTemplates } from './templates.ts';

// Direction marks would let a name reorder the sentence around it.
const bidiControls = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

/** A place of the client as a link that is read in the mail's language. */
function withLanguage(publicUrl: string, place: string, lang: Lang): string {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(place) ?? [];
  return `${publicUrl}${path}${query === '' ? '?' : `${query}&`}lang=${lang}${fragment}`;
}

const statusPages = {
  followUp: places.followUp,
  edit: places.editRequest,
  request: places.request,
} as const;

const unroutedCommand = 'npm run admin -- requests unrouted';

/** What is named of a list, with dots where there is more. */
function named(items: readonly string[], count: number): string[] {
  return items.length < count ? [...items, '…'] : [...items];
}

/** The figures of a digest that are not 0, in words, each with its rows. */
function digestLines(
  { fresh, half, late, waiting, since }: MailTemplates['agentDigest'],
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

const writtenOnStep = (
  { from, numRequest, service, stepId }: MailTemplates['messageReceived'],
  { t, link, ltr }: Tools,
): Body => ({
  subject: t('messageReceived.subject', { numRequest: ltr(numRequest) }),
  paragraphs: [t('messageReceived.body', { from, numRequest: ltr(numRequest), service })],
  button: { label: t('messageReceived.button'), url: link(places.conversation(stepId)) },
  note: t('messageReceived.note'),
});

const bodies: { [T in MailTemplate]: (params: MailTemplates[T], tools: Tools) => Body } = {
  confirmAddress: ({ token }, { t, link }) => ({
    subject: t('confirmAddress.subject'),
    paragraphs: [t('confirmAddress.body')],
    button: { label: t('confirmAddress.button'), url: link(places.confirmEmail(token)) },
    note: t('confirmAddress.note'),
  }),
  resetPassword: ({ token }, { t, link }) => ({
    subject: t('resetPassword.subject'),
    paragraphs: [t('resetPassword.body')],
    button: { label: t('resetPassword.button'), url: link(places.newPassword(token)) },
    note: t('resetPassword.note'),
  }),
  passwordChanged: ({ at: instant }, { t, link, at, ltr }) => ({
    subject: t('passwordChanged.subject'),
    paragraphs: [
      t('passwordChanged.body', { at: ltr(at(instant)) }),
      t('passwordChanged.sessions'),
    ],
    button: { label: t('passwordChanged.button'), url: link(places.forgotPassword()) },
    note: t('passwordChanged.note'),
  }),
  newDevice: ({ at: instant, browser }, { t, link, at, ltr }) => ({
    subject: t('newDevice.subject'),
    paragraphs: [
      t('newDevice.body', { at: ltr(at(instant)) }),
      ...(browser === null ? [] : [t('newDevice.browser', { browser: ltr(browser) })]),
    ],
    button: { label: t('newDevice.button'), url: link(places.ownSessions()) },
    note: t('newDevice.note'),
  }),
  secondFactorCode: ({ token }, { t, ltr }) => ({
    subject: t('secondFactorCode.subject'),
    paragraphs: [t('secondFactorCode.body'), ltr(token)],
    button: null,
    note: t('secondFactorCode.note'),
  }),
  secondFactorChanged: ({ at: instant, change }, { t, link, at, ltr }) => ({
    subject: t('secondFactorChanged.subject'),
    paragraphs: [t(`secondFactorChanged.${change}`, { at: ltr(at(instant)) })],
    button: { label: t('secondFactorChanged.button'), url: link(places.secondFactor()) },
    note: t('secondFactorChanged.note'),
  }),
  agentAwaitingApproval: ({ agentName, agentEmail, organisation, token }, { t, link, ltr }) => ({
    subject: t('agentAwaitingApproval.subject'),
    paragraphs: [
      t('agentAwaitingApproval.body', { agentName, agentEmail: ltr(agentEmail), organisation }),
    ],
    button: { label: t('agentAwaitingApproval.button'), url: link(places.approveAgent(token)) },
    note: t('agentAwaitingApproval.note'),
  }),
  agentApproved: ({ organisation }, { t, link }) => ({
    subject: t('agentApproved.subject'),
    paragraphs: [t('agentApproved.body', { organisation })],
    button: { label: t('agentApproved.button'), url: link(places.landing()) },
  }),
  agentRefused: ({ organisation }, { t, link }) => ({
    subject: t('agentRefused.subject'),
    paragraphs: [t('agentRefused.body', { organisation })],
    button: { label: t('agentRefused.button'), url: link(places.landing()) },
    note: t('agentRefused.note'),
  }),
  agentRemoved: ({ organisation }, { t, link }) => ({
    subject: t('agentRemoved.subject'),
    paragraphs: [t('agentRemoved.body', { organisation })],
    button: { label: t('agentRemoved.button'), url: link(places.landing()) },
    note: t('agentRemoved.note'),
  }),
  organisationRefused: ({ organisation, reason }, { t, link }) => ({
    subject: t('organisationRefused.subject'),
    paragraphs: [
      t('organisationRefused.body', { organisation }),
      t('organisationRefused.reason', { reason }),
    ],
    button: { label: t('organisationRefused.button'), url: link(places.landing()) },
    note: t('organisationRefused.note'),
  }),
  organisationExpired: ({ organisation }, { t, link }) => ({
    subject: t('organisationExpired.subject'),
    paragraphs: [t('organisationExpired.body', { organisation }), t('organisationExpired.again')],
    button: { label: t('organisationExpired.button'), url: link(places.landing()) },
  }),
  requestReceived: ({ requestId, numRequest, submittedAt }, { t, link, at, ltr }) => ({
    subject: t('requestReceived.subject', { numRequest: ltr(numRequest) }),
    paragraphs: [
      t('requestReceived.body', { numRequest: ltr(numRequest), submittedAt: ltr(at(submittedAt)) }),
    ],
    button: {
      label: t('requestReceived.button'),
      url: link(places.receipt(requestId)),
    },
  }),
  stepAssigned: ({ organisation, numRequest, service, ...step }, { t, link, ltr }) => ({
    subject: t('stepAssigned.subject', { numRequest: ltr(numRequest) }),
    paragraphs: [t('stepAssigned.body', { organisation, numRequest: ltr(numRequest), service })],
    button: {
      label: t('stepAssigned.button'),
      url: link(stepPlace({ numRequest, ...step })),
    },
  }),
  stepsAssigned: ({ organisation, count }, { t, link, ltr }) => ({
    subject: t('stepsAssigned.subject', { steps: ltr(String(count)) }),
    paragraphs: [t('stepsAssigned.body', { organisation, steps: ltr(String(count)) })],
    button: { label: t('stepsAssigned.button'), url: link(places.requests()) },
  }),
  documentsExpected: ({ requestId, numRequest, service, documents }, { t, link, ltr }) => ({
    subject: t('documentsExpected.subject', { numRequest: ltr(numRequest) }),
    paragraphs: [t('documentsExpected.body', { numRequest: ltr(numRequest), service })],
    list: documents,
    button: { label: t('documentsExpected.button'), url: link(places.followUp(requestId)) },
  }),
  statusChanged: ({ requestId, numRequest, status, observation, page }, { t, link, ltr }) => ({
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
  processingHeld: ({ organisation, numRequest, reason, ...step }, { t, link, ltr }) => ({
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
  processingResumed: ({ organisation, numRequest, ...step }, { t, link, ltr }) => ({
    subject: t('processingResumed.subject', { numRequest: ltr(numRequest) }),
    paragraphs: [t('processingResumed.body', { organisation, numRequest: ltr(numRequest) })],
    button: {
      label: t('processingResumed.button'),
      url: link(stepPlace({ numRequest, ...step })),
    },
  }),
  agreementWithdrawn: ({ organisation, numRequest }, { t, link, ltr }) => ({
    subject: t('agreementWithdrawn.subject', { numRequest: ltr(numRequest) }),
    paragraphs: [t('agreementWithdrawn.body', { organisation, numRequest: ltr(numRequest) })],
    // The request itself is no longer theirs to open.
    button: { label: t('agreementWithdrawn.button'), url: link(places.requests()) },
  }),
  requestWithdrawn: ({ organisation, numRequest, reason, text, ...step }, { t, link, ltr }) => ({
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
  // `duplicateOf` is absent in mails of earlier versions.
  stepPassedOn: ({ duplicateOf = null, ...params }, { t, link, ltr }) => ({
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
  fileInfected: ({ file, numRequest, place }, { t, link, ltr }) => ({
    subject: t('fileInfected.subject'),
    paragraphs: [
      numRequest === null
        ? t('fileInfected.body', { file })
        : t('fileInfected.ofRequest', { file, numRequest: ltr(numRequest) }),
      t('fileInfected.advice'),
    ],
    button: { label: t('fileInfected.button'), url: link(place) },
  }),
  closingTakenBack: ({ numRequest, service, organisation, requestId }, { t, link, ltr }) => ({
    subject: t('closingTakenBack.subject', { numRequest: ltr(numRequest) }),
    paragraphs: [
      t('closingTakenBack.body', { numRequest: ltr(numRequest), service, organisation }),
      t('closingTakenBack.nothing'),
    ],
    button: { label: t('closingTakenBack.button'), url: link(places.request(requestId)) },
  }),
  webhookOff: ({ organisation, host, reason }, { t, link, ltr }) => ({
    subject: t('webhookOff.subject', { host: ltr(host) }),
    paragraphs: [
      t('webhookOff.body', { organisation, host: ltr(host) }),
      t(`webhookOff.${reason}`),
    ],
    button: { label: t('webhookOff.button'), url: link(places.otherSystems()) },
    note: t('webhookOff.note'),
  }),
  makerLeft: ({ organisation, endsOn, items }, { t, link, ltr }) => ({
    subject: t('makerLeft.subject', { organisation }),
    paragraphs: [
      t('makerLeft.body', { organisation }),
      t('makerLeft.end', { day: ltr(formatDay(endsOn)) }),
    ],
    list: items,
    button: { label: t('makerLeft.button'), url: link(places.otherSystems()) },
  }),
  requestsUnrouted: ({ count, requests }, { t, ltr }) => ({
    subject: t('requestsUnrouted.subject', { requests: ltr(String(count)) }),
    paragraphs: [t('requestsUnrouted.body')],
    list: named(requests, count).map(ltr),
    button: null,
    note: t('requestsUnrouted.note', { command: ltr(unroutedCommand) }),
  }),
  organisationUnattended: ({ organisation, partnerId, count, requests }, { t, ltr }) => ({
    subject: t('organisationUnattended.subject', { organisation }),
    paragraphs: [
      t('organisationUnattended.body', { organisation, id: ltr(String(partnerId)) }),
      t('organisationUnattended.requests', { requests: ltr(String(count)) }),
    ],
    list: named(requests, count).map(ltr),
    button: null,
    note: t('organisationUnattended.note', { command: ltr(unroutedCommand) }),
  }),
  requestHandled: ({ requestId, numRequest }, { t, link, ltr }) => ({
    subject: t('requestHandled.subject', { numRequest: ltr(numRequest) }),
    paragraphs: [t('requestHandled.body', { numRequest: ltr(numRequest) })],
    button: { label: t('requestHandled.button'), url: link(places.followUp(requestId)) },
  }),
  noteMention: ({ colleague, numRequest, service, requestId, stepId }, { t, link, ltr }) => ({
    subject: t('noteMention.subject', { numRequest: ltr(numRequest) }),
    paragraphs: [t('noteMention.body', { colleague, numRequest: ltr(numRequest), service })],
    button: {
      label: t('noteMention.button'),
      url: link(places.stepFile(requestId, stepId, 'notes')),
    },
    note: t('noteMention.note'),
  }),
  messageReceived: writtenOnStep,
  beneficiaryWrote: writtenOnStep,
  requestEvents,
  requestsFiled,
  agreementAsked: ({ organisation, count, requestId }, { t, link, ltr }) => ({
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
  agentDigest: (params, tools) => ({
    subject: tools.t('agentDigest.subject', { organisation: params.organisation }),
    paragraphs: [tools.t('agentDigest.body', { organisation: params.organisation })],
    list: digestLines(params, tools),
    button: { label: tools.t('agentDigest.button'), url: tools.link(places.requests()) },
  }),
  notTakenUp: ({ requestId, numRequest, service, organisation, dueOn }, { t, link, ltr }) => ({
    subject: t('notTakenUp.subject', { numRequest: ltr(numRequest) }),
    paragraphs: [
      t('notTakenUp.body', { numRequest: ltr(numRequest), service, organisation }),
      ...(dueOn === null ? [] : [t('notTakenUp.due', { day: ltr(formatDay(dueOn)) })]),
    ],
    button: { label: t('notTakenUp.button'), url: link(places.request(requestId)) },
  }),
  documentAwaited: (
    { requestId, numRequest, service, organisation, documents },
    { t, link, ltr },
  ) => ({
    subject: t('documentAwaited.subject', { numRequest: ltr(numRequest) }),
    paragraphs: [t('documentAwaited.body', { numRequest: ltr(numRequest), service, organisation })],
    list: documents,
    button: { label: t('documentAwaited.button'), url: link(places.followUp(requestId)) },
    note: t('documentAwaited.note'),
  }),
  draftForgotten: ({ requestId, numRequest }, { t, link, ltr }) => ({
    subject: t('draftForgotten.subject', { numRequest: ltr(numRequest) }),
    paragraphs: [t('draftForgotten.body', { numRequest: ltr(numRequest) })],
    button: { label: t('draftForgotten.button'), url: link(places.editRequest(requestId)) },
    note: t('draftForgotten.note'),
  }),
  invitation: ({ organisation, token }, { t, link }) => ({
    subject: t('invitation.subject', { organisation }),
    paragraphs: [t('invitation.body', { organisation })],
    button: { label: t('invitation.button'), url: link(places.newPassword(token)) },
    note: t('invitation.note'),
  }),
  invitationAgain: ({ organisation, token }, { t, link }) => ({
    subject: t('invitationAgain.subject'),
    paragraphs: [t('invitationAgain.body', { organisation }), t('invitationAgain.why')],
    button: { label: t('invitation.button'), url: link(places.newPassword(token)) },
    note: t('invitationAgain.note'),
  }),
  accountDeletionAsked: ({ dueOn }, { t, link, ltr }) => ({
    subject: t('accountDeletionAsked.subject'),
    paragraphs: [
      t('accountDeletionAsked.body', { dueOn: ltr(dueOn.split('-').reverse().join('/')) }),
      t('accountDeletionAsked.requests'),
    ],
    button: { label: t('accountDeletionAsked.button'), url: link(places.landing()) },
    note: t('accountDeletionAsked.note'),
  }),
  accountKept: (_, { t, link }) => ({
    subject: t('accountKept.subject'),
    paragraphs: [t('accountKept.body')],
    button: { label: t('accountKept.button'), url: link(places.landing()) },
    note: t('accountKept.note'),
  }),
  accountErased: (_, { t, link }) => ({
    subject: t('accountErased.subject'),
    paragraphs: [t('accountErased.body'), t('accountErased.kept')],
    button: { label: t('accountErased.button'), url: link(places.landing()) },
  }),
};

/** Whether this version of the product knows the template. */
export function isTemplate(name: string): name is MailTemplate {
  return Object.hasOwn(bodies, name);
}

function withoutControls<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed().replace(bidiControls, '') as T;
  if (Array.isArray(value)) return value.map(withoutControls) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withoutControls<unknown>(member)]),
  ) as T;
}

/**
 * Writes a mail in the reader's language. Links start at `publicUrl` and nowhere else.
 * @param reader the token of a mail that can be refused, null for somebody without an account; and whether nobody has
 *   proven yet that the address is theirs: such a mail calls nobody by a name that a stranger may have typed
 */
export function composeMail<T extends MailTemplate>(
  template: T,
  rawParams: MailTemplates[T],
  lang: Lang,
  publicUrl: string,
  {
    unsubscribeToken = null,
    isUnproven = false,
  }: { readonly unsubscribeToken?: string | null; readonly isUnproven?: boolean } = {},
): MailContent {
  const t = mailCatalogue.in(lang);
  const params = withoutControls(rawParams);
  const link = (place: string): string => withLanguage(publicUrl, place, lang);
  const body = bodies[template](params, {
    t,
    link,
    at: (instant) => formatDateTime(new Date(instant)),
    ltr: (text) => (lang === 'ar' ? `\u2066${text}\u2069` : text),
  });
  return {
    list: [],
    note: null,
    ...body,
    lang,
    // A subject is one line, whatever a name or a label holds.
    subject: body.subject.replace(/[\r\n\t]+/g, ' '),
    greeting: isUnproven ? t('greetingUnnamed') : t('greeting', { name: params.name }),
    signature: t('signature'),
    linkHint: t('linkHint'),
    automatic: t('automatic'),
    preferences:
      refusableKinds(template, rawParams).length === 0
        ? null
        : { label: t('preferences'), url: link(places.mailPreferences()) },
    unsubscribe:
      unsubscribeToken === null
        ? null
        : { label: t('unsubscribe'), url: link(unsubscribePath(unsubscribeToken)) },
  };
}
