import { version as packageVersion } from '../../package.json';

/** The application's version, as its footer says it. */
export const version: string = packageVersion;
