import {
  administrationCookie,
  type AdministrationHandlers,
} from '../../platform/http/administration-router.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { fileMoves } from '../requests/index.ts';
import { administratorSignIn } from './administrator-sign-in.service.ts';
import { approvalsService } from './approvals.service.ts';
import { defaultOrganisationsService } from './default-organisations.service.ts';
import { failuresService } from './failures.service.ts';
import { historyService } from './history.service.ts';
import { monthReportService } from './month-report.service.ts';
import { journeyDefinitionsService } from './journey-definitions.service.ts';
import { mergesService, peopleService, personRequestsService } from './people.service.ts';
import { organisationsService } from './organisations.service.ts';
import { portalNoticeService } from './portal-notice.service.ts';
import { referenceListsService } from './reference-lists.service.ts';
import { unroutedRequestsService } from './unrouted-requests.service.ts';
import { waitingService } from './waiting.service.ts';

export function administrationHandlers(deps: Deps): AdministrationHandlers {
  const entry = administratorSignIn(deps);
  const approvals = approvalsService(deps);
  const unrouted = unroutedRequestsService(deps);
  const people = peopleService(deps);
  const merges = mergesService(deps);
  const personRequests = personRequestsService(deps);
  const organisations = organisationsService(deps);
  const failures = failuresService(deps);
  const notice = portalNoticeService(deps);
  const report = monthReportService(deps);
  const defaults = defaultOrganisationsService(deps);
  const lists = referenceListsService(deps);
  const journeys = journeyDefinitionsService(deps);
  const { publicUrl } = deps.settings;
  const cookieOf = (session: string | null) => administrationCookie('session', session, publicUrl);
  return {
    readAdministrator: async ({ cookies, visit }) => ({ body: await entry.read(cookies, visit) }),
    beginSetUp: async ({ cookies, body }) => ({
      body: await entry.beginSetUp(cookies, body.password),
    }),
    confirmSetUp: async ({ cookies, body }) => {
      const { session, recoveryCodes } = await entry.confirmSetUp(cookies, body.code);
      return { body: { recoveryCodes }, headers: cookieOf(session) };
    },
    signIn: async ({ cookies, body }) => ({
      headers: cookieOf(await entry.signIn(cookies, body)),
      body: { success: true },
    }),
    signOut: async ({ cookies }) => {
      await entry.signOut(cookies);
      return { body: { success: true }, headers: cookieOf(null) };
    },
    readWaiting: async () => ({ body: await waitingService(deps).read() }),
    listApprovals: async ({ lang }) => ({ body: await approvals.list(lang) }),
    decideApprovals: async ({ visit, body }) => ({
      body: { results: await approvals.decide(body, visit.actor.email) },
    }),
    listUnrouted: async ({ query, lang }) => ({ body: await unrouted.list(query.after, lang) }),
    listOrganisations: async ({ lang }) => ({ body: await unrouted.organisations(lang) }),
    listDefaults: async ({ lang }) => ({ body: await defaults.list(lang) }),
    setDefault: async ({ params, body, visit }) => {
      const word = { by: visit.actor.email, reason: null };
      await defaults.set(params.code, body.organisationId, word);
      return { body: { success: true } };
    },
    assignRequests: async ({ visit, body }) => ({
      body: { results: await unrouted.assign(body, { by: visit.actor.email, reason: null }) },
    }),
    readReference: async ({ lang }) => ({
      body: { lists: await lists.counts(), journeys: await journeys.list(lang) },
    }),
    readList: async ({ params }) => ({ body: await lists.read(params.list) }),
    saveList: async ({ params, body, visit }) => ({
      body: { inUse: await lists.save(params.list, body, visit.actor.email) },
    }),
    readJourneyChoices: async ({ lang }) => ({ body: await journeys.choices(lang) }),
    readJourney: async ({ params }) => ({ body: await journeys.read(params.slug) }),
    createJourney: async ({ body, visit }) => ({
      body: { slug: await journeys.create(body.journey, visit.actor.email) },
    }),
    saveJourney: async ({ params, body, visit }) => {
      await journeys.save(params.slug, body, visit.actor.email);
      return { body: { success: true } };
    },
    findPeople: async ({ query, lang }) => ({ body: await people.search(query.search, lang) }),
    readPerson: async ({ params, lang }) => ({ body: await people.read(params.id, lang) }),
    actOnPerson: async ({ params, body, visit }) => ({
      body: { refusal: await people.act(params.id, body, visit.actor.email) },
    }),
    exportPerson: async ({ params, visit }) => await people.export(params.id, visit.actor.email),
    readErasure: async ({ params }) => ({ body: await people.readErasure(params.id) }),
    erasePerson: async ({ params, body, visit }) => ({
      body: { refusal: await people.erase(params.id, body.email, visit.actor.email) },
    }),
    startMerge: async ({ params, body, visit }) => ({
      body: { refusal: await merges.start(params.id, body, visit.actor.email) },
    }),
    cancelMerge: async ({ params, visit }) => ({
      body: { wasOpen: await merges.cancel(params.id, visit.actor.email) },
    }),
    restoreRequest: async ({ params, body, visit }) => ({
      body: {
        refusal: await personRequests.restore(params, { by: visit.actor.email, ...body }),
      },
    }),
    removeFile: async ({ params, body, visit }) => ({
      body: {
        wasThere: await personRequests.removeFile(params, { by: visit.actor.email, ...body }),
      },
    }),
    correctAddress: async ({ params, body, visit }) => ({
      body: { refusal: await people.correctAddress(params.id, body, visit.actor.email) },
    }),
    searchOrganisations: async ({ query: { text = '', after }, lang }) => ({
      body: await organisations.search(text, after, lang),
    }),
    readOrganisation: async ({ params, lang }) => ({
      body: await organisations.read(params.organisationId, lang),
    }),
    saveOrganisation: async ({ params, body, visit, lang }) => {
      const by = visit.actor.email;
      await organisations.save(params.organisationId, body.partner, by, lang);
      return { body: { success: true } };
    },
    setAgentAbsence: async ({ params, body, visit }) => {
      await organisations.setAbsence(params, body, visit.actor.email);
      return { body: { success: true } };
    },
    moveFiles: async ({ params, body: { to, reason }, visit }) => ({
      body: await fileMoves(deps).next(params.organisationId, to, {
        by: visit.actor.email,
        reason,
      }),
    }),
    endAgentAbsence: async ({ params, visit }) => {
      await organisations.setAbsence(params, null, visit.actor.email);
      return { body: { success: true } };
    },
    listFailures: async ({ query, lang }) => ({
      body: await failures.list(query.queue, query.after, lang),
    }),
    retryFailures: async ({ visit, body }) => ({
      body: { count: await failures.retry(body.queue, body.id, visit.actor.email) },
    }),
    readNotice: async () => ({ body: { notice: await notice.read() } }),
    publishNotice: async ({ visit, body }) => {
      await notice.publish(body, visit.actor.email);
      return { body: { success: true } };
    },
    endNotice: async ({ visit, body }) => {
      await notice.end(body.id, visit.actor.email);
      return { body: { success: true } };
    },
    readMonthReport: async ({ query, lang }) => ({ body: await report.read(query.month, lang) }),
    exportMonthReport: async ({ query, lang, visit }) =>
      await report.export(query.month, lang, visit.actor.email),
    readHistory: async ({ query }) => ({ body: await historyService(deps).read(query.after) }),
  };
}
