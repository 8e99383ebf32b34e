import { places } from '@wasl/contracts';

import type { Body, Tools } from '../content.ts';

/** A message was written on a step. The mail never contains it. */
export interface WrittenOnStep {
  from: string;
  numRequest: string;
  service: string;
  stepId: number;
}

export const writtenOnStep = (
  { from, numRequest, service, stepId }: WrittenOnStep,
  { t, link, ltr }: Tools,
): Body => ({
  subject: t('messageReceived.subject', { numRequest: ltr(numRequest) }),
  paragraphs: [t('messageReceived.body', { from, numRequest: ltr(numRequest), service })],
  button: { label: t('messageReceived.button'), url: link(places.conversation(stepId)) },
  note: t('messageReceived.note'),
});
