export { accountsHandlers } from './accounts.routes.ts';
export { agentApprovalService, askColleagues } from './agent-approval.service.ts';
export {
  administratorActsRepository,
  type AdministratorWord,
} from './administrator-acts.repository.ts';
export { personAccessService, type Reopened } from './person-access.service.ts';
export { resetSecondFactor } from './second-factor.service.ts';
export { eraseDueAccounts } from './own-data.service.ts';
export { accessesOfPersonRepository } from './record-accesses.repository.ts';
export { personDataService, personJson, type Erasure } from './person-data.service.ts';
export {
  columnsOf,
  personFields,
  type ColumnsOf,
  type ItemMember,
  type MemberShape,
} from './person-columns.ts';
