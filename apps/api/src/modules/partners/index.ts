export { logoAddress, presentPartner } from './partners.presenter.ts';
export { partnerColumns, type OrganisationSummary } from './partners.repository.ts';
export { partnersHandlers } from './partners.routes.ts';
export { partnersService } from './partners.service.ts';
