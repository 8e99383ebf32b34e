export { accountsHandlers } from './accounts.routes.ts';
export { agentApprovalService } from './agent-approval.service.ts';
export { dateOfDay } from './date-of-day.ts';
export type { AccountRow } from './users.repository.ts';
