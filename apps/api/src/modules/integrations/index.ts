export { integrationsHandlers } from './integrations.routes.ts';
export { tellTurnedOff } from './turned-off.service.ts';
