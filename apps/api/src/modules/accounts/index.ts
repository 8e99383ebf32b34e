export { accountsHandlers } from './accounts.routes.ts';
export { agentApprovalService } from './agent-approval.service.ts';
