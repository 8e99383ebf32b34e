import { randomUUID } from 'node:crypto';

import type { EndpointId } from '@wasl/contracts';

import { both, dto, everybody, onlyBeneficiaries, onlyPartners, type Row } from './row.ts';
import { samplePdf } from '../sample-files.ts';

/** Calls on imports, requests, steps, messages, files and simulations. */
export const requestRows = {
  importRequests: onlyPartners(400, 400, (c) =>
    c.post('/requests/uploadCanevasDemandes').field('x', '1'),
  ),
  importBeneficiaries: onlyPartners(400, 400, (c) =>
    c.post('/beneficiary/uploadCanevasBeneficiaires').field('x', '1'),
  ),
  downloadRequestsTemplate: onlyPartners(200, 200, (c) => c.get('/requests/canevas')),
  downloadBeneficiariesTemplate: onlyPartners(200, 200, (c) => c.get('/beneficiary/canevas')),
  downloadRequestFaults: onlyPartners(400, 400, (c) =>
    c.post('/requests/uploadCanevasDemandes/faults').field('x', '1'),
  ),
  downloadBeneficiaryFaults: onlyPartners(400, 400, (c) =>
    c.post('/beneficiary/uploadCanevasBeneficiaires/faults').field('x', '1'),
  ),
  listImports: onlyPartners(200, 200, (c) => c.get('/imports')),
  getImportRun: onlyPartners(404, 404, (c) =>
    c.get('/imports/runs/6f1e1c1a-4a1e-4f6e-9a2b-3c4d5e6f7a8b'),
  ),
  listFiledRequests: onlyPartners(200, 200, (c) => c.get('/imports/requests')),
  listCounterChoices: onlyPartners(200, 200, (c) => c.get('/counter/choices')),
  findCounterPeople: onlyPartners(200, 200, (c) => c.post('/counter/people', { search: 'Alaoui' })),
  // The owner is known to P alone, by a step.
  fileRequest: onlyPartners(404, 201, (c, fx) =>
    c
      .post('/counter/requests')
      .field(
        'filing',
        JSON.stringify({
          person: { id: fx.a.id },
          description: 'Besoin',
          services: [fx.service],
          clientKey: randomUUID(),
        }),
      )
      .field('codes', 'BUSINESS_PLAN')
      .attach('files', samplePdf, 'plan.pdf'),
  ),
  // This test process has no listen connection, so streams are unavailable.
  followChanges: both(503, 503, 503, 503, (c) => c.get('/changes')),
  filterRequests: both(200, 200, 200, 200, (c) => c.post('/requests/filter', [])),
  getYourTurn: onlyBeneficiaries(200, 200, (c) => c.get('/requests/yourTurn')),
  getDraft: onlyBeneficiaries(200, 200, (c) => c.get('/drafts/request')),
  saveDraft: onlyBeneficiaries(200, 200, (c) =>
    c.put('/drafts/request', { value: { description: 'Un local' }, version: null }),
  ),
  deleteDraft: onlyBeneficiaries(200, 200, (c) => c.delete('/drafts/request')),
  getRequest: both(404, 404, 200, 200, (c, fx) => c.get(`/requests/${String(fx.submitted)}`)),
  createRequest: onlyBeneficiaries(201, 201, (c, fx) =>
    c.post('/requests').field('createRequestDto', dto(fx)),
  ),
  updateRequest: onlyBeneficiaries(404, 200, (c, fx) =>
    c.put(`/requests/${String(fx.draft)}`).field('createRequestDto', dto(fx)),
  ),
  uploadRequestDocument: onlyBeneficiaries(404, 201, (c, fx) =>
    c
      .post(`/requests/${String(fx.draft)}/document`)
      .field('name', 'BUSINESS_PLAN')
      .attach('file', samplePdf, 'plan.pdf'),
  ),
  attachSimulation: onlyBeneficiaries(404, 201, (c, fx) =>
    fx.app.make
      .aSimulation(fx.a.id)
      .then(({ id }) => c.post(`/requests/${String(fx.draft)}/simulation`, { simulationId: id })),
  ),
  removeRequestDocument: onlyBeneficiaries(404, 200, (c, fx) =>
    c.delete(`/requests/${String(fx.draft)}/document/DEFAULT_DOC`),
  ),
  changeRequestStatus: onlyBeneficiaries(404, 409, (c, fx) =>
    c.put('/requests/observationAndStatus', {
      idRequest: fx.draft,
      newStatus: 'SUPPRIME',
      observations: '',
    }),
  ),
  deleteRequest: onlyBeneficiaries(404, 200, (c, fx) => c.delete(`/requests/${String(fx.draft)}`)),
  previewSubmission: onlyBeneficiaries(404, 200, (c, fx) =>
    c.get(`/requests/${String(fx.draft)}/submission`),
  ),
  decideAgreement: onlyBeneficiaries(404, 200, (c, fx) =>
    c.post(`/requests/${String(fx.filed)}/agreement`, { accepted: true }),
  ),
  withdrawAgreement: onlyBeneficiaries(404, 409, (c, fx) =>
    c.delete(`/requests/${String(fx.filed)}/agreement`),
  ),
  // A draft is deleted, not withdrawn.
  withdrawRequest: onlyBeneficiaries(404, 409, (c, fx) =>
    c.post(`/requests/${String(fx.draft)}/withdraw`, { reason: 'MISTAKE' }),
  ),
  getReceipt: onlyBeneficiaries(404, 200, (c, fx) =>
    c.get(`/requests/${String(fx.submitted)}/receipt`),
  ),
  downloadReceipt: onlyBeneficiaries(404, 200, (c, fx) =>
    c.get(`/requests/${String(fx.submitted)}/receipt/pdf`),
  ),
  requestHistory: both(404, 404, 200, 200, (c, fx) =>
    c.get(`/requests/${String(fx.submitted)}/history`),
  ),
  listSteps: both(404, 404, 200, 200, (c, fx) =>
    c.post('/journeyInstanceProcessingSteps/list', { requestId: fx.submitted }),
  ),
  filterWorklist: onlyPartners(200, 200, (c) =>
    c.post('/journeyInstanceProcessingSteps/filter', []),
  ),
  countWorklist: onlyPartners(200, 200, (c) =>
    c.post('/journeyInstanceProcessingSteps/counts', []),
  ),
  getWorklistMark: onlyPartners(200, 200, (c) => c.get('/journeyInstanceProcessingSteps/mark')),
  getToday: onlyPartners(200, 200, (c) => c.get('/journeyInstanceProcessingSteps/today?files=2')),
  listViews: onlyPartners(200, 200, (c) => c.get('/processing/views')),
  createView: onlyPartners(400, 400, (c) =>
    c.post('/processing/views', { name: 'Vue', query: '' }),
  ),
  changeView: onlyPartners(404, 404, (c) =>
    c.put('/processing/views/999999', { name: 'Vue', version: 1 }),
  ),
  deleteView: onlyPartners(404, 404, (c) => c.delete('/processing/views/999999')),
  getWorklistColumns: onlyPartners(200, 200, (c) => c.get('/processing/columns')),
  saveWorklistColumns: onlyPartners(200, 200, (c) =>
    c.put('/processing/columns', { columns: ['dueOn'] }),
  ),
  exportWorklist: onlyPartners(200, 200, (c) =>
    c.post('/journeyInstanceProcessingSteps/export?format=csv', []),
  ),
  getStepDocuments: both(404, 404, 200, 200, (c, fx) =>
    c.get(`/journeyInstanceProcessingSteps/documents/${String(fx.step)}`),
  ),
  // Both roles' schemas accept this body; the role decides its effect.
  updateStep: both(404, 404, 200, 409, (c, fx) =>
    c.post('/processing/step/update', {
      processingStepId: fx.step,
      status: 'IN_PROGRESS',
      percent: 20,
      beneficiaryRating: 5,
      beneficiaryFeedback: 'Merci',
    }),
  ),
  getStepFile: onlyPartners(404, 200, (c, fx) =>
    c.get(`/processing/steps/${String(fx.step)}/file`),
  ),
  listAnswers: onlyPartners(200, 200, (c) => c.get('/processing/answers')),
  addAnswer: onlyPartners(201, 201, (c) =>
    c.post('/processing/answers', { name: `Bail ${randomUUID()}`, texts: { fr: 'Le bail.' } }),
  ),
  changeAnswer: onlyPartners(404, 404, (c) =>
    c.put('/processing/answers/999999', { name: 'Bail', texts: { fr: 'Le bail.' } }),
  ),
  removeAnswer: onlyPartners(404, 404, (c) => c.delete('/processing/answers/999999')),
  listFilledAnswers: onlyPartners(404, 200, (c, fx) =>
    c.get(`/processing/steps/${String(fx.step)}/answers`),
  ),
  // The owner of the request opened their account themselves.
  sendInvitation: onlyPartners(404, 409, (c, fx) =>
    c.post(`/processing/steps/${String(fx.step)}/invitation`, {}),
  ),
  findNeighbours: onlyPartners(404, 200, (c, fx) =>
    c.post(`/journeyInstanceProcessingSteps/neighbours?stepId=${String(fx.step)}`, []),
  ),
  setStepOwner: onlyPartners(404, 200, (c, fx) =>
    c.post(`/processing/step/owner/${String(fx.step)}`, { owner: null, expected: null }),
  ),
  // Each step has its own result, which refuses another organisation's step.
  changeSteps: onlyPartners(200, 200, (c, fx) =>
    c.post('/processing/steps/bulk', {
      action: { kind: 'claim' },
      key: randomUUID(),
      steps: [{ stepId: fx.step }],
    }),
  ),
  previewDecline: onlyPartners(404, 200, (c, fx) =>
    c.get(`/processing/step/decline/${String(fx.step)}`),
  ),
  // The invalid body is refused, because later rows need the step.
  declineStep: onlyPartners(400, 400, (c, fx) =>
    c.post(`/processing/step/decline/${String(fx.step)}`, { reason: 'OTHER' }),
  ),
  sendBackStep: onlyPartners(400, 400, (c, fx) =>
    c.post(`/processing/step/send-back/${String(fx.step)}`, { text: '' }),
  ),
  // The step was not declined.
  takeBackDecline: onlyPartners(404, 404, (c, fx) =>
    c.post(`/processing/step/decline/${String(fx.step)}/take-back`),
  ),
  // The step is not closed.
  takeBackClosing: onlyPartners(404, 409, (c, fx) =>
    c.post(`/processing/step/take-back/${String(fx.step)}`),
  ),
  // The document is not awaited.
  withdrawDocument: onlyPartners(404, 422, (c, fx) =>
    c.delete(`/processing/step/${String(fx.step)}/documents/AUCUN`),
  ),
  remindPerson: onlyPartners(404, 200, (c, fx) =>
    c.post(`/processing/step/${String(fx.step)}/reminder`),
  ),
  // The day is over.
  snoozeStep: onlyPartners(404, 400, (c, fx) =>
    c.put(`/processing/step/${String(fx.step)}/snooze`, { until: '2020-01-01', reason: 'Attente' }),
  ),
  wakeStep: onlyPartners(404, 200, (c, fx) =>
    c.delete(`/processing/step/${String(fx.step)}/snooze`),
  ),
  uploadStepDocuments: onlyBeneficiaries(404, 201, (c, fx) =>
    c
      .post(`/processing/step/upload/${String(fx.step)}`)
      .field('codes', fx.document.code)
      .attach('files', samplePdf, 'statuts.pdf'),
  ),
  // The message does not exist.
  deleteMessage: both(404, 404, 404, 404, (c, fx) =>
    c.delete(`/processing/step/${String(fx.step)}/messages/1`),
  ),
  getMessages: both(404, 404, 200, 200, (c, fx) =>
    c.get(`/processing/step/${String(fx.step)}/messages`),
  ),
  sendMessage: both(404, 404, 201, 201, (c, fx) =>
    c.post(`/processing/step/${String(fx.step)}/messages`, {
      body: 'Bonjour',
      clientKey: randomUUID(),
    }),
  ),
  sendMessageWithFiles: both(404, 404, 201, 201, (c, fx) =>
    c
      .post(`/processing/step/${String(fx.step)}/messages/files`)
      .field('body', 'Voici')
      .field('clientKey', randomUUID())
      .attach('files', samplePdf, 'statuts.pdf'),
  ),
  markMessagesRead: both(404, 404, 200, 200, (c, fx) =>
    c.put(`/processing/step/${String(fx.step)}/messages/read`, { upTo: 1 }),
  ),
  setAnswerNeeded: onlyPartners(404, 200, (c, fx) =>
    c.put(`/processing/step/${String(fx.step)}/messages/answer`, { isNeeded: false, upTo: 1 }),
  ),
  listThreads: both(200, 200, 200, 200, (c) => c.get('/messages/threads')),
  getNotes: onlyPartners(404, 200, (c, fx) => c.get(`/processing/step/${String(fx.step)}/notes`)),
  addNote: onlyPartners(404, 201, (c, fx) =>
    c.post(`/processing/step/${String(fx.step)}/notes`, {
      body: 'À rappeler',
      clientKey: randomUUID(),
    }),
  ),
  markNotesRead: onlyPartners(404, 200, (c, fx) =>
    c.put(`/processing/step/${String(fx.step)}/notes/read`, { upTo: 1 }),
  ),
  listNotices: both(200, 200, 200, 200, (c) => c.get('/notices')),
  markAllNoticesRead: both(200, 200, 200, 200, (c) => c.put('/notices/read', { upTo: 1 })),
  markNoticeRead: both(404, 404, 404, 200, (c, fx) =>
    fx.app.db.notice
      .create({ data: { userId: fx.a.id, kind: 'STATUS', requestId: fx.submitted } })
      .then(({ id }) => c.put(`/notices/${String(id)}/read`)),
  ),
  getUnread: both(200, 200, 200, 200, (c) => c.get('/unread')),
  getMailPreferences: both(200, 200, 200, 200, (c) => c.get('/mailPreferences')),
  saveMailPreferences: both(200, 200, 200, 200, (c) => c.put('/mailPreferences', { wanted: [] })),
  downloadFileStep: both(404, 404, 200, 200, (c, fx) => c.get(`/downloadFileStep/${fx.stepFile}`)),
  downloadFileRequest: both(404, 404, 200, 200, (c, fx) =>
    c.get(`/downloadFileRequest/${fx.requestFile}`),
  ),
  downloadFileMessage: both(404, 404, 200, 200, (c, fx) =>
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
  ),
  simulate: onlyBeneficiaries(400, 400, (c) => c.post('/simulate', {})),
  simulateNordev: onlyBeneficiaries(400, 400, (c) => c.post('/simulate-nordev', {})),
  generateReport: onlyBeneficiaries(404, 200, (c, fx) =>
    fx.app.make
      .aSimulation(fx.a.id)
      .then(({ id }) =>
        c.get(`/simulation_prime/generate_report?simulation_prime_id=${String(id)}`),
      ),
  ),
  generateNordevReport: onlyBeneficiaries(404, 200, (c, fx) =>
    fx.app.make
      .aSimulation(fx.a.id, 'nordev')
      .then(({ id }) =>
        c.get(`/simulation_prime_nordev/generate_report?simulation_prime_nordev_id=${String(id)}`),
      ),
  ),
  listSimulations: onlyBeneficiaries(200, 200, (c) => c.get('/simulations')),
  getSimulation: onlyBeneficiaries(404, 200, (c, fx) =>
    fx.app.make.aSimulation(fx.a.id).then(({ id }) => c.get(`/simulations/${String(id)}`)),
  ),
  renameSimulation: onlyBeneficiaries(404, 200, (c, fx) =>
    fx.app.make
      .aSimulation(fx.a.id)
      .then(({ id }) => c.put(`/simulations/${String(id)}`, { name: 'Usine' })),
  ),
  copySimulation: onlyBeneficiaries(404, 201, (c, fx) =>
    fx.app.make
      .aSimulation(fx.a.id)
      .then(({ id }) => c.post(`/simulations/${String(id)}/copy`, { name: 'Copie' })),
  ),
  shareSimulation: onlyBeneficiaries(404, 201, (c, fx) =>
    fx.app.make
      .aSimulation(fx.a.id)
      .then(({ id }) => c.post(`/simulations/${String(id)}/share`, {})),
  ),
  // The simulation has no shared link.
  unshareSimulation: onlyBeneficiaries(404, 404, (c, fx) =>
    fx.app.make.aSimulation(fx.a.id).then(({ id }) => c.delete(`/simulations/${String(id)}/share`)),
  ),
  deleteSimulation: onlyBeneficiaries(404, 200, (c, fx) =>
    fx.app.make.aSimulation(fx.a.id).then(({ id }) => c.delete(`/simulations/${String(id)}`)),
  ),
  getPremiumRules: everybody(200, (c, fx) =>
    fx.app.make.theRuleSets().then(() => c.get('/premiumRules/general')),
  ),
  getStatistics: onlyPartners(200, 200, (c) => c.get('/statistics?from=2026-01-01&to=2026-01-31')),
  exportStatistics: onlyPartners(200, 200, (c) =>
    c.get('/statistics/export?from=2026-01-01&to=2026-01-31&format=csv'),
  ),
} satisfies Partial<Record<EndpointId, Row>>;
