export { administrationHandlers } from './administration.routes.ts';
export { administrationPages } from './administration-pages.ts';
export { administratorEntry, forgetEndedEntries } from './administrator-entry.service.ts';
export { failuresService } from './failures.service.ts';
export { administratorsService } from './administrators.service.ts';
export { defaultOrganisationsService } from './default-organisations.service.ts';
export { monthReportService } from './month-report.service.ts';
export { unroutedRequestsService } from './unrouted-requests.service.ts';
export { portalNoticeService } from './portal-notice.service.ts';
