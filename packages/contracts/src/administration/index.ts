import { approvalCalls } from './approvals.ts';
import { entryCalls } from './entry.ts';
import { failureCalls } from './failures.ts';
import { historyCalls } from './history.ts';
import { peopleCalls } from './people.ts';
import { organisationCalls } from './organisations.ts';
import { monthReportCalls } from './month-report.ts';
import { noticeCalls } from './notice.ts';
import { referenceCalls } from './reference.ts';
import { unroutedCalls } from './unrouted.ts';
import { waitingCalls } from './waiting.ts';

export * from './approvals.ts';
export * from './call.ts';
export * from './entry.ts';
export * from './failures.ts';
export * from './history.ts';
export * from './organisations.ts';
export * from './month-report.ts';
export * from './notice.ts';
export * from './pages.ts';
export * from './people.ts';
export * from './refusals.ts';
export * from './reference.ts';
export * from './unrouted.ts';
export * from './waiting.ts';

/** Every call of the administration's pages. */
export const administrationCalls = {
  ...entryCalls,
  ...waitingCalls,
  ...approvalCalls,
  ...unroutedCalls,
  ...organisationCalls,
  ...failureCalls,
  ...noticeCalls,
  ...monthReportCalls,
  ...historyCalls,
  ...peopleCalls,
  ...referenceCalls,
} as const;
export type AdministrationCallsById = typeof administrationCalls;
export type AdministrationCallId = keyof AdministrationCallsById;
