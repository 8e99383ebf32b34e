export { publicPageFiller } from './fill-page.ts';
export { machineFiles } from './machine-files.ts';
