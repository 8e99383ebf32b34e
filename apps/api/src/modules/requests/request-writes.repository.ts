import type { Agreement, RequestStatus, StepStatus } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';
import { sendRows } from '../../platform/database/own-statements.repository.ts';
import { writeGathered, type RowWriter } from '../../platform/database/gathered.repository.ts';
import { storedStatusOf } from '../../policies/request-status.ts';

/** What a beneficiary writes, with the codes resolved. */
export interface RequestContent {
  readonly description: string | null;
  readonly urlVideo: string | null;
  readonly journeyDefId: number | null;
  readonly serviceItemIds: readonly number[];
}

/** What a new request begins with. */
export const noContent: RequestContent = {
  description: null,
  urlVideo: null,
  journeyDefId: null,
  serviceItemIds: [],
};
type ContentNow = RequestContent & { readonly documents: readonly string[] };

/** One line of the history; `actor` null for the system or an administrator's script. */
export interface HistoryLine {
  readonly requestId: number;
  readonly kind:
    | 'CREATED'
    | 'UPDATED'
    | 'SUBMITTED'
    | 'DELETED'
    | 'ROUTED'
    | 'STATUS'
    | 'STEP_STATUS'
    | 'STEP_ASSIGNED'
    | 'DOCUMENT_REQUESTED'
    | 'DOCUMENT_UPLOADED'
    | 'DOCUMENT_REMOVED'
    | 'RATED'
    | 'AGREEMENT'
    | 'OWNER'
    | 'INVITED';
  readonly stepId?: number;
  /** Of the request, of the step, or of the agreement, by the kind. */
  readonly fromStatus?: RequestStatus | StepStatus | Agreement;
  readonly toStatus?: RequestStatus | StepStatus | Agreement;
  readonly percent?: number;
  readonly detail?: string;
  /** Of OWNER: who had the step, and who has it now. */
  readonly fromOwnerId?: string | null;
  readonly toOwnerId?: string | null;
}

export interface HistoryAuthor {
  readonly userId: string | null;
  readonly role: string;
}

/** The line in which transactions that lock this request wait for each other; `ownerId` where nobody has looked whose it is. */
export function turnOf(requestId: number, ownerId?: string): string {
  return ownerId === undefined
    ? `request ${String(requestId)}`
    : `request ${String(requestId)} of ${ownerId}`;
}

export interface Readiness {
  readonly isQualified: boolean;
  readonly drafts: number;
  readonly madeId: number | null;
}

/** What decides on the owner's actions. */
export interface OwnedRequest {
  readonly status: RequestStatus;
  readonly agreement: Agreement;
}

/** A request under its owner's lock. */
export interface LockedRequest extends OwnedRequest {
  /** Its owner has told of themselves what a submission needs. */
  readonly isQualified: boolean;
}

/** Columns of a request to set, with the status as the rules spell it. */
export type RequestChange = Omit<Prisma.SupportRequestUncheckedUpdateInput, 'status'> & {
  readonly status?: RequestStatus;
};

/** Who writes the history when a script does. */
export const administrator: HistoryAuthor = { userId: null, role: 'ADMINISTRATEUR' };

/** Who writes it when the product does by itself. */
export const system: HistoryAuthor = { userId: null, role: 'SYSTEME' };

type HistoryRow = HistoryLine & {
  readonly actorId: string | null;
  readonly actorRole: string;
  readonly at: Date;
};

const historyRows: RowWriter<HistoryRow> = (rows) => ({
  history: Prisma.sql`
    INSERT INTO history_events (request_id, step_id, kind, from_status, to_status, percent, detail,
      from_owner_id, to_owner_id, actor_id, actor_role, at)
    SELECT "requestId", "stepId", kind, "fromStatus", "toStatus", percent, detail,
      "fromOwnerId", "toOwnerId", "actorId", "actorRole", at
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r("requestId" int, "stepId" int, kind text,
      "fromStatus" text, "toStatus" text, percent int, detail text, "fromOwnerId" uuid, "toOwnerId" uuid,
      "actorId" uuid, "actorRole" text, at timestamptz)`,
});

type ContentRow = RequestContent & { readonly id: number; readonly status: RequestStatus };

const contentRows: RowWriter<ContentRow> = (rows) => {
  const services = rows.flatMap(({ id, serviceItemIds }) =>
    serviceItemIds.map((item) => ({ request: id, item })),
  );
  const wanted = Prisma.sql`json_to_recordset(${JSON.stringify(services)}::json) AS w(request int, item int)`;
  return {
    removed_services: Prisma.sql`
      DELETE FROM request_services x WHERE x.request_id = ANY(${rows.map(({ id }) => id)}::int[])
        AND NOT EXISTS (SELECT 1 FROM ${wanted} WHERE w.request = x.request_id AND w.item = x.item_id)`,
    added_services: Prisma.sql`
      INSERT INTO request_services (request_id, item_id) SELECT request, item FROM ${wanted} ON CONFLICT DO NOTHING`,
    content: Prisma.sql`
      UPDATE requests r SET description = d.description, url_video = d."urlVideo", journey_def_id = d."journeyDefId",
        status = d.status, updated_at = clock_timestamp()
      FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS d(id int, description text, "urlVideo" text, "journeyDefId" int, status "RequestStatus")
      WHERE r.id = d.id AND r.id = ANY(${rows.map(({ id }) => id)}::int[])`,
  };
};

