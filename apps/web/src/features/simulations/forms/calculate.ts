// Loaded for the calculation; the form does not need it.
export { simulateGeneral, simulateNordev } from '@wasl/premium';
