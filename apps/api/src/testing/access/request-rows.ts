import { randomUUID } from 'node:crypto';

import type { EndpointId } from '@wasl/contracts';

import { both, dto, everybody, onlyBeneficiaries, onlyPartners, type Row } from './row.ts';
import { samplePdf } from '../sample-files.ts';

/** Of imports, requests, steps, messages, files and simulations. */
export const requestRows = {
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
  followChanges: {
    // The process of these tests listens to nothing, so it has nothing to tell to whoever may be told.
    call: (c) => c.get('/changes'),
    statuses: both(503, 503, 503, 503),
  },
  filterRequests: {
    call: (c) => c.post('/requests/filter', []),
    statuses: both(200, 200, 200, 200),
  },
  getYourTurn: {
    call: (c) => c.get('/requests/yourTurn'),
    statuses: onlyBeneficiaries(200, 200),
  },
  getDraft: {
    call: (c) => c.get('/drafts/request'),
    statuses: onlyBeneficiaries(200, 200),
  },
  saveDraft: {
    call: (c) => c.put('/drafts/request', { value: { description: 'Un local' }, version: null }),
    statuses: onlyBeneficiaries(200, 200),
  },
  deleteDraft: {
    call: (c) => c.delete('/drafts/request'),
    statuses: onlyBeneficiaries(200, 200),
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
  attachSimulation: {
    call: (c, fx) =>
      fx.app.make
        .aSimulation(fx.a.id)
        .then(({ id }) => c.post(`/requests/${String(fx.draft)}/simulation`, { simulationId: id })),
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
  withdrawRequest: {
    // A draft is deleted, not withdrawn.
    call: (c, fx) => c.post(`/requests/${String(fx.draft)}/withdraw`, { reason: 'MISTAKE' }),
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
  getWorklistMark: {
    call: (c) => c.get('/journeyInstanceProcessingSteps/mark'),
    statuses: onlyPartners(200, 200),
  },
  listViews: {
    call: (c) => c.get('/processing/views'),
    statuses: onlyPartners(200, 200),
  },
  createView: {
    call: (c) => c.post('/processing/views', { name: 'Vue', query: '' }),
    statuses: onlyPartners(400, 400),
  },
  changeView: {
    call: (c) => c.put('/processing/views/999999', { name: 'Vue', version: 1 }),
    statuses: onlyPartners(404, 404),
  },
  deleteView: {
    call: (c) => c.delete('/processing/views/999999'),
    statuses: onlyPartners(404, 404),
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
  getStepFile: {
    call: (c, fx) => c.get(`/processing/steps/${String(fx.step)}/file`),
    statuses: onlyPartners(404, 200),
  },
  listAnswers: {
    call: (c) => c.get('/processing/answers'),
    statuses: onlyPartners(200, 200),
  },
  addAnswer: {
    call: (c) =>
      c.post('/processing/answers', { name: `Bail ${randomUUID()}`, texts: { fr: 'Le bail.' } }),
    statuses: onlyPartners(201, 201),
  },
  changeAnswer: {
    call: (c) => c.put('/processing/answers/999999', { name: 'Bail', texts: { fr: 'Le bail.' } }),
    statuses: onlyPartners(404, 404),
  },
  removeAnswer: {
    call: (c) => c.delete('/processing/answers/999999'),
    statuses: onlyPartners(404, 404),
  },
  listFilledAnswers: {
    call: (c, fx) => c.get(`/processing/steps/${String(fx.step)}/answers`),
    statuses: onlyPartners(404, 200),
  },
  markPresence: {
    call: (c, fx) => c.post(`/processing/steps/${String(fx.step)}/presence`, {}),
    statuses: onlyPartners(404, 200),
  },
  leavePresence: {
    call: (c, fx) => c.delete(`/processing/steps/${String(fx.step)}/presence`),
    statuses: onlyPartners(200, 200),
  },
  sendInvitation: {
    call: (c, fx) => c.post(`/processing/steps/${String(fx.step)}/invitation`, {}),
    // The person of the step opened their account themselves.
    statuses: onlyPartners(404, 409),
  },
  findNeighbours: {
    call: (c, fx) =>
      c.post(`/journeyInstanceProcessingSteps/neighbours?stepId=${String(fx.step)}`, []),
    statuses: onlyPartners(404, 200),
  },
  setStepOwner: {
    call: (c, fx) =>
      c.post(`/processing/step/owner/${String(fx.step)}`, { owner: null, expected: null }),
    statuses: onlyPartners(404, 200),
  },
  changeSteps: {
    // Each step has its own result: another organisation's is refused in it.
    call: (c, fx) =>
      c.post('/processing/steps/bulk', {
        action: { kind: 'claim' },
        key: randomUUID(),
        steps: [{ stepId: fx.step }],
      }),
    statuses: onlyPartners(200, 200),
  },
  declineStep: {
    // Refused as faulty: the step is needed by the rows that follow.
    call: (c, fx) => c.post(`/processing/step/decline/${String(fx.step)}`, { reason: 'OTHER' }),
    statuses: onlyPartners(400, 400),
  },
  sendBackStep: {
    call: (c, fx) => c.post(`/processing/step/send-back/${String(fx.step)}`, { text: '' }),
    statuses: onlyPartners(400, 400),
  },
  takeBackClosing: {
    // Nobody has closed it.
    call: (c, fx) => c.post(`/processing/step/take-back/${String(fx.step)}`),
    statuses: onlyPartners(404, 409),
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
  sendMessageWithFiles: {
    call: (c, fx) =>
      c
        .post(`/processing/step/${String(fx.step)}/messages/files`)
        .field('body', 'Voici')
        .field('clientKey', randomUUID())
        .attach('files', samplePdf, 'statuts.pdf'),
    statuses: both(404, 404, 201, 201),
  },
  markMessagesRead: {
    call: (c, fx) => c.put(`/processing/step/${String(fx.step)}/messages/read`, { upTo: 1 }),
    statuses: both(404, 404, 200, 200),
  },
  setAnswerNeeded: {
    call: (c, fx) =>
      c.put(`/processing/step/${String(fx.step)}/messages/answer`, { isNeeded: false, upTo: 1 }),
    statuses: onlyPartners(404, 200),
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
  markNotesRead: {
    call: (c, fx) => c.put(`/processing/step/${String(fx.step)}/notes/read`, { upTo: 1 }),
    statuses: onlyPartners(404, 200),
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
  getPhoneMessages: {
    call: (c) => c.get('/phoneMessages'),
    statuses: onlyBeneficiaries(200, 200),
  },
  savePhoneNumber: {
    call: (c) => c.put('/phoneMessages/number', { number: '0612345678', channel: 'SMS' }),
    statuses: onlyBeneficiaries(200, 200),
  },
  verifyPhoneNumber: {
    call: (c) => c.post('/phoneMessages/code', { code: '000000' }),
    statuses: onlyBeneficiaries(400, 400),
  },
  savePhoneMessages: {
    call: (c) => c.put('/phoneMessages', { wanted: [], channel: 'SMS' }),
    statuses: onlyBeneficiaries(409, 409),
  },
  removePhoneNumber: {
    call: (c) => c.delete('/phoneMessages'),
    statuses: onlyBeneficiaries(200, 200),
  },
  downloadFileStep: {
    call: (c, fx) => c.get(`/downloadFileStep/${fx.stepFile}`),
    statuses: both(404, 404, 200, 200),
  },
  downloadFileRequest: {
    call: (c, fx) => c.get(`/downloadFileRequest/${fx.requestFile}`),
    statuses: both(404, 404, 200, 200),
  },
  downloadFileMessage: {
    call: (c, fx) =>
      fx.app.db.stepMessage
        .create({
          data: {
            stepId: fx.step,
            authorId: fx.a.id,
            authorRole: 'BENEFICIAIRE',
            body: 'Voici',
            clientKey: randomUUID(),
            attachments: {
              create: { name: 'rib.pdf', size: 1, file: { connect: { key: fx.stepFile } } },
            },
          },
        })
        .then(() => c.get(`/downloadFileMessage/${fx.stepFile}`)),
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
  listSimulations: { call: (c) => c.get('/simulations'), statuses: onlyBeneficiaries(200, 200) },
  getSimulation: {
    call: (c, fx) =>
      fx.app.make.aSimulation(fx.a.id).then(({ id }) => c.get(`/simulations/${String(id)}`)),
    statuses: onlyBeneficiaries(404, 200),
  },
  renameSimulation: {
    call: (c, fx) =>
      fx.app.make
        .aSimulation(fx.a.id)
        .then(({ id }) => c.put(`/simulations/${String(id)}`, { name: 'Usine' })),
    statuses: onlyBeneficiaries(404, 200),
  },
  copySimulation: {
    call: (c, fx) =>
      fx.app.make
        .aSimulation(fx.a.id)
        .then(({ id }) => c.post(`/simulations/${String(id)}/copy`, { name: 'Copie' })),
    statuses: onlyBeneficiaries(404, 201),
  },
  shareSimulation: {
    call: (c, fx) =>
      fx.app.make
        .aSimulation(fx.a.id)
        .then(({ id }) => c.post(`/simulations/${String(id)}/share`, {})),
    statuses: onlyBeneficiaries(404, 201),
  },
  unshareSimulation: {
    // Nothing was shared: nobody finds a link.
    call: (c, fx) =>
      fx.app.make
        .aSimulation(fx.a.id)
        .then(({ id }) => c.delete(`/simulations/${String(id)}/share`)),
    statuses: onlyBeneficiaries(404, 404),
  },
  deleteSimulation: {
    call: (c, fx) =>
      fx.app.make.aSimulation(fx.a.id).then(({ id }) => c.delete(`/simulations/${String(id)}`)),
    statuses: onlyBeneficiaries(404, 200),
  },
  getPremiumRules: {
    call: (c, fx) => fx.app.make.theRuleSets().then(() => c.get('/premiumRules/general')),
    statuses: everybody(200),
  },
  getStatistics: {
    call: (c) => c.get('/statistics?from=2026-01-01&to=2026-01-31'),
    statuses: onlyPartners(200, 200),
  },
  getPublicStatistics: { call: (c) => c.get('/stats'), statuses: everybody(200) },
  exportStatistics: {
    call: (c) => c.get('/statistics/export?from=2026-01-01&to=2026-01-31&format=csv'),
    statuses: onlyPartners(200, 200),
  },
} satisfies Partial<Record<EndpointId, Row>>;
