export { progressOn } from './progress.ts';
export { runAdmin } from './run-admin.ts';
