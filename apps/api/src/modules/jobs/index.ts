export { portalJobs } from './portal-jobs.ts';
export { writeMorningMails } from './morning.service.ts';
