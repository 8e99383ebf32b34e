import { consentVersion, type EndpointId } from '@wasl/contracts';

import { both, everybody, onlyBeneficiaries, onlyPartners, person, type Row } from './row.ts';
import { samplePicture } from '../sample-files.ts';

/**
 * Of accounts, reference lists, organisations and journeys. Invalid on purpose where a call is public: the answer shows
 * that it was read, and nothing is written.
 */
export const accountRows = {
  signIn: { call: (c) => c.post('/utilisateurs/signIn', {}), statuses: everybody(400) },
  signOut: {
    // With a session of its own: ending the shared ones would turn the rows below into 401.
    call: (c, fx) =>
      c === fx.clients.A
        ? fx.app.as(fx.a).then((own) => own.post('/utilisateurs/signOut'))
        : c === fx.clients.B || c === fx.clients.Q || c === fx.clients.P
          ? Promise.resolve({ status: 200 })
          : c.post('/utilisateurs/signOut'),
    statuses: both(200, 200, 200, 200),
  },
  signUpBeneficiary: {
    call: (c) => c.post('/utilisateurs/signUpBeneficiary', {}),
    statuses: everybody(400),
  },
  signUpAgentPartner: {
    call: (c) => c.post('/utilisateurs/signUpAgentPartner', {}),
    statuses: everybody(400),
  },
  uploadIdentity: {
    call: (c) => c.post('/identity/upload').field('info', '{}'),
    statuses: everybody(400),
  },
  confirmEmail: { call: (c) => c.post('/email/confirm/unknown'), statuses: everybody(400) },
  confirmEmailByPassword: {
    call: (c) => c.post('/email/confirm/unknown/password', {}),
    statuses: everybody(400),
  },
  resendConfirmation: {
    call: (c) => c.post('/utilisateurs/resendConfirmation/none'),
    statuses: everybody(400),
  },
  forgotPassword: {
    call: (c) => c.post('/utilisateurs/forgotPassword/none'),
    statuses: everybody(400),
  },
  checkResetToken: {
    call: (c) => c.get('/utilisateurs/reinitialiserMotPasse?token=x'),
    statuses: everybody(400),
  },
  savePassword: {
    call: (c) => c.post('/utilisateurs/savePassword/x', {}),
    statuses: everybody(400),
  },
  approveAgent: {
    call: (c) => c.post('/utilisateurs/approveAgent/x'),
    statuses: onlyPartners(400, 400),
  },
  changePassword: {
    call: (c) => c.post('/utilisateurs/changePassword', {}),
    statuses: both(400, 400, 400, 400),
  },
  renewSession: {
    call: (c) => c.post('/utilisateurs/renewSession'),
    statuses: both(200, 200, 200, 200),
  },
  listRecordAccesses: {
    call: (c) => c.get('/utilisateurs/accesses'),
    statuses: onlyBeneficiaries(200, 200),
  },
  listSessions: {
    call: (c) => c.get('/utilisateurs/sessions'),
    statuses: both(200, 200, 200, 200),
  },
  // Of the shared sessions each actor has one: nobody's other row below loses its session.
  endOtherSessions: {
    call: (c) => c.delete('/utilisateurs/sessions'),
    statuses: both(200, 200, 200, 200),
  },
  getSecondFactor: {
    call: (c) => c.get('/utilisateurs/secondFactor'),
    statuses: both(200, 200, 200, 200),
  },
  beginSecondFactor: {
    call: (c) => c.post('/utilisateurs/secondFactor', {}),
    statuses: both(400, 400, 400, 400),
  },
  confirmSecondFactor: {
    call: (c) => c.post('/utilisateurs/secondFactor/confirm', { code: '123456' }),
    statuses: both(409, 409, 409, 409),
  },
  renewRecoveryCodes: {
    call: (c) => c.post('/utilisateurs/secondFactor/recoveryCodes', {}),
    statuses: both(400, 400, 400, 400),
  },
  removeSecondFactor: {
    call: (c) => c.post('/utilisateurs/secondFactor/remove', {}),
    statuses: both(400, 400, 400, 400),
  },
  endOneSession: {
    call: (c) => c.delete('/utilisateurs/sessions/00000000-0000-4000-8000-000000000000'),
    statuses: both(404, 404, 404, 404),
  },
  exportOwnData: {
    call: (c) => c.get('/utilisateurs/export'),
    statuses: both(200, 200, 200, 200),
  },
  deleteAccount: {
    call: (c) => c.post('/utilisateurs/deleteAccount', {}),
    statuses: both(400, 400, 400, 400),
  },
  acceptConsent: {
    call: (c) => c.post('/utilisateurs/consent', { version: consentVersion }),
    statuses: both(200, 200, 200, 200),
  },
  keepAccount: {
    call: (c) => c.post('/utilisateurs/keepAccount'),
    statuses: both(200, 200, 200, 200),
  },
  getAbsence: {
    call: (c) => c.get('/processing/absence'),
    statuses: onlyPartners(200, 200),
  },
  saveAbsence: {
    call: (c) => c.put('/processing/absence', {}),
    statuses: onlyPartners(400, 400),
  },
  endAbsence: {
    call: (c) => c.delete('/processing/absence'),
    statuses: onlyPartners(200, 200),
  },
  listColleagues: {
    call: (c, fx) => c.get(`/partners/${String(fx.partnerP)}/agents`),
    statuses: onlyPartners(404, 200),
  },
  approveColleague: {
    call: (c, fx) => c.post(`/partners/${String(fx.partnerP)}/agents/${fx.agentP.id}/approve`),
    statuses: onlyPartners(404, 200),
  },
  closeColleague: {
    call: (c, fx) => c.delete(`/partners/${String(fx.partnerP)}/agents/${fx.agentP.id}`),
    statuses: onlyPartners(404, 409),
  },
  setColleagueRole: {
    call: (c, fx) =>
      c.put(`/partners/${String(fx.partnerP)}/agents/${fx.agentP.id}/role`, {
        role: 'RESPONSABLE',
      }),
    statuses: onlyPartners(404, 200),
  },
  getCurrentUser: {
    call: (c, fx) => c.get(`/currentUser/${fx.a.id}`),
    statuses: onlyBeneficiaries(404, 200),
  },
  getCurrentUserPartner: {
    call: (c, fx) => c.get(`/currentUserPartner/${fx.agentP.email}`),
    statuses: onlyPartners(404, 200),
  },
  updateBeneficiaryUser: {
    call: (c) => c.put('/updateBeneficiaryUser', person),
    statuses: onlyBeneficiaries(200, 200),
  },
  updatePartnerUser: {
    call: (c) => c.put('/updatePartnerUser', person),
    statuses: onlyPartners(200, 200),
  },
  saveLanguage: {
    call: (c) => c.put('/utilisateurs/lang', { lang: 'ar' }),
    statuses: both(200, 200, 200, 200),
  },
  saveQualification: {
    call: (c) => c.post('/saveQualification', {}),
    statuses: onlyBeneficiaries(400, 400),
  },
  paramsByParentI18n: {
    call: (c) => c.get('/params/paramsByParentI18n/SERVICE'),
    statuses: everybody(200),
  },
  paramsNames: {
    call: (c) => c.get('/params/names/SERVICE'),
    statuses: everybody(200),
  },
  paramsByParent: {
    call: (c) => c.get('/params/paramsByParent/SERVICE'),
    statuses: everybody(200),
  },
  addService: {
    call: (c) => c.post('/params/SERVICE/addChild', { libelle: 'x' }),
    statuses: onlyPartners(400, 400),
  },
  addDocumentType: {
    call: (c, fx) =>
      c.post(`/partners/addDoc/${String(fx.partnerP)}/DOCUMENT`, { libelle: 'Plan de situation' }),
    statuses: onlyPartners(404, 201),
  },
  listPartners: { call: (c) => c.get('/partners'), statuses: everybody(200) },
  searchPartners: {
    call: (c) => c.post('/partners/titleAndServicesAndSecteursAndSupportTypes', {}),
    statuses: everybody(200),
  },
  getPartner: {
    call: (c, fx) => c.get(`/partners/${String(fx.partnerP)}`),
    statuses: everybody(200),
  },
  uploadPartnerLogo: {
    call: (c, fx) =>
      c
        .post(`/partners/${String(fx.partnerP)}/logo`)
        .attach('file', samplePicture('png', 8, 8), 'logo.png'),
    statuses: onlyPartners(404, 201),
  },
  removePartnerLogo: {
    call: (c, fx) => c.delete(`/partners/${String(fx.partnerP)}/logo`),
    statuses: onlyPartners(404, 200),
  },
  getPartnerLogo: {
    call: (c) => c.get(`/partners/logo/${'a'.repeat(32)}`),
    statuses: everybody(404),
  },
  listDocumentTypes: {
    call: (c, fx) => c.get(`/docs/${String(fx.partnerP)}`),
    statuses: both(200, 200, 200, 200),
  },
  searchJourneyDefs: {
    call: (c) => c.post('/journeyDefs/journeyDefsByTitleAndTypeAndActive', {}),
    statuses: both(200, 200, 200, 200),
  },
  listProposals: {
    call: (c) => c.get('/proposals'),
    statuses: onlyBeneficiaries(200, 200),
  },
  dismissProposal: {
    call: (c) => c.delete('/proposals/NO_SUCH_PROPOSAL'),
    statuses: onlyBeneficiaries(404, 404),
  },
  getJourneyDef: {
    call: (c, fx) => c.get(`/journeyDefs/${String(fx.journey)}`),
    statuses: both(200, 200, 200, 200),
  },
} satisfies Partial<Record<EndpointId, Row>>;
