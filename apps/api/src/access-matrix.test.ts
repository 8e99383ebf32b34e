import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { endpoints, type Endpoint, type EndpointId } from '@wasl/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  createTestApp,
  samplePdf,
  samplePicture,
  type TestApp,
  type TestClient,
} from './testing/index.ts';

/**
 * Who gets what from every call (docs/security.md S14). Statuses stand for: anonymous, disabled account, agent awaiting
 * approval, beneficiary B (a stranger), partner Q (another organisation), partner P (has a step), beneficiary A (owner).
 * They are made in this order, so that the owner's accepted call comes last.
 */
const actors = ['anonymous', 'disabled', 'unapproved', 'B', 'Q', 'P', 'A'] as const;
type ActorName = (typeof actors)[number];
type Statuses = readonly [number, number, number, number, number, number, number];

interface Fixture {
  readonly app: TestApp;
  readonly clients: Record<ActorName, TestClient>;
  readonly a: { id: string; email: string };
  readonly agentP: { id: string; email: string };
  readonly partnerP: number;
  readonly draft: number;
  readonly submitted: number;
  /** Filed by an organisation, waiting for A. */
  readonly filed: number;
  readonly step: number;
  readonly document: { id: number; code: string };
  readonly requestFile: string;
  readonly stepFile: string;
  readonly service: string;
  readonly journey: number;
}

interface Row {
  readonly call: (client: TestClient, fx: Fixture) => PromiseLike<{ status: number }>;
  readonly statuses: Statuses;
}

const onlyBeneficiaries = (b: number, a: number): Statuses => [401, 403, 403, b, 403, 403, a];
const onlyPartners = (q: number, p: number): Statuses => [401, 403, 403, 403, q, p, 403];
const both = (b: number, q: number, p: number, a: number): Statuses => [401, 403, 403, b, q, p, a];
const everybody = (status: number): Statuses => [
  status,
  status,
  status,
  status,
  status,
  status,
  status,
];

const person = {
  nom: 'Alami',
  prenom: 'Amina',
  address: 'x',
  city: 'Tanger',
  province: 'Tanger',
  phone: '0612345678',
};
const dto = (fx: Fixture) => JSON.stringify({ description: 'Besoin', services: [fx.service] });

