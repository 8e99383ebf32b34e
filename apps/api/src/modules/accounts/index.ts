export { accountMergeService } from './account-merge.service.ts';
export { mergedColumns } from './account-merge.repository.ts';
export { mergePages } from './merge-pages.ts';
export { accountsHandlers } from './accounts.routes.ts';
export { addressService } from './address.service.ts';
export { emailConfirmationService } from './email-confirmation.service.ts';
export { limitedMailsOf } from './link-mails.ts';
export { mailEligibility } from './mail-eligibility.repository.ts';
export { agentApprovalService, askColleagues } from './agent-approval.service.ts';
export { personAccessService, type Reopened, type Succession } from './person-access.service.ts';
export { exportedName, personArchive } from './person-archive.ts';
export { isErased, notErased } from './person-data.repository.ts';
export { resetSecondFactor } from './second-factor.service.ts';
export { endUnconfirmed } from './expired-accounts.service.ts';
export { eraseDueAccounts } from './own-data.service.ts';
export { accessesOfPersonRepository } from './record-accesses.repository.ts';
export { personDataService, personJson, type Erasure } from './person-data.service.ts';
export {
  columnsOf,
  personFields,
  personSelect,
  type ColumnsOf,
  type ItemMember,
  type MemberShape,
} from './person-columns.ts';
