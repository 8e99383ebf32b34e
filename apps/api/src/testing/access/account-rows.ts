import { consentVersion, type EndpointId } from '@wasl/contracts';
import { sampleContact } from '@wasl/contracts/testing';

import { both, everybody, onlyBeneficiaries, onlyPartners, type Row } from './row.ts';
import { samplePicture } from '../sample-files.ts';

/**
 * Calls on accounts, reference lists, organisations and journeys. Public calls are invalid on purpose: the status shows
 * that the body was parsed, and nothing is written.
 */
export const accountRows = {
  signIn: everybody(400, (c) => c.post('/utilisateurs/signIn', {})),
  // Uses a separate session: ending a shared one would make the rows below fail with 401.
  signOut: both(200, 200, 200, 200, (c, fx) =>
    c === fx.clients.A
      ? fx.app.as(fx.a).then((own) => own.post('/utilisateurs/signOut'))
      : c === fx.clients.B || c === fx.clients.Q || c === fx.clients.P
        ? Promise.resolve({ status: 200 })
        : c.post('/utilisateurs/signOut'),
  ),
  signUpBeneficiary: everybody(400, (c) => c.post('/utilisateurs/signUpBeneficiary', {})),
  signUpAgentPartner: everybody(400, (c) => c.post('/utilisateurs/signUpAgentPartner', {})),
  uploadIdentity: everybody(400, (c) => c.post('/identity/upload').field('info', '{}')),
  confirmEmail: everybody(400, (c) => c.post('/email/confirm/unknown')),
  confirmEmailByPassword: everybody(400, (c) => c.post('/email/confirm/unknown/password', {})),
  resendConfirmation: everybody(400, (c) => c.post('/utilisateurs/resendConfirmation/none')),
  forgotPassword: everybody(400, (c) => c.post('/utilisateurs/forgotPassword/none')),
  checkResetToken: everybody(400, (c) => c.get('/utilisateurs/reinitialiserMotPasse?token=x')),
  savePassword: everybody(400, (c) => c.post('/utilisateurs/savePassword/x', {})),
  checkPassword: everybody(400, (c) => c.post('/utilisateurs/checkPassword', {})),
  approveAgent: onlyPartners(400, 400, (c) => c.post('/utilisateurs/approveAgent/x')),
  changePassword: both(400, 400, 400, 400, (c) => c.post('/utilisateurs/changePassword', {})),
  renewSession: both(200, 200, 200, 200, (c) => c.post('/utilisateurs/renewSession')),
  listRecordAccesses: onlyBeneficiaries(200, 200, (c) => c.get('/utilisateurs/accesses')),
  listSessions: both(200, 200, 200, 200, (c) => c.get('/utilisateurs/sessions')),
  // Each actor has one shared session, so this row does not end the sessions of the rows below.
  endOtherSessions: both(200, 200, 200, 200, (c) => c.delete('/utilisateurs/sessions')),
  getSecondFactor: both(200, 200, 200, 200, (c) => c.get('/utilisateurs/secondFactor')),
  beginSecondFactor: both(400, 400, 400, 400, (c) => c.post('/utilisateurs/secondFactor', {})),
  confirmSecondFactor: both(409, 409, 409, 409, (c) =>
    c.post('/utilisateurs/secondFactor/confirm', { code: '123456' }),
  ),
  renewRecoveryCodes: both(400, 400, 400, 400, (c) =>
    c.post('/utilisateurs/secondFactor/recoveryCodes', {}),
  ),
  removeSecondFactor: both(400, 400, 400, 400, (c) =>
    c.post('/utilisateurs/secondFactor/remove', {}),
  ),
  endOneSession: both(404, 404, 404, 404, (c) =>
    c.delete('/utilisateurs/sessions/00000000-0000-4000-8000-000000000000'),
  ),
  exportOwnData: both(200, 200, 200, 200, (c) => c.get('/utilisateurs/export')),
  deleteAccount: both(400, 400, 400, 400, (c) => c.post('/utilisateurs/deleteAccount', {})),
  acceptConsent: both(200, 200, 200, 200, (c) =>
    c.post('/utilisateurs/consent', { version: consentVersion }),
  ),
  keepAccount: both(200, 200, 200, 200, (c) => c.post('/utilisateurs/keepAccount')),
  getAbsence: onlyPartners(200, 200, (c) => c.get('/processing/absence')),
  saveAbsence: onlyPartners(400, 400, (c) => c.put('/processing/absence', {})),
  endAbsence: onlyPartners(200, 200, (c) => c.delete('/processing/absence')),
  getDesk: onlyPartners(200, 200, (c) => c.get('/processing/desk')),
  changeAssignment: onlyPartners(200, 200, (c) =>
    c.put('/processing/desk', { assignsByLoad: false }),
  ),
  setAgentServices: onlyPartners(404, 200, (c, fx) =>
    c.put(`/processing/desk/${fx.agentP.id}/services`, { services: [fx.service] }),
  ),
  handOverFiles: onlyPartners(404, 400, (c, fx) =>
    c.post(`/processing/desk/${fx.agentP.id}/handOver`, {
      until: null,
      to: [fx.agentP.id],
      reason: 'Malade',
    }),
  ),
  listColleagues: onlyPartners(404, 200, (c, fx) =>
    c.get(`/partners/${String(fx.partnerP)}/agents`),
  ),
  approveColleague: onlyPartners(404, 200, (c, fx) =>
    c.post(`/partners/${String(fx.partnerP)}/agents/${fx.agentP.id}/approve`),
  ),
  closeColleague: onlyPartners(404, 409, (c, fx) =>
    c.delete(`/partners/${String(fx.partnerP)}/agents/${fx.agentP.id}`),
  ),
  setColleagueRole: onlyPartners(404, 200, (c, fx) =>
    c.put(`/partners/${String(fx.partnerP)}/agents/${fx.agentP.id}/role`, {
      role: 'RESPONSABLE',
    }),
  ),
  getCurrentUser: onlyBeneficiaries(404, 200, (c, fx) => c.get(`/currentUser/${fx.a.id}`)),
  getCurrentUserPartner: onlyPartners(404, 200, (c, fx) =>
    c.get(`/currentUserPartner/${fx.agentP.email}`),
  ),
  updateBeneficiaryUser: onlyBeneficiaries(200, 200, (c) =>
    c.put('/updateBeneficiaryUser', sampleContact),
  ),
  updatePartnerUser: onlyPartners(200, 200, (c) => c.put('/updatePartnerUser', sampleContact)),
  saveLanguage: both(200, 200, 200, 200, (c) => c.put('/utilisateurs/lang', { lang: 'ar' })),
  saveQualification: onlyBeneficiaries(400, 400, (c) => c.post('/saveQualification', {})),
  paramsByParentI18n: everybody(200, (c) => c.get('/params/paramsByParentI18n/SERVICE')),
  paramsNames: everybody(200, (c) => c.get('/params/names/SERVICE')),
  paramsByParent: everybody(200, (c) => c.get('/params/paramsByParent/SERVICE')),
  addService: onlyPartners(400, 400, (c) => c.post('/params/SERVICE/addChild', { libelle: 'x' })),
  addDocumentType: onlyPartners(404, 201, (c, fx) =>
    c.post(`/partners/addDoc/${String(fx.partnerP)}/DOCUMENT`, { libelle: 'Plan de situation' }),
  ),
  listPartners: everybody(200, (c) => c.get('/partners')),
  searchPartners: everybody(200, (c) =>
    c.post('/partners/titleAndServicesAndSecteursAndSupportTypes', {}),
  ),
  getPartner: everybody(200, (c, fx) => c.get(`/partners/${String(fx.partnerP)}`)),
  uploadPartnerLogo: onlyPartners(404, 201, (c, fx) =>
    c
      .post(`/partners/${String(fx.partnerP)}/logo`)
      .attach('file', samplePicture('png', 8, 8), 'logo.png'),
  ),
  removePartnerLogo: onlyPartners(404, 200, (c, fx) =>
    c.delete(`/partners/${String(fx.partnerP)}/logo`),
  ),
  getPartnerLogo: everybody(404, (c) => c.get(`/partners/logo/${'a'.repeat(32)}`)),
  listDocumentTypes: both(200, 200, 200, 200, (c, fx) => c.get(`/docs/${String(fx.partnerP)}`)),
  searchJourneyDefs: both(200, 200, 200, 200, (c) =>
    c.post('/journeyDefs/journeyDefsByTitleAndTypeAndActive', {}),
  ),
  listProposals: onlyBeneficiaries(200, 200, (c) => c.get('/proposals')),
  dismissProposal: onlyBeneficiaries(404, 404, (c) => c.delete('/proposals/NO_SUCH_PROPOSAL')),
  getJourneyDef: both(200, 200, 200, 200, (c, fx) => c.get(`/journeyDefs/${String(fx.journey)}`)),
} satisfies Partial<Record<EndpointId, Row>>;
