import { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import { codesSql, type Db } from '../../platform/database/db.ts';
import { jsonRow, type Unread } from '../../platform/database/json-rows.repository.ts';
import { readRows } from '../../platform/database/reads.repository.ts';
import { finishedStatuses } from '../../policies/request-actions.ts';
import { requestScopeSql } from '../../policies/scopes.repository.ts';
import { authorColumns, nameColumns, type AuthorRow } from '../partners/index.ts';
import { labelColumns, type Labelled } from '../reference/index.ts';
import { usualDelaySql, type UsualDelayJson } from '../requests/index.ts';

/** More than a request ever sees: a list on a screen has an end. */
const mostEvents = 1000;

const eventColumns = {
  id: true,
  stepId: true,
  kind: true,
  fromStatus: true,
  toStatus: true,
  percent: true,
  detail: true,
  at: true,
  actorId: true,
  actorRole: true,
  fromOwnerId: true,
  toOwnerId: true,
} as const satisfies Prisma.HistoryEventSelect;
export type HistoryRow = Prisma.HistoryEventGetPayload<{ select: typeof eventColumns }>;
const event = jsonRow('HistoryEvent', 'e', eventColumns);

const stepColumns = {
  id: true,
  titleItem: { select: labelColumns },
  partnerId: true,
  partner: { select: nameColumns },
  duplicateOf: { select: { numRequest: true } },
} as const satisfies Prisma.ProcessingStepSelect;
export type NamedStep = Prisma.ProcessingStepGetPayload<{ select: typeof stepColumns }>;
const namedStep = jsonRow('ProcessingStep', 's', stepColumns);
const person = jsonRow('User', 'u', authorColumns);
const documentLabel = jsonRow('ReferenceItem', 'i', labelColumns);

/** What has happened to a request, and who and what it speaks of. */
export interface FoundHistory {
  /** The newest, oldest first. */
  readonly events: readonly HistoryRow[];
  /** The steps that are still there. */
  readonly steps: readonly NamedStep[];
  /** Who did something on a step of the reader's organisation, or was given it; an erased account is not among them. */
  readonly people: readonly AuthorRow[];
  /** Document types, of whichever organisation. */
  readonly documents: readonly Labelled[];
  /** Empty for a request that is finished. */
  readonly delays: UsualDelayJson;
}

const rows = (select: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT coalesce(json_agg(t), '[]') FROM (${select}) AS t)`;

/** The history of requests, to read. */
export function historyRepository(db: Db) {
  return {
    /** In one statement; undefined for a request that the actor may not know of. */
    async of(actor: Actor, requestId: number): Promise<FoundHistory | undefined> {
      const events = Prisma.sql`SELECT ${event.columns} FROM history_events e
        WHERE e.request_id = r.id ORDER BY e.id DESC LIMIT ${mostEvents}`;
      const people = Prisma.sql`SELECT ${person.columns} FROM users u
        WHERE (u.role = 'BENEFICIAIRE' OR u.partner_id IS NOT NULL) AND u.id IN (
          SELECT unnest(ARRAY[e.actor_id, e.from_owner_id, e.to_owner_id])
          FROM history_events e JOIN processing_steps s ON s.id = e.step_id
          WHERE e.request_id = r.id AND s.partner_id = ${actor.partnerId})`;
      const documents = Prisma.sql`SELECT ${documentLabel.columns} FROM reference_items i
        WHERE i.parent = 'DOCUMENT' AND i.code IN (
          SELECT e.detail FROM history_events e WHERE e.request_id = r.id AND starts_with(e.kind, 'DOCUMENT_'))`;
      const [found] = await readRows<FoundHistory & { events: Unread<HistoryRow>[] }>(
        db,
        'the history of a request',
        Prisma.sql`
        SELECT ${rows(events)} AS events,
          ${rows(Prisma.sql`SELECT ${namedStep.columns} FROM processing_steps s WHERE s.request_id = r.id`)} AS steps,
          ${rows(people)} AS people, ${rows(documents)} AS documents,
          CASE WHEN r.status IN (${codesSql(finishedStatuses)}) THEN '[]' ELSE ${usualDelaySql} END AS delays
        FROM requests r WHERE r.id = ${requestId} AND ${requestScopeSql(actor)}`,
      );
      return found && { ...found, events: found.events.reverse().map(event.read) };
    },
  };
}
