export { presentAuthor } from './change-author.presenter.ts';
export { contactColumns, presentContact } from './organisation-contact.ts';
export { nameColumns, nameOf, type OrganisationName } from './organisation-name.ts';
export { logoAddress, presentOwnPartner } from './partners.presenter.ts';
export {
  authorColumns,
  partnerColumns,
  type AuthorRow,
  type OrganisationSummary,
} from './partners.repository.ts';
export { partnersHandlers } from './partners.routes.ts';
export { partnersService } from './partners.service.ts';
