export { runAdmin, type AdminRun } from './run-admin.ts';
