// Fetched when something is to be calculated: filling in a form does without.
export { simulateGeneral, simulateNordev } from '@wasl/premium';
