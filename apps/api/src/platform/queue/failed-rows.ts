import type { Lang } from '@wasl/contracts';
import type { FailureView } from '@wasl/contracts/administration';

import type { ActSubject } from '../database/administrator-acts.repository.ts';
import type { Db } from '../database/db.ts';
import { invalidField } from '../http/api-error.ts';

/** A page of failed rows. */
export interface FailedPage {
  readonly lang: Lang;
  /** `next` of the previous page. */
  readonly after: string | undefined;
  readonly size: number;
}

/** The failed rows of one queue, for administrators. */
export interface FailedRows {
  /** @throws ApiError INVALID_INPUT at `after` */
  readonly list: (
    db: Db,
    page: FailedPage,
  ) => Promise<{ readonly rows: FailureView[]; readonly next: string | null }>;
  /**
   * Retries one row, or all failed rows that can be retried.
   * @param id null: all
   * @returns how many, and the person or organisation of the one row
   */
  readonly retry: (
    tx: Db,
    id: string | null,
    now: Date,
  ) => Promise<{ readonly count: number; readonly subject: ActSubject | null }>;
}

/** Columns that only some queues have. */
export const emptyFailure = {
  subject: null,
  to: null,
  organisation: null,
  host: null,
  block: null,
  nextAt: null,
} as const satisfies Partial<FailureView>;

/** Parses the id of a row; null where it is none. */
export const rowId = (text: string): number | null =>
  /^\d{1,9}$/.test(text) ? Number(text) : null;

/** Parses `next` of a page whose rows are in the order of their ids. @throws ApiError INVALID_INPUT at `after` */
export function idBefore(after: string | undefined): number | null {
  const id = after === undefined ? null : rowId(after);
  if (after !== undefined && id === null) throw invalidField('after', 'invalid');
  return id;
}

/** The page out of one row more than it has. */
export function pageOf<Row>(
  found: readonly Row[],
  size: number,
  cursorOf: (last: Row) => string,
): { readonly rows: readonly Row[]; readonly next: string | null } {
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  return { rows, next: found.length > size && last !== undefined ? cursorOf(last) : null };
}

const unreachable =
  /^(E(CONN|TIMEDOUT|SOCKET|DNS|AI_AGAIN|NOTFOUND|HOSTUNREACH|NETUNREACH|PIPE|PROTOCOL)|TIMEOUT|NETWORK|UND_ERR|ENOTFOUND)/;

/** Whether the code of an error says that the other server gave no answer. */
export const isUnreachable = (code: string): boolean => unreachable.test(code);
