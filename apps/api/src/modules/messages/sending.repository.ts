import type { Role } from '@wasl/contracts';
import type { DB as Tables } from '@wasl/db/tables';
import { sql, type Selection } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

import { isActiveAgentRow } from '../../platform/auth/active-agent.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { isInStepScope } from '../../policies/scopes.repository.ts';
import { agent, readAgent, type AgentJson, type AgentRow } from '../requests/index.ts';
import {
  author,
  message,
  readMessage,
  thread,
  type MessageRow,
  type ThreadRow,
} from './messages.repository.ts';
import { afterMessage } from './threads.repository.ts';

/** A file that goes along with a message, of `stored_files as f`. */
const attached = [
  'f.id',
  'f.key',
  'f.original_name as originalName',
  'f.size',
  'f.scan_state as scanState',
] as const;
type AttachedFile = Selection<{ f: Tables['stored_files'] }, 'f', (typeof attached)[number]>;

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

/** No rows, without a look at a table. */
const none = sql<never[]>`'[]'::json`;
const stepOf = (actor: Actor, stepId: number) =>
  build
    .selectFrom('processing_steps as s')
    .innerJoin('requests as r', 'r.id', 's.request_id')
    .where('s.id', '=', stepId)
    .where(isInStepScope(actor));

/** Sending a message, in a transaction. */
export function sendingRepository(tx: Db) {
  return {
    /** Locks the request of a step that the actor may act on, until the transaction ends; false where there is none. */
    async lock(actor: Actor, stepId: number): Promise<boolean> {
      const request = stepOf(actor, stepId).select('r.id').forUpdate('r');
      return (await rows(tx, request)).length > 0;
    },

    /** Everything that decides on a message, once, under the lock; undefined where the actor may not act on the step any more. */
    async read(
      actor: Actor,
      stepId: number,
      { clientKey, seenUpTo, documents }: Asked,
    ): Promise<SendingFacts | undefined> {
      const isAgent = actor.role === 'PARTENAIRE';
      const query = stepOf(actor, stepId).select((eb) => {
        const messages = eb.selectFrom('step_messages as m').whereRef('m.step_id', '=', 's.id');
        const sent = messages
          .where('m.author_id', '=', actor.userId)
          .where('m.client_key', '=', clientKey)
          .select(message);
        const later = messages
          .where('m.id', '>', seenUpTo ?? 0)
          .where('m.author_role', '=', sql.lit('PARTENAIRE'))
          .where('m.author_id', '<>', actor.userId)
          .select('m.id');
        const untold = messages
          .where('m.author_role', '=', actor.role)
          .where('m.read_at', 'is', null)
          .select('m.id');
        const files = eb
          .selectFrom('stored_files as f')
          .where('f.key', '=', eb.fn.any(eb.val([...documents])))
          .where('f.removed_at', 'is', null)
          .where((file) =>
            file.or([
              file.exists(
                file
                  .selectFrom('step_documents as d')
                  .whereRef('d.file_id', '=', 'f.id')
                  .whereRef('d.step_id', '=', 's.id')
                  .select('d.id'),
              ),
              file.exists(
                file
                  .selectFrom('request_documents as d')
                  .whereRef('d.file_id', '=', 'f.id')
                  .whereRef('d.request_id', '=', 's.request_id')
                  .select('d.id'),
              ),
            ]),
          )
          .orderBy('f.id')
          .select(attached);
        const agents = eb
          .selectFrom('users as u')
          .whereRef('u.partner_id', '=', 's.partner_id')
          .where(isActiveAgentRow())
          .orderBy('u.email')
          .select(agent);
        const writer = eb.selectFrom('users as u').where('u.id', '=', actor.userId).select(author);
        return [
          ...thread,
          jsonObjectFrom(sent).as('sent'),
          (isAgent && seenUpTo !== undefined ? eb.exists(later) : eb.lit(false))
            .$castTo<boolean>()
            .as('isAnswered'),
          eb.exists(untold).$castTo<boolean>().as('isTold'),
          (documents.length === 0 ? none : jsonArrayFrom(files))
            .$castTo<AttachedFile[]>()
            .as('documents'),
          (isAgent ? none : jsonArrayFrom(agents)).$castTo<AgentJson[]>().as('agents'),
          jsonObjectFrom(writer).$notNull().as('author'),
        ];
      });
      const [row] = await rows(tx, query);
      if (row === undefined) return undefined;
      const { sent, agents, isAnswered, isTold, author: writer, documents: files, ...step } = row;
      return {
        step,
        sent: sent && readMessage(sent),
        isAnswered,
        isTold,
        documents: files,
        agents: agents.map(readAgent),
        author: writer,
      };
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
      const written = build.with('written', (part) =>
        part
          .insertInto('step_messages')
          .values({
            step_id: stepId,
            author_id: authorId,
            author_role: authorRole,
            body,
            client_key: clientKey,
            created_at: createdAt,
          })
          .returning(['id', 'step_id', 'author_role', 'created_at']),
      );
      const attachments = written.with('attachments', (part) =>
        part
          .insertInto('message_attachments')
          .columns(['message_id', 'file_id', 'name', 'size'])
          .expression((eb) =>
            eb
              .selectFrom([
                'written as w',
                sql<
                  (typeof files)[number] & { n: number }
                >`ROWS FROM (json_to_recordset(${JSON.stringify(files)}::json) AS (id int, name text, size int)) WITH ORDINALITY`.as<'f'>(
                  sql`f(id, name, size, n)`,
                ),
              ])
              .orderBy('f.n')
              .select(['w.id as message', 'f.id', 'f.name', 'f.size']),
          ),
      );
      const query = (files.length === 0 ? written : attachments)
        .with('step', afterMessage)
        .selectFrom('written')
        .select('id');
      const [row] = await rows(tx, query);
      if (row === undefined) throw new Error('The message was not written');
      return row.id;
    },
  };
}
