export { actsRepository, type ActKind } from './acts.repository.ts';
export { asResponsible, requireOwn } from './as-responsible.ts';
export { integrationsHandlers } from './integrations.routes.ts';
export { endWithoutMaker } from './makers-left.service.ts';
