export { integrationsHandlers } from './integrations.routes.ts';
export { boundWaiting } from './waiting-messages.service.ts';
export { endWithoutMaker } from './makers-left.service.ts';
export { tellTurnedOff } from './turned-off.service.ts';
