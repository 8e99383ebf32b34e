import type { RequestStatus } from '@wasl/contracts';
import { sql } from 'kysely';

const spaced = 'EN COURS DE QUALIFICATION';
const named = 'EN_COURS_DE_QUALIFICATION';

/**
 * A request's status in the Prisma client. A value of a Prisma enum has no spaces, so one status differs from the API
 * and SQL. The compiler separates the two types.
 */
export type StoredStatus = Exclude<RequestStatus, typeof spaced> | typeof named;

/** The same of `requests as r` in a Kysely statement. */
export const storedStatus = sql<StoredStatus>`replace(${sql.ref('r.status')}::text, ' ', '_')`.as(
  'status',
);

/** Converts a status of the Prisma client to that of the API and the rules. */
export function requestStatusOf(stored: StoredStatus): RequestStatus {
  return stored === named ? spaced : stored;
}

/** Converts a status of the API and the rules to that of the Prisma client. */
export function storedStatusOf(status: RequestStatus): StoredStatus {
  return status === spaced ? named : status;
}
