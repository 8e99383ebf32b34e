import type { RequestStatus } from '@wasl/contracts';
import { sql } from 'kysely';

const spaced = 'EN COURS DE QUALIFICATION';
const named = 'EN_COURS_DE_QUALIFICATION';

/**
 * A request's status as the database client names it: a value of a Prisma enum has no spaces, so that one of them is
 * spelled otherwise than on the wire and in SQL. The compiler keeps the two apart.
 */
export type StoredStatus = Exclude<RequestStatus, typeof spaced> | typeof named;

/** The same of `requests as r`, in a statement that is built. */
export const storedStatus = sql<StoredStatus>`replace(${sql.ref('r.status')}::text, ' ', '_')`.as(
  'status',
);

/** What the client read, as the wire and the rules spell it. */
export function requestStatusOf(stored: StoredStatus): RequestStatus {
  return stored === named ? spaced : stored;
}

/** What the wire or a rule says, as the client writes it and asks for it. */
export function storedStatusOf(status: RequestStatus): StoredStatus {
  return status === spaced ? named : status;
}
