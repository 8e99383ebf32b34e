export { presentAuthor } from './change-author.presenter.ts';
export {
  contactColumns,
  contactOf,
  organisationContact,
  presentContact,
} from './organisation-contact.ts';
export { nameOf, type OrganisationName } from '../../platform/i18n/in-lang.ts';
export { nameColumns, partnerName } from './organisation-name.ts';
export { logoAddress, presentOwnPartner } from './partners.presenter.ts';
export {
  author,
  authorColumns,
  partnerColumns,
  type AuthorRow,
  type OrganisationSummary,
  type PartnerRow,
} from './partners.repository.ts';
export { partnersHandlers } from './partners.routes.ts';
export { partnersService, type OrganisationChanges } from './partners.service.ts';
