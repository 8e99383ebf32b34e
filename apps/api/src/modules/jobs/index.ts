export { morningWork, writeMorningMails } from './morning.service.ts';
