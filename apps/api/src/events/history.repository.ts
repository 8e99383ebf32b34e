import type { Agreement, RequestStatus, StepStatus } from '@wasl/contracts';

import type { RowWriter } from '../platform/database/row-writers.repository.ts';
import { rowSet, rowsOf, type Rows } from '../platform/database/row-sets.repository.ts';
import { build, prepared, type Placeholders } from '../platform/database/statements.repository.ts';
import type { Author } from './author.ts';

/** A line of the history. `actor` is null for the system or an administrator's script. */
export interface HistoryLine {
  readonly requestId: number;
  readonly kind:
    | 'CREATED'
    | 'UPDATED'
    | 'SUBMITTED'
    | 'DELETED'
    | 'RESTORED'
    | 'ROUTED'
    | 'STATUS'
    | 'STEP_STATUS'
    | 'STEP_ASSIGNED'
    | 'DOCUMENT_REQUESTED'
    | 'DOCUMENT_WITHDRAWN'
    | 'DOCUMENT_UPLOADED'
    | 'DOCUMENT_REMOVED'
    | 'DOCUMENT_ERASED'
    | 'REMINDED'
    | 'RATED'
    | 'AGREEMENT'
    | 'OWNER'
    | 'INVITED'
    | 'SNOOZED'
    | 'WOKEN';
  readonly stepId?: number;
  /** The status of the request, the step or the agreement, by kind. */
  readonly fromStatus?: RequestStatus | StepStatus | Agreement;
  readonly toStatus?: RequestStatus | StepStatus | Agreement;
  readonly percent?: number;
  readonly detail?: string;
  /** For OWNER: the previous and the new owner of the step. */
  readonly fromOwnerId?: string | null;
  readonly toOwnerId?: string | null;
  /** Where another author than that of the act caused the event. */
  readonly actorId?: Author['userId'];
  readonly actorRole?: Author['role'];
}

export interface HistoryRow extends HistoryLine {
  readonly actorId: Author['userId'];
  readonly actorRole: Author['role'];
  readonly at: Date;
}

const insertHistory = prepared(({ json }: Placeholders<Rows<HistoryRow>>) =>
  build
    .insertInto('history_events')
    .columns([
      'request_id',
      'step_id',
      'kind',
      'from_status',
      'to_status',
      'percent',
      'detail',
      'from_owner_id',
      'to_owner_id',
      'actor_id',
      'actor_role',
      'at',
    ])
    .expression((eb) =>
      eb
        .selectFrom(
          rowSet('l', json, {
            requestId: 'int',
            stepId: 'int',
            kind: 'text',
            fromStatus: 'text',
            toStatus: 'text',
            percent: 'int',
            detail: 'text',
            fromOwnerId: 'uuid',
            toOwnerId: 'uuid',
            actorId: 'uuid',
            actorRole: 'text',
            at: 'timestamptz',
          }),
        )
        .selectAll(),
    ),
);
export const historyRows: RowWriter<HistoryRow> = (lines) => ({
  history: insertHistory(rowsOf(lines)),
});
