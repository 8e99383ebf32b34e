import type { Role } from '@wasl/contracts';
import type { DB as Tables } from '@wasl/db/tables';
import { type Expression, sql, type Selection } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

import { isActiveAgentRow } from '../../platform/auth/active-agent.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import {
  build,
  prepared,
  rows,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import {
  isInStepScope,
  readerIds,
  type Reader,
  type ReaderIds,
} from '../../policies/scopes.repository.ts';
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

/** Columns of `stored_files as f` for an attachment. */
const attached = [
  'f.id',
  'f.key',
  'f.original_name as originalName',
  'f.size',
  'f.scan_state as scanState',
] as const;
type AttachedFile = Selection<{ f: Tables['stored_files'] }, 'f', (typeof attached)[number]>;

/** The inputs of sending a message, read under the request's lock. */
export interface SendingFacts {
  readonly step: ThreadRow;
  /** The message, when it was sent before. */
  readonly sent: MessageRow | null;
  /** Another agent has written after the last message that this agent saw. */
  readonly isAnswered: boolean;
  /** The other side has an unread message. */
  readonly isNotified: boolean;
  /** Documents of the step or its request to attach. Removed documents are missing. */
  readonly documents: readonly AttachedFile[];
  /** Active agents of the step's organisation; not read for an agent's message. */
  readonly agents: readonly AgentRow[];
  readonly author: MessageRow['author'];
}

interface Asked {
  readonly clientKey: string;
  readonly seenUpTo: number | undefined;
  readonly documents: readonly string[];
}

export interface NewMessage {
  readonly stepId: number;
  readonly authorId: string;
  readonly authorRole: Role;
  readonly body: string;
  readonly clientKey: string;
  readonly createdAt: Date;
}

/** An empty list without a table scan. */
const none = sql<never[]>`'[]'::json`;
const stepOf = (actor: Reader, stepId: Expression<number>) =>
  build
    .selectFrom('processing_steps as s')
    .innerJoin('requests as r', 'r.id', 's.request_id')
    .where('s.id', '=', stepId)
    .where(isInStepScope(actor));

const lockedRequest = prepared(
  (
    { stepId, userId, partnerId }: Placeholders<ReaderIds & { readonly stepId: number }>,
    role: Role,
  ) => stepOf({ role, userId, partnerId }, stepId).select('r.id').forUpdate('r'),
);

interface FactsAsked extends ReaderIds, Required<Asked> {
  readonly stepId: number;
  readonly seenUpTo: number;
}
const sendingFacts = prepared(
  (
    { stepId, clientKey, seenUpTo, documents, userId, partnerId }: Placeholders<FactsAsked>,
    role: Role,
    hasSeen: boolean,
    hasDocuments: boolean,
  ) => {
    const isAgent = role === 'PARTENAIRE';
    return stepOf({ role, userId, partnerId }, stepId).select((eb) => {
      const messages = eb.selectFrom('step_messages as m').whereRef('m.step_id', '=', 's.id');
      const sent = messages
        .where('m.author_id', '=', userId)
        .where('m.client_key', '=', clientKey)
        .select(message);
      const later = messages
        .where('m.id', '>', seenUpTo)
        .where('m.author_role', '=', sql.lit('PARTENAIRE'))
        .where('m.author_id', '<>', userId)
        .select('m.id');
      const unread = messages
        .where('m.author_role', '=', role)
        .where('m.read_at', 'is', null)
        .select('m.id');
      const files = eb
        .selectFrom('stored_files as f')
        .where('f.key', '=', eb.fn.any(documents))
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
      const writer = eb.selectFrom('users as u').where('u.id', '=', userId).select(author);
      return [
        ...thread,
        jsonObjectFrom(sent).as('sent'),
        (isAgent && hasSeen ? eb.exists(later) : eb.lit(false)).$castTo<boolean>().as('isAnswered'),
        eb.exists(unread).$castTo<boolean>().as('isNotified'),
        (hasDocuments ? jsonArrayFrom(files) : none).$castTo<AttachedFile[]>().as('documents'),
        (isAgent ? none : jsonArrayFrom(agents)).$castTo<AgentJson[]>().as('agents'),
        jsonObjectFrom(writer).$notNull().as('author'),
      ];
    });
  },
);

const insertedMessage = prepared(
  (message: Placeholders<NewMessage & { readonly files: string }>, hasFiles: boolean) => {
    const written = build.with('written', (part) =>
      part
        .insertInto('step_messages')
        .values({
          step_id: message.stepId,
          author_id: message.authorId,
          author_role: message.authorRole,
          body: message.body,
          client_key: message.clientKey,
          created_at: message.createdAt,
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
                Pick<AttachedFile, 'id' | 'size'> & { name: string; n: number }
              >`ROWS FROM (json_to_recordset(${message.files}::json) AS (id int, name text, size int)) WITH ORDINALITY`.as<'f'>(
                sql`f(id, name, size, n)`,
              ),
            ])
            .orderBy('f.n')
            .select(['w.id as message', 'f.id', 'f.name', 'f.size']),
        ),
    );
    return (hasFiles ? attachments : written)
      .with('step', afterMessage)
      .selectFrom('written')
      .select('id');
  },
);

export function sendingRepository(tx: Db) {
  return {
    /** Locks the request of a step that the actor may act on, until the transaction ends; false when there is none. */
    async lock(actor: Actor, stepId: number): Promise<boolean> {
      const query = lockedRequest({ ...readerIds(actor), stepId }, actor.role);
      return (await rows(tx, query)).length > 0;
    },

    /** Reads all inputs once, under the lock; undefined when the actor may no longer act on the step. */
    async read(
      actor: Actor,
      stepId: number,
      { clientKey, seenUpTo, documents }: Asked,
    ): Promise<SendingFacts | undefined> {
      const asked = { ...readerIds(actor), stepId, clientKey, seenUpTo: seenUpTo ?? 0, documents };
      const hasSeen = seenUpTo !== undefined;
      const query = sendingFacts(asked, actor.role, hasSeen, documents.length > 0);
      const [row] = await rows(tx, query);
      if (row === undefined) return undefined;
      const {
        sent,
        agents,
        isAnswered,
        isNotified,
        author: writer,
        documents: files,
        ...step
      } = row;
      return {
        step,
        sent: sent && readMessage(sent),
        isAnswered,
        isNotified,
        documents: files,
        agents: agents.map(readAgent),
        author: writer,
      };
    },

    /** Writes the message with its attachments and updates the conversation's columns on the step. @returns its id */
    async insert(
      { stepId, authorId, authorRole, body, clientKey, createdAt }: NewMessage,
      attached: readonly AttachedFile[],
    ): Promise<number> {
      const files = attached.map(({ id, originalName, size }) => ({
        id,
        name: originalName,
        size,
      }));
      const message = { stepId, authorId, authorRole, body, clientKey, createdAt };
      const query = insertedMessage({ ...message, files: JSON.stringify(files) }, files.length > 0);
      const [row] = await rows(tx, query);
      if (row === undefined) throw new Error('The message was not written');
      return row.id;
    },
  };
}
