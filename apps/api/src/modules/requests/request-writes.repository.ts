import type { Agreement, RequestStatus, StepStatus } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';

import type { Db } from '../../platform/db.ts';
import { storedStatusOf } from '../../policies/request-status.ts';

/** What a beneficiary writes, with the codes resolved. */
export interface RequestContent {
  readonly description: string | null;
  readonly urlVideo: string | null;
  readonly journeyDefId: number | null;
  readonly serviceItemIds: readonly number[];
}

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

/** What decides on the owner's actions. */
export interface OwnedRequest {
  readonly status: RequestStatus;
  readonly agreement: Agreement;
}

/** Columns of a request to set, with the status as the rules spell it. */
export type RequestChange = Omit<Prisma.SupportRequestUncheckedUpdateInput, 'status'> & {
  readonly status?: RequestStatus;
};

/** Who writes the history when a script does. */
export const administrator: HistoryAuthor = { userId: null, role: 'ADMINISTRATEUR' };

/** Who writes it when the product does by itself. */
export const system: HistoryAuthor = { userId: null, role: 'SYSTEME' };

/** Changes of requests; made on a transaction. Whoever changes a request locks its row first. */
export function requestWrites(db: Db) {
  return {
    /**
     * Takes `count` numbers of the year in one statement and returns the first.
     * Call it outside the transaction that uses them: a number lost to a roll-back is only a gap,
     * and nobody waits for another's transaction.
     */
    async takeNumbers(year: number, count = 1): Promise<number> {
      const [row] = await db.$queryRaw<{ last: number }[]>`
        INSERT INTO request_numbers (year, last) VALUES (${year}, ${count})
        ON CONFLICT (year) DO UPDATE SET last = request_numbers.last + ${count}
        RETURNING last`;
      if (row === undefined) throw new Error('The counter of request numbers answered nothing');
      return row.last - count + 1;
    },

    /** Locks the owner's request until the transaction ends; undefined when it is not theirs or deleted. */
    async lockOwned(id: number, beneficiaryId: string): Promise<OwnedRequest | undefined> {
      const [row] = await db.$queryRaw<OwnedRequest[]>`
        SELECT status, agreement FROM requests
        WHERE id = ${id} AND beneficiary_id = ${beneficiaryId}::uuid AND status <> 'SUPPRIME'
        FOR UPDATE`;
      return row;
    },

    /** Locks any request until the transaction ends; undefined when it does not exist or is deleted. */
    async lock(id: number): Promise<RequestStatus | undefined> {
      const [row] = await db.$queryRaw<{ status: RequestStatus }[]>`
        SELECT status FROM requests WHERE id = ${id} AND status <> 'SUPPRIME' FOR UPDATE`;
      return row?.status;
    },

    async hasQualification(userId: string): Promise<boolean> {
      return (await db.qualification.count({ where: { userId, replacedAt: null } })) > 0;
    },

    /** Requests of the person that are still theirs to edit: what a quota counts. */
    async countDrafts(beneficiaryId: string): Promise<number> {
      return await db.supportRequest.count({
        where: {
          beneficiaryId,
          status: { in: ['EN_COURS_DE_CREATION', 'A_REFOURMULER'] },
          // What organisations file takes nothing of the person's own room.
          agreement: { in: ['NOT_NEEDED', 'GIVEN'] },
        },
      });
    },

    /** Service items that the request names now. */
    async serviceItemIds(requestId: number): Promise<number[]> {
      const rows = await db.requestService.findMany({
        where: { requestId },
        select: { itemId: true },
        orderBy: [{ item: { position: 'asc' } }, { itemId: 'asc' }],
      });
      return rows.map(({ itemId }) => itemId);
    },

    async replaceContent(
      id: number,
      { serviceItemIds, ...content }: RequestContent,
      status: RequestStatus,
    ): Promise<void> {
      await db.requestService.deleteMany({
        where: { requestId: id, itemId: { notIn: [...serviceItemIds] } },
      });
      await db.requestService.createMany({
        data: serviceItemIds.map((itemId) => ({ requestId: id, itemId })),
        skipDuplicates: true,
      });
      await db.supportRequest.update({
        where: { id },
        data: { ...content, status: storedStatusOf(status) },
        select: { id: true },
      });
    },

    async set(id: number, { status, ...columns }: RequestChange): Promise<void> {
      const data = status === undefined ? columns : { ...columns, status: storedStatusOf(status) };
      await db.supportRequest.update({ where: { id }, data, select: { id: true } });
    },

    /** Appends to the history, in one statement. */
    async record(author: HistoryAuthor, lines: readonly HistoryLine[], at: Date): Promise<void> {
      if (lines.length === 0) return;
      await db.$executeRaw`
        INSERT INTO history_events (request_id, step_id, kind, from_status, to_status, percent, detail,
          from_owner_id, to_owner_id, actor_id, actor_role, at)
        SELECT "requestId", "stepId", kind, "fromStatus", "toStatus", percent, detail,
          "fromOwnerId", "toOwnerId", ${author.userId}::uuid, ${author.role}, ${at}
        FROM json_to_recordset(${JSON.stringify(lines)}::json) AS r("requestId" int, "stepId" int, kind text,
          "fromStatus" text, "toStatus" text, percent int, detail text, "fromOwnerId" uuid,
          "toOwnerId" uuid)`;
    },
  };
}
