export { presentPartner } from './partners.presenter.ts';
export {
  partnerColumns,
  type OrganisationSummary,
  type PartnerRow,
} from './partners.repository.ts';
export { partnersHandlers } from './partners.routes.ts';
export {
  partnersService,
  type NewOrganisation,
  type OrganisationChanges,
} from './partners.service.ts';
