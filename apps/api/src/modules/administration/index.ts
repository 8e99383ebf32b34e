export { administratorsService } from './administrators.service.ts';
