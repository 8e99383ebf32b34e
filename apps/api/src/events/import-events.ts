import type { FiledNumber } from '../platform/mail/mails/request-mails.ts';
import { labelOf, nameOf, type Labelled, type OrganisationName } from '../platform/i18n/in-lang.ts';
import { on, type Agent, type Person } from './reaction.ts';

interface Filed {
  readonly person: Person;
  readonly organisation: OrganisationName;
  readonly partnerId: number;
  /** The number of the file's requests for the person. */
  readonly count: number;
}
const ofPerson = ({ person }: Filed) => [person];
const filedBy = ({ partnerId, count }: Filed) => ({ params: { partnerId, count } });

/** Events of an imported file: one for each reader, for all lines about them. */
export const importEvents = {
  /** `requests`: the first of them. */
  'requests.filed': on<Filed & { requests: readonly FiledNumber[] }>({
    beneficiary: {
      readers: ofPerson,
      notices: {
        IMPORTED: (event) => {
          const [first] = event.requests;
          return {
            ...(event.count === 1 && first !== undefined ? { requestId: first.requestId } : {}),
            ...filedBy(event),
          };
        },
      },
      mails: {
        requestsFiled: ({ organisation, partnerId, count, requests }, _, lang) => ({
          organisation: nameOf(organisation, lang),
          partnerId,
          count,
          requests,
        }),
      },
    },
  }),

  /** `requestId`: the first of them. `invitation`: secret of the first password, where the filing opened the account. */
  'agreement.asked': on<
    Filed & { requestId: number; waitMinutes: number; invitation: string | null }
  >({
    beneficiary: {
      readers: ofPerson,
      waitMinutes: ({ waitMinutes }) => waitMinutes,
      notices: {
        AGREEMENT_ASKED: (event) => ({
          ...(event.count === 1 ? { requestId: event.requestId } : {}),
          ...filedBy(event),
        }),
      },
      mails: {
        agreementAsked: ({ organisation, count, requestId, invitation }, _, lang) =>
          invitation === null
            ? { organisation: nameOf(organisation, lang), count, requestId }
            : null,
        invitation: ({ organisation, invitation }, _, lang) =>
          invitation === null
            ? null
            : { organisation: nameOf(organisation, lang), token: invitation, isFiled: true },
      },
    },
  }),

  /** The file gave an organisation `count` steps; `numRequest` and `service` are those of the first. */
  'steps.filed': on<{
    agents: readonly Agent[];
    count: number;
    numRequest: string;
    service: Labelled | undefined;
    /** The agent who imported the file, who is not notified. */
    byId: string | null;
  }>({
    agents: {
      readers: ({ agents, byId }) => agents.filter(({ id }) => id !== byId),
      notices: { NEW_STEPS: ({ count }) => ({ params: { count } }) },
      mails: {
        stepsAssigned: ({ count, service }, { partner }, lang) =>
          count > 1 || service === undefined
            ? { organisation: nameOf(partner, lang), count }
            : null,
        stepAssigned: ({ count, numRequest, service }, { partner }, lang) =>
          count > 1 || service === undefined
            ? null
            : {
                organisation: nameOf(partner, lang),
                numRequest,
                service: labelOf(service, lang),
              },
      },
    },
  }),
};
