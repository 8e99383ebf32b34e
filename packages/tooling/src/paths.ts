import path from 'node:path';

/** The checkout's top folder. */
export const repositoryRoot = path.resolve(import.meta.dirname, '../../..');
