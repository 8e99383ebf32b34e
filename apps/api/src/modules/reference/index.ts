export { countryFinder, finder, provinceFinder, type FindItem } from './find-item.ts';
export { inLang, labelOf, type Labelled } from '../../platform/i18n/in-lang.ts';
export { codeFromText, freeCode } from './new-code.ts';
export { presentCodeLibelle, presentItem, type DescribedItem } from './reference.presenter.ts';
export { describedItem, itemLabel, labelColumns, stepTitle } from './reference.repository.ts';
export { referenceHandlers } from './reference.routes.ts';
export { referenceService, type CodeInPlace, type NewItemInput } from './reference.service.ts';
export { serviceApprovalService } from './service-approval.service.ts';
export { likeLiteral, placeKey, searchKey } from './search-key.ts';
