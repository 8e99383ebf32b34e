import type { Role } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import { activeAgentSql } from '../../platform/auth/active-agent.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { sendRows } from '../../platform/database/own-statements.repository.ts';
import { jsonRow, type Unread } from '../../platform/database/json-rows.repository.ts';
import { stepScopeSql } from '../../policies/scopes.repository.ts';
import { agentRow, type AgentRow } from '../requests/index.ts';
import {
  attachedRow,
  author,
  messageRow,
  threadRow,
  type AttachedFile,
  type MessageRow,
  type ThreadRow,
} from './messages.repository.ts';
import { afterMessageSql } from './threads.repository.ts';

/** What a message is decided from, as it stands under the request's lock. */
export interface SendingFacts {
  readonly step: ThreadRow;
  /** The message, where it was sent before. */
  readonly sent: MessageRow | null;
  /** Another agent has written after the last message that this one saw. */
  readonly isAnswered: boolean;
  /** A message of this side still waits to be read. */
  readonly isTold: boolean;
  /** Documents of the step or of its request that go along; what was taken away is none. */
  readonly documents: readonly AttachedFile[];
  /** Who can sign in of the step's organisation; not read for an agent's own message. */
  readonly agents: readonly AgentRow[];
  readonly author: MessageRow['author'];
}

interface Asked {
  readonly clientKey: string;
  readonly seenUpTo: number | undefined;
  readonly documents: readonly string[];
}

/** A message to be written. */
export interface NewMessage {
  readonly stepId: number;
  readonly authorId: string;
  readonly authorRole: Role;
  readonly body: string;
  readonly clientKey: string;
  readonly createdAt: Date;
}

const authorRow = jsonRow('User', 'u', author.select);
const agentsSql = Prisma.sql`(SELECT coalesce(json_agg(a ORDER BY a.email), '[]') FROM (
  SELECT ${agentRow.columns} FROM users u
  WHERE u.partner_id = s.partner_id AND ${Prisma.raw(activeAgentSql('u'))}) AS a)`;

/** Sending a message, in a transaction. */
export function sendingRepository(tx: Db) {
  return {
    /** Locks the request of a step that the actor may act on, until the transaction ends; false where there is none. */
    async lock(actor: Actor, stepId: number): Promise<boolean> {
      const rows = await sendRows<unknown>(
        tx,
        Prisma.sql`
        SELECT r.id FROM processing_steps s JOIN requests r ON r.id = s.request_id
        WHERE s.id = ${stepId} AND ${stepScopeSql(actor)} FOR UPDATE OF r`,
      );
      return rows.length > 0;
    },

    /** Everything that decides on a message, once, under the lock; undefined where the actor may not act on the step any more. */
    async read(
      actor: Actor,
      stepId: number,
      { clientKey, seenUpTo, documents }: Asked,
    ): Promise<SendingFacts | undefined> {
      const isAgent = actor.role === 'PARTENAIRE';
      const isAnswered =
        isAgent && seenUpTo !== undefined
          ? Prisma.sql`EXISTS (SELECT 1 FROM step_messages m WHERE m.step_id = s.id AND m.id > ${seenUpTo}
              AND m.author_role = 'PARTENAIRE' AND m.author_id <> ${actor.userId}::uuid)`
          : Prisma.sql`false`;
      const attached =
        documents.length === 0
          ? Prisma.sql`'[]'::json`
          : Prisma.sql`(SELECT coalesce(json_agg(t ORDER BY t.id), '[]') FROM (
              SELECT ${attachedRow.columns} FROM stored_files f WHERE f.key = ANY(${[...documents]}::text[]) AND f.removed_at IS NULL
                AND (EXISTS (SELECT 1 FROM step_documents d WHERE d.file_id = f.id AND d.step_id = s.id)
                  OR EXISTS (SELECT 1 FROM request_documents d WHERE d.file_id = f.id AND d.request_id = s.request_id))) AS t)`;
      const [row] = await sendRows<
        Omit<SendingFacts, 'step' | 'sent' | 'agents'> & {
          step: Unread<ThreadRow>;
          sent: Unread<MessageRow> | null;
          agents: Unread<AgentRow>[];
        }
      >(
        tx,
        Prisma.sql`
        SELECT (SELECT row_to_json(t) FROM (SELECT ${threadRow.columns}) AS t) AS step,
          (SELECT row_to_json(t) FROM (SELECT ${messageRow.columns} FROM step_messages m WHERE m.step_id = s.id AND m.author_id = ${actor.userId}::uuid
            AND m.client_key = ${clientKey}::uuid) AS t) AS sent,
          ${isAnswered} AS "isAnswered",
          EXISTS (SELECT 1 FROM step_messages m WHERE m.step_id = s.id AND m.author_role = ${actor.role}::"Role"
            AND m.read_at IS NULL) AS "isTold",
          ${attached} AS documents, ${isAgent ? Prisma.sql`'[]'::json` : agentsSql} AS agents,
          (SELECT row_to_json(t) FROM (SELECT ${authorRow.columns} FROM users u WHERE u.id = ${actor.userId}::uuid) AS t) AS author
        FROM processing_steps s JOIN requests r ON r.id = s.request_id
        WHERE s.id = ${stepId} AND ${stepScopeSql(actor)}`,
      );
      return (
        row && {
          ...row,
          step: threadRow.read(row.step),
          sent: row.sent && messageRow.read(row.sent),
          agents: row.agents.map(agentRow.read),
        }
      );
    },

    /** Writes the message with what goes along, and on its step what it makes of the conversation. Returns its id. */
    async insert(
      { stepId, authorId, authorRole, body, clientKey, createdAt }: NewMessage,
      attached: readonly AttachedFile[],
    ): Promise<number> {
      const files = attached.map(({ id, originalName, size }) => ({
        id,
        name: originalName,
        size,
      }));
      const attachments =
        files.length === 0
          ? Prisma.empty
          : Prisma.sql`, attachments AS (
              INSERT INTO message_attachments (message_id, file_id, name, size)
              SELECT w.id, f.id, f.name, f.size FROM written w,
                ROWS FROM (json_to_recordset(${JSON.stringify(files)}::json) AS (id int, name text, size int))
                  WITH ORDINALITY AS f(id, name, size, n) ORDER BY f.n)`;
      const [row] = await sendRows<{ id: number }>(
        tx,
        Prisma.sql`
        WITH written AS (
          INSERT INTO step_messages (step_id, author_id, author_role, body, client_key, created_at)
          VALUES (${stepId}, ${authorId}::uuid, ${authorRole}::"Role", ${body}, ${clientKey}::uuid, ${createdAt})
          RETURNING id, step_id, author_role, created_at),
        step AS (${afterMessageSql})${attachments}
        SELECT id FROM written`,
      );
      if (row === undefined) throw new Error('The message was not written');
      return row.id;
    },
  };
}
