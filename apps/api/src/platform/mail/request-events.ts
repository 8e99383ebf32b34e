import { places } from '@wasl/contracts';

import { stepPlace, type Body, type Tools } from './content.ts';
import type { MailTemplates, MergedEvent, MergedTemplate } from './templates.ts';

/** How many of the requests that were filed for a person their mail names. */
export const namedOfFiled = 20;

interface Line {
  readonly label: string;
  readonly place: string;
}

const sentences = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null).join(' ');

/** What each event is in one line, and where it leads: the same place as the mail of its own. */
const lines: { [T in MergedTemplate]: (params: MailTemplates[T], tools: Tools) => Line } = {
  stepAssigned: ({ numRequest, service, ...step }, { t }) => ({
    label: t('stepAssigned.line', { service }),
    place: stepPlace({ numRequest, ...step }),
  }),
  requestsFiled: ({ count, organisation }, { t, ltr }) => ({
    label: t('requestsFiled.line', { organisation, requests: ltr(String(count)) }),
    place: places.requests(),
  }),
  processingHeld: ({ numRequest, reason, ...step }, { t }) => ({
    label: sentences(
      t('processingHeld.line'),
      reason === null ? null : t('processingHeld.reason', { reason }),
    ),
    place: stepPlace({ numRequest, ...step }),
  }),
  processingResumed: ({ numRequest, ...step }, { t }) => ({
    label: t('processingResumed.line'),
    place: stepPlace({ numRequest, ...step }),
  }),
  agreementWithdrawn: (_, { t }) => ({
    label: t('agreementWithdrawn.line'),
    place: places.requests(),
  }),
  requestWithdrawn: ({ numRequest, reason, text, ...step }, { t }) => ({
    label: sentences(
      t('requestWithdrawn.line'),
      t('requestWithdrawn.reason', { reason }),
      text === null ? null : t('requestWithdrawn.text', { text }),
    ),
    place: stepPlace({ numRequest, ...step }),
  }),
  beneficiaryWrote: ({ from, service, stepId }, { t }) => ({
    label: t('beneficiaryWrote.line', { from, service }),
    place: places.conversation(stepId),
  }),
  noteMention: ({ colleague, service, requestId, stepId }, { t }) => ({
    label: t('noteMention.line', { colleague, service }),
    place: places.stepFile(requestId, stepId, 'notes'),
  }),
};

function lineOf<T extends MergedTemplate>(
  { template, params }: { readonly template: T; readonly params: MailTemplates[T] },
  tools: Tools,
): Line {
  return lines[template](params, tools);
}

/** What an organisation filed for a person: the first requests by number, each with its receipt. */
export function requestsFiled(
  { organisation, count, requests }: MailTemplates['requestsFiled'],
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

type Filed = Extract<MergedEvent, { template: 'requestsFiled' }>;

/** One mail of several events on a request, in order; its button leads where the latest one does. */
export function requestEvents(
  { numRequest, events }: { numRequest: string; events: readonly MergedEvent[] },
  tools: Tools,
): Body {
  const { t, link, ltr } = tools;
  const filed = events.filter((event): event is Filed => event.template === 'requestsFiled');
  const lastFiled = filed.at(-1);
  // What one organisation filed has a key of its own: all of its events are of the kind.
  if (lastFiled)
    return requestsFiled(
      {
        ...lastFiled.params,
        count: filed.reduce((sum, { params }) => sum + params.count, 0),
        requests: filed.flatMap(({ params }) => params.requests).slice(0, namedOfFiled),
      },
      tools,
    );
  const listed = events.map((event) => lineOf<MergedTemplate>(event, tools));
  const number = { numRequest: ltr(numRequest) };
  return {
    subject: t('requestEvents.subject', number),
    paragraphs: [t('requestEvents.body', number)],
    list: listed.map(({ label, place }) => ({ label, url: link(place) })),
    button: {
      label: t('requestEvents.button'),
      url: link(listed.at(-1)?.place ?? places.requests()),
    },
  };
}
