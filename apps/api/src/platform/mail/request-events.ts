import { places } from '@wasl/contracts';

import type { Body, Tools } from './content.ts';
import type { Line, MergedMailDefinition } from './define-mail.ts';
import { isMergedInAct, mails, type MergedEvent } from './mails/index.ts';
import { requestsFiled, mostFiledNamed } from './mails/request-mails.ts';

function lineOf({ template, params }: MergedEvent, tools: Tools): Line {
  // Each event has the parameters of its own template.
  return (mails[template] as MergedMailDefinition<unknown>).line(params, tools);
}

type Filed = Extract<MergedEvent, { template: 'requestsFiled' }>;

type Sent = Extract<MergedEvent, { template: 'messageReceived' }>;

/** One mail of several events of one kind in one act. */
function eventsOfAct(events: readonly MergedEvent[], tools: Tools): Body {
  const { t, link } = tools;
  const list = events.map((event) => {
    const { label, place } = lineOf(event, tools);
    return { label, url: link(place) };
  });
  const sent = events.find((event): event is Sent => event.template === 'messageReceived');
  return sent === undefined
    ? {
        subject: t('documentsExpected.several'),
        paragraphs: [t('documentsExpected.severalBody')],
        list,
        button: { label: t('documentsExpected.button'), url: link(places.requests()) },
      }
    : {
        subject: t('messageReceived.several'),
        paragraphs: [t('messageReceived.severalBody', { from: sent.params.from })],
        list,
        button: { label: t('messageReceived.button'), url: link(places.conversations()) },
        note: t('messageReceived.note'),
      };
}

/** One mail of several events on a request, in order. Its button links to the latest event. */
export function requestEvents(
  { numRequest, events }: { numRequest: string; events: readonly MergedEvent[] },
  tools: Tools,
): Body {
  const { t, link, ltr } = tools;
  const filed = events.filter((event): event is Filed => event.template === 'requestsFiled');
  const lastFiled = filed.at(-1);
  // Filed requests have their own key, so all events have this template.
  if (lastFiled)
    return requestsFiled(
      {
        ...lastFiled.params,
        count: filed.reduce((sum, { params }) => sum + params.count, 0),
        requests: filed.flatMap(({ params }) => params.requests).slice(0, mostFiledNamed),
      },
      tools,
    );
  if (events.every(({ template }) => isMergedInAct(template))) return eventsOfAct(events, tools);
  const listed = events.map((event) => lineOf(event, tools));
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
