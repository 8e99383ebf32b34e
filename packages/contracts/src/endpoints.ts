import { accessCalls } from './accounts/access.ts';
import { colleaguesCalls } from './accounts/colleagues.ts';
import { consentCalls } from './accounts/consent.ts';
import { currentUserCalls } from './accounts/current-user.ts';
import { languageCalls } from './accounts/language.ts';
import { qualificationCalls } from './accounts/qualification.ts';
import { recordAccessesCalls } from './accounts/record-accesses.ts';
import { secondFactorCalls } from './accounts/second-factor.ts';
import { securityCalls } from './accounts/security.ts';
import { signInCalls } from './accounts/sign-in.ts';
import { signUpCalls } from './accounts/sign-up.ts';
import { downloadsCalls } from './files/downloads.ts';
import { counterCalls } from './imports/counter.ts';
import { filedRequestsCalls } from './imports/filed-requests.ts';
import { importsCalls } from './imports/imports.ts';
import { keysCalls } from './integrations/keys.ts';
import { journeysCalls } from './journeys/journeys.ts';
import { proposalsCalls } from './journeys/proposals.ts';
import { messagesCalls } from './messages/messages.ts';
import { unreadCalls } from './messages/unread.ts';
import { mailPreferencesCalls } from './notices/mail-preferences.ts';
import { noticesCalls } from './notices/notices.ts';
import { additionsCalls } from './partners/additions.ts';
import { findPartnersCalls } from './partners/find-partners.ts';
import { logoCalls } from './partners/logo.ts';
import * as plugins from './plugins/index.ts';
import { absenceCalls } from './processing/absence.ts';
import { deskCalls } from './processing/desk.ts';
import { bulkCalls } from './processing/bulk.ts';
import { historyCalls } from './processing/history.ts';
import { ownerCalls } from './processing/owner.ts';
import { answerCalls } from './processing/answers.ts';
import { invitationCalls } from './processing/invitation.ts';
import { stepFileCalls } from './processing/step-file.ts';
import { awaitedDocumentsCalls } from './processing/awaited-documents.ts';
import { snoozeCalls } from './processing/snooze.ts';
import { stepEndsCalls } from './processing/step-ends.ts';
import { stepsCalls } from './processing/steps.ts';
import { viewsCalls } from './processing/views.ts';
import { todayCalls } from './processing/today.ts';
import { worklistCalls } from './processing/worklist.ts';
import { receiptsCalls } from './receipts/receipts.ts';
import { paramsCalls } from './reference/params.ts';
import { agreementCalls } from './requests/agreement.ts';
import { draftsCalls } from './requests/drafts.ts';
import { requestsCalls } from './requests/requests.ts';
import { submissionCalls } from './requests/submission.ts';
import { pendingWorkCalls } from './requests/pending-work.ts';
import { withdrawalCalls } from './requests/withdrawal.ts';
import { generalCalls } from './simulations/general.ts';
import { savedSimulationsCalls } from './simulations/saved.ts';
import { nordevCalls } from './simulations/nordev.ts';
import { premiumRulesCalls } from './simulations/premium-rules.ts';
import { statisticsCalls } from './statistics/statistics.ts';

/** The portal's calls without plugins. Each file of calls is listed once. */
const coreEndpoints = {
  ...accessCalls,
  ...colleaguesCalls,
  ...consentCalls,
  ...currentUserCalls,
  ...languageCalls,
  ...qualificationCalls,
  ...recordAccessesCalls,
  ...secondFactorCalls,
  ...securityCalls,
  ...signInCalls,
  ...signUpCalls,
  ...downloadsCalls,
  ...counterCalls,
  ...filedRequestsCalls,
  ...importsCalls,
  ...keysCalls,
  ...journeysCalls,
  ...proposalsCalls,
  ...messagesCalls,
  ...unreadCalls,
  ...mailPreferencesCalls,
  ...noticesCalls,
  ...additionsCalls,
  ...findPartnersCalls,
  ...logoCalls,
  ...absenceCalls,
  ...deskCalls,
  ...bulkCalls,
  ...historyCalls,
  ...ownerCalls,
  ...answerCalls,
  ...invitationCalls,
  ...stepFileCalls,
  ...awaitedDocumentsCalls,
  ...snoozeCalls,
  ...stepEndsCalls,
  ...stepsCalls,
  ...viewsCalls,
  ...todayCalls,
  ...worklistCalls,
  ...receiptsCalls,
  ...paramsCalls,
  ...agreementCalls,
  ...draftsCalls,
  ...requestsCalls,
  ...submissionCalls,
  ...pendingWorkCalls,
  ...withdrawalCalls,
  ...generalCalls,
  ...nordevCalls,
  ...savedSimulationsCalls,
  ...premiumRulesCalls,
  ...statisticsCalls,
} as const;
export type CoreEndpoints = typeof coreEndpoints;

type Intersection<U> = (U extends unknown ? (member: U) => void : never) extends (
  member: infer I,
) => void
  ? I
  : never;
type PluginEndpoints = Intersection<(typeof plugins)[keyof typeof plugins]['calls']>;

/** Every call of the API by operation id. The router, the client and the OpenAPI document derive from it. */
export const endpoints = Object.assign(
  {},
  coreEndpoints,
  ...Object.values<{ readonly calls: object }>(plugins).map(({ calls }) => calls),
) as CoreEndpoints & PluginEndpoints;
export type Endpoints = typeof endpoints;
export type EndpointId = keyof Endpoints;
export type Area = Endpoints[EndpointId]['area'];
export type EndpointIdOf<A extends Area> = {
  [K in EndpointId]: Endpoints[K]['area'] extends A ? K : never;
}[EndpointId];
