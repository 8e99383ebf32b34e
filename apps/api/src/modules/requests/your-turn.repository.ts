import {
  maxWaitingNamed,
  waitingKinds,
  type Criterion,
  type RequestStatus,
  type WaitingKind,
} from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import { codesSql, type Db } from '../../platform/database/db.ts';
import { readRows } from '../../platform/database/reads.repository.ts';
import { agreementsFor } from '../../policies/request-actions.ts';
import { requestScopeSql } from '../../policies/scopes.repository.ts';
import type { OrganisationName } from '../partners/index.ts';
import { requestConditionsSql } from './request-criteria.repository.ts';

/** A request that waits for its owner, how many of its kind there are, and the organisation that filed it. */
export type WaitingRow = {
  /** `UNSAVED` for a new request that stands on the account as a draft and nowhere else. */
  readonly kind: WaitingKind | 'UNSAVED';
  readonly total: number;
  readonly id: number;
  readonly numRequest: string;
  /** Of `UNSAVED`. */
  readonly savedAt: Date | null;
} & (OrganisationName | { readonly title: null });

const meets = (...criteria: Criterion[]): Prisma.Sql =>
  Prisma.join(requestConditionsSql(criteria), ' AND ');

/** In a status in which the owner edits it: what an organisation filed is not theirs to change before they agreed. */
function isToEdit(status: RequestStatus): Prisma.Sql {
  const agreements = codesSql(agreementsFor('edit', status));
  return Prisma.sql`${meets({ key: 'status', operation: 'EQUALS', value: status })}
    AND r.agreement IN (${agreements})`;
}

/** What each kind asks of a request; a kind of the contract that is missing here does not compile. */
const waits: { readonly [K in WaitingKind]: Prisma.Sql } = {
  AGREE: meets({ key: 'agreement', operation: 'EQUALS', value: 'WAITING' }),
  HAND_IN: meets({ key: 'turn', operation: 'EQUALS', value: 'HAND_IN' }),
  REPHRASE: isToEdit('A_REFOURMULER'),
  RATE: meets({ key: 'turn', operation: 'EQUALS', value: 'RATE' }),
  DRAFT: isToEdit('EN_COURS_DE_CREATION'),
};

/** What waits for a person, as the top of their list reads it: one statement, whatever waits. */
export function yourTurnRepository(db: Db) {
  const kinds = Prisma.join(waitingKinds.map((kind) => Prisma.sql`(${kind}, ${waits[kind]})`));
  return {
    /** Of each kind the newest requests of the person, at most {@link maxWaitingNamed}. */
    async waiting(actor: Actor, draftsSince: Date): Promise<WaitingRow[]> {
      return await readRows<WaitingRow>(
        db,
        "what waits for a beneficiary's turn",
        Prisma.sql`
        SELECT w.kind, w.total, w.id, w.num_request AS "numRequest", w.place, NULL::timestamptz AS "savedAt", p.title,
          p.title_en AS "titleEn", p.title_ar AS "titleAr", p.title_es AS "titleEs"
        FROM (
          SELECT k.kind, r.id, r.num_request, r.import_id,
            count(*) OVER (PARTITION BY k.kind)::int AS total,
            row_number() OVER (PARTITION BY k.kind ORDER BY r.date_request DESC, r.id DESC) AS place
          FROM requests r CROSS JOIN LATERAL (VALUES ${kinds}) AS k (kind, waits)
          WHERE ${requestScopeSql(actor)} AND k.waits
        ) AS w
        LEFT JOIN imports i ON i.id = w.import_id
        LEFT JOIN partners p ON p.id = i.partner_id
        WHERE w.place <= ${maxWaitingNamed}
        UNION ALL
        SELECT 'UNSAVED', 1, 0, '', 1, d.saved_at, NULL, NULL, NULL, NULL
        FROM account_drafts d
        WHERE d.owner_id = ${actor.userId}::uuid AND d.name = 'request' AND d.saved_at >= ${draftsSince}
        ORDER BY kind, place`,
      );
    },
  };
}
