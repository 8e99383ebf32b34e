import type { Deps } from '../../platform/program/deps.ts';
import type { HandlersOf } from '../../platform/http/handler.ts';
import { positionHeaders } from '../../platform/database/page-positions.ts';
import { answersService } from './answers.service.ts';
import { absenceService } from './absence.service.ts';
import { awaitedDocumentsService } from './awaited-documents.service.ts';
import { bulkService } from './bulk.service.ts';
import { declinesService } from './declines.service.ts';
import { closingService } from './closing.service.ts';
import { deskService } from './desk.service.ts';
import { historyService } from './history.service.ts';
import { ownerService } from './owner.service.ts';
import { invitationService } from './invitation.service.ts';
import { snoozeService } from './snooze.service.ts';
import { stepFileService } from './step-file.service.ts';
import { stepEndsService } from './step-ends.service.ts';
import { stepUpdateService } from './step-update.service.ts';
import { stepUploadService } from './step-upload.service.ts';
import { stepsService } from './steps.service.ts';
import { todayService } from './today.service.ts';
import { viewsService } from './views.service.ts';
import { worklistService } from './worklist.service.ts';

export function processingHandlers(
  deps: Pick<Deps, 'db' | 'clock' | 'mail' | 'files' | 'log' | 'limits' | 'words' | 'threads'>,
): HandlersOf<'processing'> {
  const steps = stepsService(deps);
  const history = historyService(deps);
  const worklist = worklistService(deps);
  const today = todayService(deps);
  const views = viewsService(deps);
  const files = stepFileService(deps);
  const answers = answersService(deps);
  const invitations = invitationService(deps);
  const owners = ownerService(deps);
  const absences = absenceService(deps);
  const desk = deskService(deps);
  const bulk = bulkService(deps);
  const updates = stepUpdateService(deps);
  const ends = stepEndsService(deps);
  const closings = closingService(deps);
  const declines = declinesService(deps);
  const uploads = stepUploadService(deps);
  const awaited = awaitedDocumentsService(deps);
  const snoozes = snoozeService(deps);
  return {
    listSteps: async ({ actor, body, lang }) => ({ body: await steps.list(actor, body, lang) }),
    filterWorklist: async ({ actor, body, query, lang }) => {
      const filter = { criteria: body, tab: query.tab, owner: query.owner };
      const { positions, ...page } = await worklist.page(actor, filter, query, lang);
      return { body: page, total: page.totalElements, headers: positionHeaders(positions) };
    },
    countWorklist: async ({ actor, body, query }) => ({
      body: await worklist.counts(actor, { criteria: body, tab: query.tab, owner: query.owner }),
    }),
    getWorklistMark: async ({ actor }) => ({ body: await worklist.mark(actor) }),
    getToday: async ({ actor, query, lang }) => ({
      body: await today.of(actor, query.files, lang),
    }),
    listViews: async ({ actor }) => ({ body: await views.list(actor) }),
    createView: async ({ actor, body }) => ({ body: await views.create(actor, body) }),
    changeView: async ({ actor, params, body }) => ({
      body: await views.change(actor, params.id, body),
    }),
    deleteView: async ({ actor, params }) => ({ body: await views.remove(actor, params.id) }),
    getWorklistColumns: async ({ actor }) => ({ body: { columns: await views.columns(actor) } }),
    saveWorklistColumns: async ({ actor, body }) => {
      await views.saveColumns(actor, body.columns);
      return { body: { success: true } };
    },
    exportWorklist: ({ actor, body, query, lang }) => {
      const filter = { criteria: body, tab: query.tab, owner: query.owner };
      return worklist.export(actor, filter, query.format, lang);
    },
    getStepFile: async ({ actor, params, lang }) => ({
      body: await files.read(actor, params.stepId, lang),
    }),
    listAnswers: async ({ actor }) => ({ body: await answers.list(actor) }),
    addAnswer: async ({ actor, body }) => ({ body: await answers.add(actor, body) }),
    changeAnswer: async ({ actor, params, body }) => ({
      body: await answers.change(actor, params.id, body),
    }),
    removeAnswer: async ({ actor, params }) => {
      await answers.remove(actor, params.id);
      return { body: { success: true } };
    },
    listFilledAnswers: async ({ actor, params, query, lang }) => ({
      body: await answers.filled(actor, params.stepId, query.reader, lang),
    }),
    sendInvitation: async ({ actor, params }) => ({
      body: await invitations.send(actor, params.stepId),
    }),
    findNeighbours: async ({ actor, body, query, lang }) => {
      const filter = { criteria: body, tab: query.tab, owner: query.owner };
      return { body: await worklist.neighbours(actor, filter, query, lang) };
    },
    getAbsence: async ({ actor }) => ({ body: await absences.get(actor) }),
    saveAbsence: async ({ actor, body }) => ({ body: await absences.save(actor, body) }),
    endAbsence: async ({ actor }) => ({ body: await absences.end(actor) }),
    getDesk: async ({ actor }) => ({ body: await desk.get(actor) }),
    changeAssignment: async ({ actor, body }) => ({
      body: await desk.changeAssignment(actor, body.assignsByLoad),
    }),
    setAgentServices: async ({ actor, params, body }) => ({
      body: await desk.setServices(actor, params.userId, body.services),
    }),
    handOverFiles: async ({ actor, params, body }) => ({
      body: await desk.handOver(actor, params.userId, body),
    }),
    setStepOwner: async ({ actor, params, body }) => ({
      body: (await owners.set(actor, params.stepId, body)).now,
    }),
    changeSteps: async ({ actor, body, lang }) => ({
      body: { results: await bulk.run(actor, body, lang) },
    }),
    getStepDocuments: async ({ actor, params, lang }) => ({
      body: await steps.documents(actor, params.stepId, lang),
    }),
    requestHistory: async ({ actor, params, lang }) => ({
      body: await history.of(actor, params.id, lang),
    }),
    updateStep: async ({ actor, body, lang }) => ({
      body: await updates.update(actor, body, lang),
    }),
    previewDecline: async ({ actor, params, lang }) => ({
      body: await ends.preview(actor, params.stepId, lang),
    }),
    declineStep: async ({ actor, params, body, lang }) => ({
      body: await ends.decline(actor, params.stepId, body, lang),
    }),
    sendBackStep: async ({ actor, params, body, lang }) => ({
      body: await ends.sendBack(actor, params.stepId, body, lang),
    }),
    takeBackDecline: async ({ actor, params }) => ({
      body: await declines.takeBack(actor, params.stepId),
    }),
    takeBackClosing: async ({ actor, params }) => ({
      body: await closings.takeBack(actor, params.stepId),
    }),
    withdrawDocument: async ({ actor, params }) => ({
      body: await awaited.withdraw(actor, params.stepId, params.code),
    }),
    remindPerson: async ({ actor, params }) => ({
      body: await awaited.remind(actor, params.stepId),
    }),
    snoozeStep: async ({ actor, params, body }) => ({
      body: await snoozes.snooze(actor, params.stepId, body),
    }),
    wakeStep: async ({ actor, params }) => ({
      body: await snoozes.wake(actor, params.stepId),
    }),
    uploadStepDocuments: async ({ actor, params, body, filesOf, lang }) => ({
      body: await uploads.upload(actor, params.stepId, body.codes, filesOf('files'), lang),
    }),
  };
}
