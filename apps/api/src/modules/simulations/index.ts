export { simulationsHandlers } from './simulations.routes.ts';
