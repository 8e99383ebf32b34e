import * as access from './accounts/access.ts';
import * as colleagues from './accounts/colleagues.ts';
import * as currentUser from './accounts/current-user.ts';
import { saveLanguage } from './accounts/language.ts';
import { saveQualification } from './accounts/qualification.ts';
import * as security from './accounts/security.ts';
import { signIn } from './accounts/sign-in.ts';
import { signUpAgentPartner, signUpBeneficiary, uploadIdentity } from './accounts/sign-up.ts';
import * as exchange from './messages/messages.ts';
import { downloadFileRequest, downloadFileStep } from './files/downloads.ts';
import { listFiledRequests } from './imports/filed-requests.ts';
import * as imports from './imports/imports.ts';
import { getJourneyDef, searchJourneyDefs } from './journeys/journeys.ts';
import * as mailPreferences from './notices/mail-preferences.ts';
import * as notices from './notices/notices.ts';
import { getPartner, listPartners, searchPartners } from './partners/find-partners.ts';
import * as logo from './partners/logo.ts';
import { requestHistory } from './processing/history.ts';
import * as steps from './processing/steps.ts';
import * as worklist from './processing/worklist.ts';
import {
  addDocumentType,
  addService,
  paramsByParent,
  paramsByParentI18n,
} from './reference/params.ts';
import { downloadReceipt, getReceipt } from './receipts/receipts.ts';
import { decideAgreement, withdrawAgreement } from './requests/agreement.ts';
import * as requests from './requests/requests.ts';
import { previewSubmission } from './requests/submission.ts';
import { generateReport, simulate } from './simulations/general.ts';
import { generateNordevReport, simulateNordev } from './simulations/nordev.ts';
import { getPremiumRules } from './simulations/premium-rules.ts';

/**
 * Every call of the API, by operation id: the router, the client and the OpenAPI document are made from it.
 * The router takes them in this order: a fixed path stands before one with a parameter in its place.
 */
export const endpoints = {
  signIn,
  signOut: access.signOut,
  signUpBeneficiary,
  signUpAgentPartner,
  uploadIdentity,
  confirmEmail: access.confirmEmail,
  resendConfirmation: access.resendConfirmation,
  forgotPassword: access.forgotPassword,
  checkResetToken: access.checkResetToken,
  savePassword: access.savePassword,
  approveAgent: access.approveAgent,
  listColleagues: colleagues.listColleagues,
  approveColleague: colleagues.approveColleague,
  closeColleague: colleagues.closeColleague,
  changePassword: security.changePassword,
  renewSession: security.renewSession,
  listSessions: security.listSessions,
  endOtherSessions: security.endOtherSessions,
  endOneSession: security.endOneSession,
  exportOwnData: security.exportOwnData,
  deleteAccount: security.deleteAccount,
  keepAccount: security.keepAccount,
  getCurrentUser: currentUser.getCurrentUser,
  getCurrentUserPartner: currentUser.getCurrentUserPartner,
  updateBeneficiaryUser: currentUser.updateBeneficiaryUser,
  updatePartnerUser: currentUser.updatePartnerUser,
  saveLanguage,
  saveQualification,
  paramsByParentI18n,
  paramsByParent,
  addService,
  addDocumentType,
  getPartnerLogo: logo.getPartnerLogo,
  uploadPartnerLogo: logo.uploadPartnerLogo,
  removePartnerLogo: logo.removePartnerLogo,
  listPartners,
  searchPartners,
  getPartner,
  listDocumentTypes: steps.listDocumentTypes,
  searchJourneyDefs,
  getJourneyDef,
  importRequests: imports.importRequests,
  importBeneficiaries: imports.importBeneficiaries,
  downloadRequestsTemplate: imports.downloadRequestsTemplate,
  downloadBeneficiariesTemplate: imports.downloadBeneficiariesTemplate,
  downloadRequestFaults: imports.downloadRequestFaults,
  downloadBeneficiaryFaults: imports.downloadBeneficiaryFaults,
  listImports: imports.listImports,
  getImportRun: imports.getImportRun,
  listFiledRequests,
  filterRequests: requests.filterRequests,
  changeRequestStatus: requests.changeRequestStatus,
  createRequest: requests.createRequest,
  updateRequest: requests.updateRequest,
  getRequest: requests.getRequest,
  deleteRequest: requests.deleteRequest,
  uploadRequestDocument: requests.uploadRequestDocument,
  removeRequestDocument: requests.removeRequestDocument,
  previewSubmission,
  decideAgreement,
  withdrawAgreement,
  getReceipt,
  downloadReceipt,
  requestHistory,
  listSteps: steps.listSteps,
  filterWorklist: worklist.filterWorklist,
  countWorklist: worklist.countWorklist,
  exportWorklist: worklist.exportWorklist,
  getStepDocuments: steps.getStepDocuments,
  updateStep: steps.updateStep,
  uploadStepDocuments: steps.uploadStepDocuments,
  getMessages: exchange.getMessages,
  sendMessage: exchange.sendMessage,
  markMessagesRead: exchange.markMessagesRead,
  listThreads: exchange.listThreads,
  getNotes: exchange.getNotes,
  addNote: exchange.addNote,
  listNotices: notices.listNotices,
  markAllNoticesRead: notices.markAllNoticesRead,
  markNoticeRead: notices.markNoticeRead,
  getUnread: notices.getUnread,
  getMailPreferences: mailPreferences.getMailPreferences,
  saveMailPreferences: mailPreferences.saveMailPreferences,
  downloadFileStep,
  downloadFileRequest,
  simulate,
  simulateNordev,
  generateReport,
  generateNordevReport,
  getPremiumRules,
} as const;
export type Endpoints = typeof endpoints;
export type EndpointId = keyof Endpoints;
