import type { RequestStatus } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import { activeAgentSql } from '../../platform/auth/active-agent.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { jsonRow, type Unread } from '../../platform/database/json-rows.repository.ts';
import { sendRows } from '../../platform/database/own-statements.repository.ts';
import { stepScopeSql } from '../../policies/scopes.repository.ts';
import { labelColumns, type Labelled } from '../reference/index.ts';
import {
  readRequestFacts,
  requestFactsSql,
  type FactsJson,
  type RequestFacts,
} from '../requests/index.ts';
import { ownerColumns, type OwnerRow } from './owner.repository.ts';
import { stepColumns, type StepViewRow } from './processing.repository.ts';

/** Whether the step's request is there, and who acts on it. */
export interface StepLock {
  readonly requestStatus: RequestStatus;
  /** The actor, where they are an agent of the organisation who can sign in. */
  readonly agent: OwnerRow | null;
}

/** A type of document with its id. */
export type DocumentType = Labelled & { readonly id: number };

/** What a change of a step is decided from, as it stands under the lock. */
export interface StepFacts {
  readonly step: StepViewRow;
  /** Nothing is given to the actor: away, and nobody stands in. */
  readonly isAway: boolean;
  /** The types of document with the codes that were asked for. */
  readonly documentTypes: readonly DocumentType[];
  readonly facts: RequestFacts;
}

const stepRow = jsonRow('ProcessingStep', 's', stepColumns);
const ownerRow = jsonRow('User', 'u', ownerColumns);
const documentType = jsonRow('ReferenceItem', 'i', { id: true, ...labelColumns });

/** A step and its request under lock. What was read in the statement that waits for a lock is of before it waited: it takes two. */
export function lockedSteps(tx: Db) {
  return {
    /**
     * Holds the acting agent's account, then the request. The account comes first, so that whoever ends an agent's access waits, or was first;
     * undefined for a request that does not exist or is deleted.
     */
    async lock(actor: Actor, requestId: number): Promise<StepLock | undefined> {
      const [row] = await sendRows<StepLock>(
        tx,
        Prisma.sql`
        WITH agent AS MATERIALIZED (
          SELECT ${ownerRow.columns} FROM users u
          WHERE u.id = ${actor.userId}::uuid AND u.partner_id = ${actor.partnerId ?? -1} AND ${Prisma.raw(activeAgentSql('u'))}
          FOR SHARE)
        SELECT r.status AS "requestStatus", (SELECT row_to_json(a) FROM agent a) AS agent
        FROM requests r
        WHERE r.id = ${requestId} AND r.status <> 'SUPPRIME' AND (SELECT count(*) FROM agent) >= 0
        FOR UPDATE OF r`,
      );
      return row;
    },

    /**
     * Everything that decides on a change of the step, once; undefined where the actor may not act on it any more.
     * @param codes types of document that are asked for
     * @param isClosing whether the update would close the step, so that others may get their turn
     */
    async read(
      actor: Actor,
      stepId: number,
      requestId: number,
      { codes, isClosing }: { readonly codes: readonly string[]; readonly isClosing: boolean },
    ): Promise<StepFacts | undefined> {
      const [row] = await sendRows<{
        step: Unread<StepViewRow>;
        isAway: boolean;
        documentTypes: readonly DocumentType[];
        facts: FactsJson;
      }>(
        tx,
        Prisma.sql`
        SELECT (SELECT row_to_json(t) FROM (SELECT ${stepRow.columns}) AS t) AS step, ${requestFactsSql(requestId, isClosing)} AS facts,
          EXISTS (SELECT 1 FROM absences a WHERE a.user_id = ${actor.userId}::uuid
            AND a.begun_at IS NOT NULL AND a.substitute_id IS NULL) AS "isAway",
          (SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${documentType.columns} FROM reference_items i
            WHERE i.parent = 'DOCUMENT' AND i.active AND i.code = ANY(${[...codes]}::text[])
              AND (i.partner_id IS NULL OR i.partner_id = s.partner_id)) AS t) AS "documentTypes"
        FROM processing_steps s JOIN requests r ON r.id = s.request_id
        WHERE s.id = ${stepId} AND r.id = ${requestId} AND ${stepScopeSql(actor)}`,
      );
      return row && { ...row, step: stepRow.read(row.step), facts: readRequestFacts(row.facts) };
    },
  };
}