/** Invalid on purpose where a call is public: the answer shows that it was read, and nothing is written. */
const matrix: Record<EndpointId, Row> = {
  signIn: { call: (c) => c.post('/utilisateurs/signIn', {}), statuses: everybody(400) },
  signOut: {
    // With a session of its own: ending the shared ones would turn the rows below into 401.
    call: (c, fx) =>
      c === fx.clients.A
        ? fx.app.as(fx.a).then((own) => own.post('/utilisateurs/signOut'))
        : c === fx.clients.anonymous || c === fx.clients.disabled || c === fx.clients.unapproved
          ? c.post('/utilisateurs/signOut')
          : Promise.resolve({ status: 200 }),
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
  listSessions: {
    call: (c) => c.get('/utilisateurs/sessions'),
    statuses: both(200, 200, 200, 200),
  },
  // Of the shared sessions each actor has one: nobody's other row below loses its session.
  endOtherSessions: {
    call: (c) => c.delete('/utilisateurs/sessions'),
    statuses: both(200, 200, 200, 200),
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
  keepAccount: {
    call: (c) => c.post('/utilisateurs/keepAccount'),
    statuses: both(200, 200, 200, 200),
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
  getJourneyDef: {
    call: (c, fx) => c.get(`/journeyDefs/${String(fx.journey)}`),
    statuses: both(200, 200, 200, 200),
  },
  importRequests: {
    call: (c) => c.post('/requests/uploadCanevasDemandes').field('x', '1'),
    statuses: onlyPartners(400, 400),
  },
  importBeneficiaries: {
    call: (c) => c.post('/beneficiary/uploadCanevasBeneficiaires').field('x', '1'),
    statuses: onlyPartners(400, 400),
  },
  downloadRequestsTemplate: {
    call: (c) => c.get('/requests/canevas'),
    statuses: onlyPartners(200, 200),
  },
  downloadBeneficiariesTemplate: {
    call: (c) => c.get('/beneficiary/canevas'),
    statuses: onlyPartners(200, 200),
  },
  downloadRequestFaults: {
    call: (c) => c.post('/requests/uploadCanevasDemandes/faults').field('x', '1'),
    statuses: onlyPartners(400, 400),
  },
  downloadBeneficiaryFaults: {
    call: (c) => c.post('/beneficiary/uploadCanevasBeneficiaires/faults').field('x', '1'),
    statuses: onlyPartners(400, 400),
  },
  listImports: {
    call: (c) => c.get('/imports'),
    statuses: onlyPartners(200, 200),
  },
  getImportRun: {
    call: (c) => c.get('/imports/runs/6f1e1c1a-4a1e-4f6e-9a2b-3c4d5e6f7a8b'),
    statuses: onlyPartners(404, 404),
  },
  listFiledRequests: {
    call: (c) => c.get('/imports/requests'),
    statuses: onlyPartners(200, 200),
  },
  filterRequests: {
    call: (c) => c.post('/requests/filter', []),
    statuses: both(200, 200, 200, 200),
  },
  getRequest: {
    call: (c, fx) => c.get(`/requests/${String(fx.submitted)}`),
    statuses: both(404, 404, 200, 200),
  },
  createRequest: {
    call: (c, fx) => c.post('/requests').field('createRequestDto', dto(fx)),
    statuses: onlyBeneficiaries(201, 201),
  },
  updateRequest: {
    call: (c, fx) => c.put(`/requests/${String(fx.draft)}`).field('createRequestDto', dto(fx)),
    statuses: onlyBeneficiaries(404, 200),
  },
  uploadRequestDocument: {
    call: (c, fx) =>
      c
        .post(`/requests/${String(fx.draft)}/document`)
        .field('name', 'BUSINESS_PLAN')
        .attach('file', samplePdf, 'plan.pdf'),
    statuses: onlyBeneficiaries(404, 201),
  },
  removeRequestDocument: {
    call: (c, fx) => c.delete(`/requests/${String(fx.draft)}/document/DEFAULT_DOC`),
    statuses: onlyBeneficiaries(404, 200),
  },
  changeRequestStatus: {
    call: (c, fx) =>
      c.put('/requests/observationAndStatus', {
        idRequest: fx.draft,
        newStatus: 'SUPPRIME',
        observations: '',
      }),
    statuses: onlyBeneficiaries(404, 409),
  },
  deleteRequest: {
    call: (c, fx) => c.delete(`/requests/${String(fx.draft)}`),
    statuses: onlyBeneficiaries(404, 200),
  },
  previewSubmission: {
    call: (c, fx) => c.get(`/requests/${String(fx.draft)}/submission`),
    statuses: onlyBeneficiaries(404, 200),
  },
  decideAgreement: {
    call: (c, fx) => c.post(`/requests/${String(fx.filed)}/agreement`, { accepted: true }),
    statuses: onlyBeneficiaries(404, 200),
  },
  withdrawAgreement: {
    call: (c, fx) => c.delete(`/requests/${String(fx.filed)}/agreement`),
    statuses: onlyBeneficiaries(404, 409),
  },
  getReceipt: {
    call: (c, fx) => c.get(`/requests/${String(fx.submitted)}/receipt`),
    statuses: onlyBeneficiaries(404, 200),
  },
  downloadReceipt: {
    call: (c, fx) => c.get(`/requests/${String(fx.submitted)}/receipt/pdf`),
    statuses: onlyBeneficiaries(404, 200),
  },
  requestHistory: {
    call: (c, fx) => c.get(`/requests/${String(fx.submitted)}/history`),
    statuses: both(404, 404, 200, 200),
  },
  listSteps: {
    call: (c, fx) => c.post('/journeyInstanceProcessingSteps/list', { requestId: fx.submitted }),
    statuses: both(404, 404, 200, 200),
  },
  filterWorklist: {
    call: (c) => c.post('/journeyInstanceProcessingSteps/filter', []),
    statuses: onlyPartners(200, 200),
  },
  countWorklist: {
    call: (c) => c.post('/journeyInstanceProcessingSteps/counts', []),
    statuses: onlyPartners(200, 200),
  },
  exportWorklist: {
    call: (c) => c.post('/journeyInstanceProcessingSteps/export?format=csv', []),
    statuses: onlyPartners(200, 200),
  },
  getStepDocuments: {
    call: (c, fx) => c.get(`/journeyInstanceProcessingSteps/documents/${String(fx.step)}`),
    statuses: both(404, 404, 200, 200),
  },
  updateStep: {
    // One body that both roles' schemas take: the role alone decides what is done with it.
    call: (c, fx) =>
      c.post('/processing/step/update', {
        processingStepId: fx.step,
        status: 'IN_PROGRESS',
        percent: 20,
        beneficiaryRating: 5,
        beneficiaryFeedback: 'Merci',
      }),
    statuses: both(404, 404, 200, 409),
  },
  uploadStepDocuments: {
    call: (c, fx) =>
      c
        .post(`/processing/step/upload/${String(fx.step)}`)
        .field('codes', fx.document.code)
        .attach('files', samplePdf, 'statuts.pdf'),
    statuses: onlyBeneficiaries(404, 201),
  },
  getMessages: {
    call: (c, fx) => c.get(`/processing/step/${String(fx.step)}/messages`),
    statuses: both(404, 404, 200, 200),
  },
  sendMessage: {
    call: (c, fx) =>
      c.post(`/processing/step/${String(fx.step)}/messages`, {
        body: 'Bonjour',
        clientKey: randomUUID(),
      }),
    statuses: both(404, 404, 201, 201),
  },
  markMessagesRead: {
    call: (c, fx) => c.put(`/processing/step/${String(fx.step)}/messages/read`, { upTo: 1 }),
    statuses: both(404, 404, 200, 200),
  },
  listThreads: { call: (c) => c.get('/messages/threads'), statuses: both(200, 200, 200, 200) },
  getNotes: {
    call: (c, fx) => c.get(`/processing/step/${String(fx.step)}/notes`),
    statuses: onlyPartners(404, 200),
  },
  addNote: {
    call: (c, fx) =>
      c.post(`/processing/step/${String(fx.step)}/notes`, {
        body: 'À rappeler',
        clientKey: randomUUID(),
      }),
    statuses: onlyPartners(404, 201),
  },
  listNotices: { call: (c) => c.get('/notices'), statuses: both(200, 200, 200, 200) },
  markAllNoticesRead: {
    call: (c) => c.put('/notices/read', { upTo: 1 }),
    statuses: both(200, 200, 200, 200),
  },
  markNoticeRead: {
    call: (c, fx) =>
      fx.app.db.notice
        .create({ data: { userId: fx.a.id, kind: 'STATUS', requestId: fx.submitted } })
        .then(({ id }) => c.put(`/notices/${String(id)}/read`)),
    statuses: both(404, 404, 404, 200),
  },
  getUnread: { call: (c) => c.get('/unread'), statuses: both(200, 200, 200, 200) },
  getMailPreferences: {
    call: (c) => c.get('/mailPreferences'),
    statuses: both(200, 200, 200, 200),
  },
  saveMailPreferences: {
    call: (c) => c.put('/mailPreferences', { wanted: [] }),
    statuses: both(200, 200, 200, 200),
  },
  downloadFileStep: {
    call: (c, fx) => c.get(`/downloadFileStep/${fx.stepFile}`),
    statuses: both(404, 404, 200, 200),
  },
  downloadFileRequest: {
    call: (c, fx) => c.get(`/downloadFileRequest/${fx.requestFile}`),
    statuses: both(404, 404, 200, 200),
  },
  simulate: { call: (c) => c.post('/simulate', {}), statuses: onlyBeneficiaries(400, 400) },
  simulateNordev: {
    call: (c) => c.post('/simulate-nordev', {}),
    statuses: onlyBeneficiaries(400, 400),
  },
  generateReport: {
    call: (c, fx) =>
      fx.app.make
        .aSimulation(fx.a.id)
        .then(({ id }) =>
          c.get(`/simulation_prime/generate_report?simulation_prime_id=${String(id)}`),
        ),
    statuses: onlyBeneficiaries(404, 200),
  },
  generateNordevReport: {
    call: (c, fx) =>
      fx.app.make
        .aSimulation(fx.a.id, 'nordev')
        .then(({ id }) =>
          c.get(
            `/simulation_prime_nordev/generate_report?simulation_prime_nordev_id=${String(id)}`,
          ),
        ),
    statuses: onlyBeneficiaries(404, 200),
  },
  getPremiumRules: {
    call: (c, fx) => fx.app.make.theRuleSets().then(() => c.get('/premiumRules/general')),
    statuses: onlyBeneficiaries(200, 200),
  },
};

async function createFixture(app: TestApp, folder: string): Promise<Fixture> {
  const { make, db, deps } = app;
  await make.anItem('STATUS', { code: 'NOUVEAU' });
  const service = await make.aService();
  const partnerP = await make.aPartner({ serviceItems: [service] });
  const partnerQ = await make.aPartner();
  const [a, b, agentP, agentQ] = await Promise.all([
    make.aBeneficiary(),
    make.aBeneficiary(),
    make.anAgent({ partnerId: partnerP.id }),
    make.anAgent({ partnerId: partnerQ.id }),
  ]);
  const disabled = await make.aBeneficiary({ disabledAt: new Date() });
  const unapproved = await make.anAgent({ partnerId: partnerP.id, approvedAt: null });
  const draft = await make.aRequest({ beneficiaryId: a.id });
  const submitted = await make.aRequest({ beneficiaryId: a.id, status: 'NOUVEAU' });
  const step = await make.aStep({ requestId: submitted.id, partnerId: partnerP.id });
  const filed = await make.aRequest({
    beneficiaryId: a.id,
    importId: (await make.anImport(partnerP.id, 'REQUESTS')).id,
    agreement: 'WAITING',
  });
  const statutes = await make.anItem('DOCUMENT');
  const receipt = await make.anItem('DOCUMENT');
  const store = async (name: string) => {
    const source = path.join(folder, name);
    await writeFile(source, samplePdf);
    const sha256 = createHash('sha256').update(samplePdf).digest('hex');
    const key = await deps.storage.put(source, samplePdf.length, sha256);
    return await db.storedFile.create({
      data: {
        key,
        originalName: name,
        mimeType: 'application/pdf',
        size: samplePdf.length,
        sha256,
        ownerId: a.id,
      },
    });
  };
  const requestFile = await store('plan.pdf');
  const stepFile = await store('recu.pdf');
  const draftFile = await store('autre.pdf');
  await db.requestDocument.createMany({
    data: [
      { requestId: submitted.id, code: 'BUSINESS_PLAN', fileId: requestFile.id },
      { requestId: draft.id, code: 'DEFAULT_DOC', fileId: draftFile.id },
    ],
  });
  await db.stepDocument.createMany({
    data: [
      { stepId: step.id, documentItemId: statutes.id },
      { stepId: step.id, documentItemId: receipt.id, fileId: stepFile.id, uploadedAt: new Date() },
    ],
  });
  return {
    app,
    clients: {
      anonymous: app.anonymous,
      disabled: await app.as(disabled),
      unapproved: await app.as(unapproved),
      B: await app.as(b),
      Q: await app.as(agentQ),
      P: await app.as(agentP),
      A: await app.as(a),
    },
    a,
    agentP,
    partnerP: partnerP.id,
    draft: draft.id,
    submitted: submitted.id,
    filed: filed.id,
    step: step.id,
    document: statutes,
    requestFile: requestFile.key,
    stepFile: stepFile.key,
    service: service.code,
    journey: (await make.aJourney()).id,
  };
}

describe('who gets what from every call (S14)', () => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    app = await createTestApp();
    folder = await mkdtemp(path.join(os.tmpdir(), 'wasl-access-'));
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  it('knows every call of the contract', () => {
    expect(Object.keys(matrix).sort()).toEqual(Object.keys(endpoints).sort());
  });

  it.each(Object.entries(matrix))('%s', async (id, row) => {
    const fx = await createFixture(app, folder);
    const answered: Record<string, number> = {};
    for (const actor of actors) answered[actor] = (await row.call(fx.clients[actor], fx)).status;
    const wanted = Object.fromEntries(actors.map((actor, i) => [actor, row.statuses[i]]));
    expect({ id, ...answered }).toEqual({ id, ...wanted });
  });
});

describe('the router and the contracts', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(async () => {
    await app.close();
  });

  it('serves each call of the contract under its path and method', async () => {
    const missing: string[] = [];
    for (const endpoint of Object.values(endpoints) as Endpoint[]) {
      const address = endpoint.path.replaceAll(/:\w+/g, '1');
      const answer = await fetch(`${app.baseUrl}/api${address}`, { method: 'OPTIONS' });
      const allowed = answer.headers.get('allow') ?? '';
      if (!allowed.includes(endpoint.method.toUpperCase()))
        missing.push(`${endpoint.method} ${endpoint.path}`);
    }
    expect(missing).toEqual([]);
  });
});
