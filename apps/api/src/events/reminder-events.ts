import type { MailTemplates } from '../platform/mail/mails/index.ts';
import { labelOf, nameOf, type Labelled, type OrganisationName } from '../platform/i18n/in-lang.ts';
import type { Lang } from '@wasl/contracts';
import { on, type AboutRequest, type Agent } from './reaction.ts';
import { about, beneficiaryOf } from './request-events.ts';

interface AwaitedStep {
  readonly request: AboutRequest;
  readonly titleItem: Labelled;
  readonly partner: OrganisationName;
}
const aboutStep = ({ request, titleItem, partner }: AwaitedStep, lang: Lang) => ({
  ...about(request),
  service: labelOf(titleItem, lang),
  organisation: nameOf(partner, lang),
});

/** Reminders of the working morning about pending work. */
export const reminderEvents = {
  /** Open steps of the agent, of absent colleagues they substitute for, and without an owner. `since`: a day. */
  'morning.digest': on<
    { agent: Agent } & Omit<MailTemplates['agentDigest'], 'name' | 'organisation'>
  >({
    agents: {
      readers: ({ agent }) => [agent],
      mails: {
        agentDigest: ({ since, fresh, half, late, waiting }, { partner }, lang) => ({
          organisation: nameOf(partner, lang),
          since,
          fresh,
          half,
          late,
          waiting,
        }),
      },
    },
  }),

  /** No agent has begun the step; `dueOn` is a day, null while the step's clock is stopped. */
  'morning.notTakenUp': on<AwaitedStep & { dueOn: string | null }>({
    beneficiary: {
      readers: beneficiaryOf,
      mails: {
        notTakenUp: (event, _, lang) => ({ ...aboutStep(event, lang), dueOn: event.dueOn }),
      },
    },
  }),

  'morning.documentAwaited': on<AwaitedStep & { documents: readonly Labelled[] }>({
    beneficiary: {
      readers: beneficiaryOf,
      mails: {
        documentAwaited: (event, _, lang) => ({
          ...aboutStep(event, lang),
          documents: event.documents.map((document) => labelOf(document, lang)),
        }),
      },
    },
  }),

  'morning.draftForgotten': on<{ request: AboutRequest }>({
    beneficiary: {
      readers: beneficiaryOf,
      mails: { draftForgotten: ({ request }) => about(request) },
    },
  }),
};
