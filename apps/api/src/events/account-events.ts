import type { Lang } from '@wasl/contracts';

import type { MailTemplates } from '../platform/mail/mails/index.ts';
import { nameOf, type OrganisationName } from '../platform/i18n/in-lang.ts';
import { displayName } from '../platform/database/person-name.ts';
import { on, type Addressee, type Person } from './reaction.ts';

interface OfAccount {
  readonly account: Addressee;
}
const ofAccount = ({ account }: OfAccount) => [account];

interface PlannedErasure {
  /** Day of the erasure, `YYYY-MM-DD`. */
  readonly dueOn: string;
  /** Identifies its event in the calendar of the account's owner. */
  readonly eventKey: string;
}
const erasureOf = ({ dueOn, eventKey }: PlannedErasure): PlannedErasure => ({ dueOn, eventKey });

/** An account of an organisation, or one that it created. */
interface OfMember extends OfAccount {
  readonly organisation: OrganisationName;
}

const inOrganisation = ({ organisation }: OfMember, _: Addressee, lang: Lang) => ({
  organisation: nameOf(organisation, lang),
});

export function addressee(
  account: Omit<Person, 'id' | 'companyName'> & {
    readonly companyName?: string | null | undefined;
  },
): Addressee {
  const { email, lang, companyName = null } = account;
  return { email, lang, name: displayName({ ...account, companyName }) };
}

/** Events of an account. `token` is the secret of the mail's link; `at` is the time of the event. */
export const accountEvents = {
  'account.opened': on<OfAccount & { token: string }>({
    account: { readers: ofAccount, mails: { confirmAddress: ({ token }) => ({ token }) } },
  }),

  /** Created by an organisation's import. */
  'account.imported': on<OfMember & { token: string; waitMinutes: number }>({
    account: {
      readers: ofAccount,
      waitMinutes: ({ waitMinutes }) => waitMinutes,
      mails: {
        invitation: ({ organisation, token }, _, lang) => ({
          organisation: nameOf(organisation, lang),
          token,
        }),
      },
    },
  }),

  'account.passwordForgotten': on<OfAccount & { token: string }>({
    account: { readers: ofAccount, mails: { resetPassword: ({ token }) => ({ token }) } },
  }),

  'account.passwordChanged': on<OfAccount & { at: Date }>({
    account: {
      readers: ofAccount,
      mails: { passwordChanged: ({ at }) => ({ at: at.toISOString() }) },
    },
  }),

  'account.newDevice': on<OfAccount & { at: Date; browser: string | null }>({
    account: {
      readers: ofAccount,
      mails: { newDevice: ({ at, browser }) => ({ at: at.toISOString(), browser }) },
    },
  }),

  /** Corrected by the administrator; `account` has the new address. */
  'account.addressCorrected': on<OfAccount>({
    account: { readers: ofAccount, mails: { addressCorrected: () => ({}) } },
  }),

  /** `account` has the earlier address, whose owner does not learn the new one. */
  'account.addressReleased': on<OfAccount>({
    account: { readers: ofAccount, mails: { addressReleased: () => ({}) } },
  }),

  /** `other` is the masked address of the other account. */
  'account.mergeAsked': on<
    OfAccount & { token: string; own: string; other: string; isKept: boolean }
  >({
    account: {
      readers: ofAccount,
      mails: { mergeAsked: ({ token, own, other, isKept }) => ({ token, own, other, isKept }) },
    },
  }),

  /** `account` took over the data of the other one. */
  'account.mergeDone': on<OfAccount & { other: string }>({
    account: { readers: ofAccount, mails: { mergeDone: ({ other }) => ({ other }) } },
  }),

  /** `account` was erased after its data moved to the other one. */
  'account.mergeEnded': on<OfAccount & { other: string }>({
    account: { readers: ofAccount, mails: { mergeEnded: ({ other }) => ({ other }) } },
  }),

  'account.codeAsked': on<OfAccount & { token: string }>({
    account: { readers: ofAccount, mails: { secondFactorCode: ({ token }) => ({ token }) } },
  }),

  'account.secondFactorChanged': on<
    OfAccount & { at: Date; change: MailTemplates['secondFactorChanged']['change'] }
  >({
    account: {
      readers: ofAccount,
      mails: { secondFactorChanged: ({ at, change }) => ({ at: at.toISOString(), change }) },
    },
  }),

  'account.deletionAsked': on<OfAccount & PlannedErasure>({
    account: { readers: ofAccount, mails: { accountDeletionAsked: erasureOf } },
  }),

  'account.kept': on<OfAccount & PlannedErasure>({
    account: { readers: ofAccount, mails: { accountKept: erasureOf } },
  }),

  'account.erased': on<OfAccount>({
    account: { readers: ofAccount, mails: { accountErased: () => ({}) } },
  }),

  /** `tokens`: the approval token by colleague id. */
  'agent.awaiting': on<{
    agent: Person;
    organisation: OrganisationName;
    responsibles: readonly Person[];
    tokens: ReadonlyMap<string, string>;
  }>({
    responsibles: {
      readers: ({ responsibles }) => responsibles,
      notices: { COLLEAGUE_AWAITING: ({ agent }) => ({ aboutId: agent.id }) },
      mails: {
        agentAwaitingApproval: ({ agent, organisation, tokens }, { id }, lang) => {
          const token = tokens.get(id);
          return token === undefined
            ? null
            : {
                agentName: displayName(agent),
                agentEmail: agent.email,
                organisation: nameOf(organisation, lang),
                token,
              };
        },
      },
    },
  }),

  'agent.approved': on<OfMember>({
    account: { readers: ofAccount, mails: { agentApproved: inOrganisation } },
  }),

  'agent.refused': on<OfMember>({
    account: { readers: ofAccount, mails: { agentRefused: inOrganisation } },
  }),

  'agent.refusedByAdmin': on<OfMember & { reason: string }>({
    account: {
      readers: ofAccount,
      mails: {
        agentRefusedByAdministrator: (event, _, lang) => ({
          organisation: nameOf(event.organisation, lang),
          reason: event.reason,
        }),
      },
    },
  }),

  'agent.removed': on<OfMember>({
    account: { readers: ofAccount, mails: { agentRemoved: inOrganisation } },
  }),

  'organisation.refused': on<OfMember & { reason: string }>({
    account: {
      readers: ofAccount,
      mails: {
        organisationRefused: (event, _, lang) => ({
          organisation: nameOf(event.organisation, lang),
          reason: event.reason,
        }),
      },
    },
  }),

  'organisation.expired': on<OfMember>({
    account: { readers: ofAccount, mails: { organisationExpired: inOrganisation } },
  }),
};
