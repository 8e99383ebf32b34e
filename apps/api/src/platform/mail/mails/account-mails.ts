import { places } from '@wasl/contracts';

import { mergePath } from '../content.ts';
import { mail } from '../define-mail.ts';

export const accountMails = {
  /** `token` confirms the address; valid 48 hours. */
  confirmAddress: mail<{ token: string }>({
    priority: 0,
    body: ({ token }, { t, link }) => ({
      subject: t('confirmAddress.subject'),
      paragraphs: [t('confirmAddress.body')],
      button: { label: t('confirmAddress.button'), url: link(places.confirmEmail(token)) },
      note: t('confirmAddress.note'),
    }),
  }),

  /** `token` opens the form for a new password; valid 1 hour. */
  resetPassword: mail<{ token: string }>({
    priority: 0,
    body: ({ token }, { t, link }) => ({
      subject: t('resetPassword.subject'),
      paragraphs: [t('resetPassword.body')],
      button: { label: t('resetPassword.button'), url: link(places.newPassword(token)) },
      note: t('resetPassword.note'),
    }),
  }),

  /** Sent after a change of password, in the profile or with a mailed link. `at`: ISO instant. */
  passwordChanged: mail<{ at: string }>({
    priority: 1,
    body: ({ at: instant }, { t, link, at, ltr }) => ({
      subject: t('passwordChanged.subject'),
      paragraphs: [
        t('passwordChanged.body', { at: ltr(at(instant)) }),
        t('passwordChanged.sessions'),
      ],
      button: { label: t('passwordChanged.button'), url: link(places.forgotPassword()) },
      note: t('passwordChanged.note'),
    }),
  }),

  /** Sent after a sign-in from an unknown browser. `browser` as in the list of sessions; null when unknown. */
  newDevice: mail<{ at: string; browser: string | null }>({
    priority: 1,
    body: ({ at: instant, browser }, { t, link, at, ltr }) => ({
      subject: t('newDevice.subject'),
      paragraphs: [
        t('newDevice.body', { at: ltr(at(instant)) }),
        ...(browser === null ? [] : [t('newDevice.browser', { browser: ltr(browser) })]),
      ],
      button: { label: t('newDevice.button'), url: link(places.ownSessions()) },
      note: t('newDevice.note'),
    }),
  }),

  /** `token`: the code that a user without a second factor types to enable it; valid 30 minutes. */
  secondFactorCode: mail<{ token: string }>({
    priority: 0,
    body: ({ token }, { t, ltr }) => ({
      subject: t('secondFactorCode.subject'),
      paragraphs: [t('secondFactorCode.body'), ltr(token)],
      button: null,
      note: t('secondFactorCode.note'),
    }),
  }),

  /**
   * `tried`: a caller with the password used up the attempts at codes. `recovered`: a sign-in with a recovery code.
   * `reset`: the administrator removed the second factor.
   */
  secondFactorChanged: mail<{
    at: string;
    change: 'on' | 'moved' | 'off' | 'codes' | 'tried' | 'recovered' | 'reset';
  }>({
    priority: 1,
    body: ({ at: instant, change }, { t, link, at, ltr }) => ({
      subject: t('secondFactorChanged.subject'),
      paragraphs: [t(`secondFactorChanged.${change}`, { at: ltr(at(instant)) })],
      button: { label: t('secondFactorChanged.button'), url: link(places.secondFactor()) },
      note: t('secondFactorChanged.note'),
    }),
  }),

  /** To the approved colleagues; `token` approves the agent. */
  agentAwaitingApproval: mail<{
    agentName: string;
    agentEmail: string;
    organisation: string;
    token: string;
  }>({
    priority: 1,
    body: ({ agentName, agentEmail, organisation, token }, { t, link, ltr }) => ({
      subject: t('agentAwaitingApproval.subject'),
      paragraphs: [
        t('agentAwaitingApproval.body', { agentName, agentEmail: ltr(agentEmail), organisation }),
      ],
      button: { label: t('agentAwaitingApproval.button'), url: link(places.approveAgent(token)) },
      note: t('agentAwaitingApproval.note'),
    }),
  }),

  /** To the new address of an account that the administrator corrected. */
  addressCorrected: mail<object>({
    priority: 0,
    body: (_, { t, link }) => ({
      subject: t('addressCorrected.subject'),
      paragraphs: [t('addressCorrected.body'), t('addressCorrected.sessions')],
      button: { label: t('addressCorrected.button'), url: link(places.landing()) },
    }),
  }),

  /** To the earlier address. */
  addressReleased: mail<object>({
    priority: 1,
    body: (_, { t, link }) => ({
      subject: t('addressReleased.subject'),
      paragraphs: [t('addressReleased.body')],
      button: { label: t('addressReleased.button'), url: link(places.landing()) },
      note: t('addressReleased.note'),
    }),
  }),

  /** To both addresses of a merge; `other` is the masked address of the other account. `token` confirms; valid 7 days. */
  mergeAsked: mail<{ token: string; own: string; other: string; isKept: boolean }>({
    priority: 0,
    body: ({ token, own, other, isKept }, { t, link, ltr }) => ({
      subject: t('mergeAsked.subject'),
      paragraphs: [
        t('mergeAsked.body', { own: ltr(own), other: ltr(other) }),
        t(isKept ? 'mergeAsked.kept' : 'mergeAsked.ends'),
        t('mergeAsked.both'),
      ],
      button: { label: t('mergeAsked.button'), url: link(mergePath(token)) },
      note: t('mergeAsked.note'),
    }),
  }),

  /** To the address that remains. */
  mergeDone: mail<{ other: string }>({
    priority: 1,
    body: ({ other }, { t, link, ltr }) => ({
      subject: t('mergeDone.subject'),
      paragraphs: [t('mergeDone.body', { other: ltr(other) })],
      button: { label: t('mergeDone.button'), url: link(places.landing()) },
    }),
  }),

  /** The last mail to the address of the erased account. */
  mergeEnded: mail<{ other: string }>({
    priority: 1,
    body: ({ other }, { t, link, ltr }) => ({
      subject: t('mergeDone.subject'),
      paragraphs: [t('mergeEnded.body', { other: ltr(other) }), t('mergeEnded.last')],
      button: { label: t('mergeDone.button'), url: link(places.landing()) },
    }),
  }),

  agentApproved: mail<{ organisation: string }>({
    priority: 1,
    body: ({ organisation }, { t, link }) => ({
      subject: t('agentApproved.subject'),
      paragraphs: [t('agentApproved.body', { organisation })],
      button: { label: t('agentApproved.button'), url: link(places.landing()) },
    }),
  }),

  /** The agent was not approved, or is no longer an agent. */
  agentRefused: mail<{ organisation: string }>({
    priority: 1,
    body: ({ organisation }, { t, link }) => ({
      subject: t('agentRefused.subject'),
      paragraphs: [t('agentRefused.body', { organisation })],
      button: { label: t('agentRefused.button'), url: link(places.landing()) },
      note: t('agentRefused.note'),
    }),
  }),

  agentRemoved: mail<{ organisation: string }>({
    priority: 1,
    body: ({ organisation }, { t, link }) => ({
      subject: t('agentRemoved.subject'),
      paragraphs: [t('agentRemoved.body', { organisation })],
      button: { label: t('agentRemoved.button'), url: link(places.landing()) },
      note: t('agentRemoved.note'),
    }),
  }),

  /** To those who signed up with an organisation that the administrator refused. */
  organisationRefused: mail<{ organisation: string; reason: string }>({
    priority: 1,
    body: ({ organisation, reason }, { t, link }) => ({
      subject: t('organisationRefused.subject'),
      paragraphs: [
        t('organisationRefused.body', { organisation }),
        t('organisationRefused.reason', { reason }),
      ],
      button: { label: t('organisationRefused.button'), url: link(places.landing()) },
      note: t('organisationRefused.note'),
    }),
  }),

  /** To an agent that the administrator refused. */
  agentRefusedByAdministrator: mail<{ organisation: string; reason: string }>({
    priority: 1,
    body: ({ organisation, reason }, { t, link }) => ({
      subject: t('agentRefused.subject'),
      paragraphs: [
        t('agentRefused.byAdministrator', { organisation }),
        t('organisationRefused.reason', { reason }),
      ],
      button: { label: t('organisationRefused.button'), url: link(places.landing()) },
      note: t('organisationRefused.note'),
    }),
  }),

  /**
   * To those who signed up with an organisation that was not decided on in time. It is the last mail; the account is erased.
   */
  organisationExpired: mail<{ organisation: string }>({
    priority: 1,
    body: ({ organisation }, { t, link }) => ({
      subject: t('organisationExpired.subject'),
      paragraphs: [t('organisationExpired.body', { organisation }), t('organisationExpired.again')],
      button: { label: t('organisationExpired.button'), url: link(places.landing()) },
    }),
  }),

  /**
   * To a beneficiary whose account an organisation opened; `token` opens the form for a first password. `isFiled`: a
   * request that it filed with the account waits for the person's consent.
   */
  invitation: mail<{ organisation: string; token: string; isFiled?: true }>({
    priority: 2,
    body: ({ organisation, token, isFiled = false }, { t, link }) => ({
      subject: t('invitation.subject', { organisation }),
      paragraphs: [
        t('invitation.body', { organisation }),
        ...(isFiled
          ? [t('agreementAsked.one', { organisation }), t('agreementAsked.until', { organisation })]
          : []),
      ],
      button: { label: t('invitation.button'), url: link(places.newPassword(token)) },
      note: t('invitation.note'),
    }),
  }),

  /** To the same person while they have not signed in, when an organisation invites them again. */
  invitationAgain: mail<{ organisation: string; token: string }>({
    priority: 1,
    body: ({ organisation, token }, { t, link }) => ({
      subject: t('invitationAgain.subject'),
      paragraphs: [t('invitationAgain.body', { organisation }), t('invitationAgain.why')],
      button: { label: t('invitation.button'), url: link(places.newPassword(token)) },
      note: t('invitationAgain.note'),
    }),
  }),

  /**
   * Sent when the owner asks for erasure of the account; `dueOn` is a day, `YYYY-MM-DD`. `eventKey` identifies its
   * calendar event.
   */
  accountDeletionAsked: mail<{ dueOn: string; eventKey?: string }>({
    priority: 1,
    body: ({ dueOn, eventKey }, { t, link, ltr }) => ({
      subject: t('accountDeletionAsked.subject'),
      paragraphs: [
        t('accountDeletionAsked.body', { dueOn: ltr(dueOn.split('-').reverse().join('/')) }),
        t('accountDeletionAsked.requests'),
      ],
      due: {
        day: dueOn,
        event: t('accountDeletionAsked.event'),
        ...(eventKey === undefined ? {} : { uid: eventKey }),
      },
      button: { label: t('accountDeletionAsked.button'), url: link(places.landing()) },
      note: t('accountDeletionAsked.note'),
    }),
  }),

  /** Both parameters are those of `accountDeletionAsked`; a mail written by an earlier release lacks them. */
  accountKept: mail<{ dueOn?: string; eventKey?: string }>({
    priority: 1,
    body: ({ dueOn, eventKey }, { t, link }) => ({
      subject: t('accountKept.subject'),
      paragraphs: [t('accountKept.body')],
      due:
        dueOn === undefined || eventKey === undefined
          ? null
          : {
              day: dueOn,
              event: t('accountDeletionAsked.event'),
              uid: eventKey,
              isCancelled: true,
            },
      button: { label: t('accountKept.button'), url: link(places.landing()) },
      note: t('accountKept.note'),
    }),
  }),

  /** The last mail: the account is erased. */
  accountErased: mail<object>({
    priority: 1,
    body: (_, { t, link }) => ({
      subject: t('accountErased.subject'),
      paragraphs: [t('accountErased.body'), t('accountErased.kept')],
      button: { label: t('accountErased.button'), url: link(places.landing()) },
    }),
  }),
};
