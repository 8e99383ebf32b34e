import type { ScanState, StoredFile } from '@wasl/db';
import { type Expression, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';

import type { Db } from '../database/db.ts';
import { build, rows } from '../database/statements.repository.ts';
import { inSeconds, leasable, now, unleased, type Lease } from '../queue/queue.repository.ts';

export type { StoredFile } from '@wasl/db';

export interface Usage {
  readonly files: number;
  readonly bytes: number;
}

export type FileToScan = Pick<StoredFile, 'id' | 'key' | 'hasActiveContent'>;

const count = build.fn.countAll<number>();
const bytes = build.fn.sum<number>('stored_files.size');
const usage = (files: Expression<number>, sum: Expression<number>) =>
  jsonBuildObject({ files, bytes: build.fn.coalesce(sum, sql.lit(0)) });

export function filesRepository(db: Db) {
  return {
    async insert(
      file: Pick<
        StoredFile,
        | 'key'
        | 'originalName'
        | 'mimeType'
        | 'size'
        | 'sha256'
        | 'ownerId'
        | 'scanState'
        | 'hasActiveContent'
      >,
    ): Promise<StoredFile> {
      return await db.storedFile.create({ data: file });
    },
    /** Marks a file without references as removed. The row stays until {@link forgetRemoved}. */
    async markRemoved(id: number, removedAt: Date): Promise<void> {
      await db.storedFile.updateMany({ where: { id }, data: { removedAt } });
    },
    /** Clears everything in the row that identifies the owner or the content. */
    async blank(id: number, removedAt: Date): Promise<void> {
      const nothing = { originalName: '', sha256: '', size: 0, ownerId: null };
      await db.storedFile.updateMany({ where: { id }, data: { ...nothing, removedAt } });
    },
    /** Deletes rows of files removed before the instant, except rows that are still referenced. */
    async forgetRemoved(before: Date): Promise<void> {
      await db.storedFile.deleteMany({
        where: {
          removedAt: { lt: before },
          identity: null,
          identityBack: null,
          partnerLogo: null,
          requestDocument: null,
          stepDocument: null,
        },
      });
    },
    /** Leases files to be scanned, oldest first. */
    async takeForScan(lease: Lease, limit: number): Promise<FileToScan[]> {
      const query = build
        .updateTable('stored_files')
        .set(lease)
        .where('id', 'in', (waiting) =>
          waiting
            .selectFrom('stored_files')
            .where('scan_state', '=', sql.lit('PENDING'))
            .where('removed_at', 'is', null)
            .orderBy('id')
            .limit(limit)
            .select('id')
            .$call(leasable(now)),
        )
        .returning(['id', 'key', 'has_active_content as hasActiveContent']);
      return await rows(db, query);
    },
    /** Schedules another scan after a delay. */
    async scanLater(id: number, pauseSeconds: number): Promise<void> {
      const later = { held_by: null, held_until: inSeconds(now, pauseSeconds) };
      await rows(db, build.updateTable('stored_files').where('id', '=', id).set(later));
    },
    /** Stores the scan result. @returns false when the file was removed or another process has scanned it */
    async markScanned(id: number, scanState: ScanState): Promise<boolean> {
      const { count } = await db.storedFile.updateMany({
        where: { id, scanState: 'PENDING', removedAt: null },
        data: { scanState, ...unleased },
      });
      return count === 1;
    },
    /** Serializes the uploads of one person until the transaction ends. */
    async lockUsage(ownerId: string): Promise<void> {
      const lock = sql`pg_advisory_xact_lock(hashtextextended(${`files:${ownerId}`}, 0))::text`;
      await rows(db, build.selectNoFrom(lock.as('lock')));
    },
    /**
     * Bytes and number of a person's stored files, in total and since an instant, including files that wait for
     * deletion. Also those of a request: its documents, those of its steps, and message attachments.
     */
    async usageOf(
      { ownerId, requestId }: { ownerId: string; requestId?: number },
      since: Date,
    ): Promise<{ ever: Usage; day: Usage; request: Usage }> {
      const ofRequest = build
        .with('steps', (statement) =>
          statement
            .selectFrom('processing_steps')
            .where('request_id', '=', requestId ?? -1)
            .select('id'),
        )
        .selectFrom('stored_files')
        .where('id', 'in', (eb) => {
          const steps = eb.selectFrom('steps').select('steps.id');
          const messages = eb
            .selectFrom('step_messages')
            .where('step_id', 'in', steps)
            .select('id');
          return eb
            .selectFrom('request_documents')
            .where('request_id', '=', requestId ?? -1)
            .select('file_id')
            .unionAll(
              eb
                .selectFrom('step_documents')
                .where('step_id', 'in', steps)
                .select((file) => file.ref('file_id').$notNull().as('file_id')),
            )
            .unionAll(
              eb
                .selectFrom('message_attachments')
                .where('message_id', 'in', messages)
                .select((file) => file.ref('file_id').$notNull().as('file_id')),
            );
        })
        .select(usage(count, bytes).as('usage'));
      const query = build
        .selectFrom('stored_files')
        .where('owner_id', '=', ownerId)
        .select([
          sql<Usage>`${ofRequest}`.as('request'),
          usage(count, bytes).as('ever'),
          usage(
            count.filterWhere('stored_files.created_at', '>', since),
            bytes.filterWhere('stored_files.created_at', '>', since),
          ).as('day'),
        ]);
      const [row] = await rows(db, query);
      const none = { files: 0, bytes: 0 };
      return row ?? { ever: none, day: none, request: none };
    },
  };
}