const isQualified = (userId: string): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT 1 FROM qualifications q WHERE q.user_id = ${userId}::uuid AND q.replaced_at IS NULL)`;

/** Changes of requests; made on a transaction. Whoever changes a request locks its row first. */
export function requestWrites(db: Db) {
  return {
    /**
     * Takes `count` numbers of the year in one statement and returns the first.
     * Call it outside the transaction that uses them: a number lost to a roll-back is only a gap,
     * and nobody waits for another's transaction.
     */
    async takeNumbers(year: number, count = 1): Promise<number> {
      const [row] = await sendRows<{ last: number }>(
        db,
        Prisma.sql`
        INSERT INTO request_numbers (year, last) VALUES (${year}, ${count})
        ON CONFLICT (year) DO UPDATE SET last = request_numbers.last + ${count}
        RETURNING last`,
      );
      if (row === undefined) throw new Error('The counter of request numbers answered nothing');
      return row.last - count + 1;
    },

    /** Locks the owner's request until the transaction ends; undefined when it is not theirs or deleted. */
    async lockOwned(id: number, beneficiaryId: string): Promise<LockedRequest | undefined> {
      const [row] = await sendRows<LockedRequest>(
        db,
        Prisma.sql`
        SELECT r.status, r.agreement, ${isQualified(beneficiaryId)} AS "isQualified" FROM requests r
        WHERE r.id = ${id} AND r.beneficiary_id = ${beneficiaryId}::uuid AND r.status <> 'SUPPRIME'
        FOR UPDATE OF r`,
      );
      return row;
    },

    /** Locks any request until the transaction ends; undefined when it does not exist or is deleted. */
    async lock(id: number): Promise<RequestStatus | undefined> {
      const [row] = await sendRows<{ status: RequestStatus }>(
        db,
        Prisma.sql`
        SELECT status FROM requests WHERE id = ${id} AND status <> 'SUPPRIME' FOR UPDATE`,
      );
      return row?.status;
    },

    /**
     * Whether the person can have requests, how many are still theirs to edit (what a quota counts), and the request that a
     * key of theirs has made, if any.
     */
    async readiness(beneficiaryId: string, clientKey: string | null): Promise<Readiness> {
      const [row] = await sendRows<Readiness>(
        db,
        Prisma.sql`
        SELECT ${isQualified(beneficiaryId)} AS "isQualified", (SELECT count(*)::int FROM requests r
          WHERE r.beneficiary_id = ${beneficiaryId}::uuid AND r.status IN ('EN_COURS_DE_CREATION', 'A_REFOURMULER')
            -- What organisations file takes nothing of the person's own room.
            AND r.agreement IN ('NOT_NEEDED', 'GIVEN')) AS drafts,
          (SELECT r.id FROM requests r
            WHERE r.beneficiary_id = ${beneficiaryId}::uuid AND r.client_key = ${clientKey}::uuid) AS "madeId"`,
      );
      return row ?? { isQualified: false, drafts: 0, madeId: null };
    },

    /** The service items and the documents that the request has now. */
    async contentNow(requestId: number): Promise<ContentNow> {
      const [row] = await sendRows<ContentNow>(
        db,
        Prisma.sql`
        SELECT r.description, r.url_video AS "urlVideo", r.journey_def_id AS "journeyDefId",
          coalesce((SELECT array_agg(item_id) FROM request_services WHERE request_id = ${requestId}), '{}') AS "serviceItemIds",
          coalesce((SELECT array_agg(code) FROM request_documents WHERE request_id = ${requestId}), '{}') AS documents
        FROM requests r WHERE r.id = ${requestId}`,
      );
      return row ?? { ...noContent, documents: [] };
    },

    /** Another content, at the end of the transaction. */
    async replaceContent(
      id: number,
      content: RequestContent,
      status: RequestStatus,
    ): Promise<void> {
      await writeGathered(db, contentRows, [{ id, ...content, status }]);
    },

    async set(id: number, { status, ...columns }: RequestChange): Promise<void> {
      const data = status === undefined ? columns : { ...columns, status: storedStatusOf(status) };
      await db.supportRequest.update({ where: { id }, data, select: { id: true } });
    },

    /** Appends to the history, at the end of the transaction. */
    async record(author: HistoryAuthor, lines: readonly HistoryLine[], at: Date): Promise<void> {
      const { userId: actorId, role: actorRole } = author;
      const rows = lines.map((line) => ({ ...line, actorId, actorRole, at }));
      await writeGathered(db, historyRows, rows);
    },
  };
}
