import { filedStates, type FiledState } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import { codesSql, type Db } from '../../platform/database/db.ts';
import { jsonRow, type Unread } from '../../platform/database/json-rows.repository.ts';
import { readRows } from '../../platform/database/reads.repository.ts';
import { labelColumns } from '../reference/index.ts';

/** Someone whom a file names. */
interface NamedPerson {
  readonly id: string;
  readonly email: string;
  readonly lang: string;
  readonly nom: string;
  readonly prenom: string;
  readonly companyName: string | null;
}

/** Someone for whom a file's requests were submitted: how many, and the first of them. */
interface FiledPerson extends NamedPerson {
  readonly count: number;
  readonly requests: readonly { readonly requestId: number; readonly numRequest: string }[];
}

/** Someone whose agreement a file needs. */
export interface AskedPerson extends NamedPerson {
  /** Requests of the file that wait for them, and the first of these. */
  readonly count: number;
  readonly requestId: number;
}

// Of the person nothing but the address that the file named.
const filedColumns = {
  id: true,
  agreement: true,
  description: true,
  dateRequest: true,
  beneficiary: { select: { email: true } },
  journeyDef: { select: { titleFr: true, titleEn: true, titleAr: true, titleEs: true } },
  services: {
    orderBy: [{ item: { position: 'asc' } }, { itemId: 'asc' }],
    select: { item: { select: labelColumns } },
  },
  import: { select: { createdAt: true, originalName: true } },
} as const satisfies Prisma.SupportRequestSelect;
export type FiledRow = Prisma.SupportRequestGetPayload<{ select: typeof filedColumns }>;
const filedRow = jsonRow('SupportRequest', 'r', filedColumns);

interface FiledCounts {
  readonly waiting: number;
  readonly refused: number;
}

/** Requests that organisations filed and that nobody else knows of before the person agrees. */
export function filedRequestsRepository(db: Db) {
  return {
    async hasWaiting(importId: number): Promise<boolean> {
      const found = await db.supportRequest.findFirst({
        where: { importId, agreement: 'WAITING' },
        select: { id: true },
      });
      return found !== null;
    },

    /** Makes imports of one organisation take turns in telling people, until the transaction ends. */
    async lockAsking(partnerId: number): Promise<void> {
      const key = `agreements:${String(partnerId)}`;
      await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
    },

    /** The next people after an id for whom requests of the file wait and whom the organisation did not ask within a day. */
    async peopleToAsk(
      importId: number,
      partnerId: number,
      after: string | null,
      size: number,
    ): Promise<AskedPerson[]> {
      return await db.$queryRaw<AskedPerson[]>`
        SELECT u.id::text, u.email, u.lang, u.nom, u.prenom, u.company_name AS "companyName",
          filed.count, filed.first AS "requestId"
        FROM (
          SELECT beneficiary_id, count(*)::int AS count, min(id) AS first FROM requests
          WHERE import_id = ${importId} AND agreement = 'WAITING' GROUP BY beneficiary_id
        ) AS filed JOIN users u ON u.id = filed.beneficiary_id
        WHERE (${after}::uuid IS NULL OR u.id > ${after}::uuid) AND NOT EXISTS (
          SELECT 1 FROM notices n WHERE n.user_id = u.id AND n.kind = 'AGREEMENT_ASKED'
            AND n.params ->> 'partnerId' = ${String(partnerId)} AND n.created_at > now() - interval '1 day')
        ORDER BY u.id LIMIT ${size}`;
    },

    /** The next people after an id for whom requests of the file were submitted, each with the first `named` of them. */
    async peopleToTell(
      importId: number,
      after: string | null,
      size: number,
      named: number,
    ): Promise<FiledPerson[]> {
      return await db.$queryRaw<FiledPerson[]>`
        SELECT u.id::text, u.email, u.lang, u.nom, u.prenom, u.company_name AS "companyName", filed.count, filed.requests
        FROM (
          SELECT beneficiary_id, count(*)::int AS count,
            to_json((array_agg(json_build_object('requestId', id, 'numRequest', num_request) ORDER BY id))[1:${named}::int]) AS requests
          FROM requests WHERE import_id = ${importId} AND agreement <> 'WAITING' GROUP BY beneficiary_id
        ) AS filed JOIN users u ON u.id = filed.beneficiary_id
        WHERE ${after}::uuid IS NULL OR u.id > ${after}::uuid
        ORDER BY u.id LIMIT ${size}`;
    },

    /** What the organisation sent and has no agreement for, newest first, in one statement; what its person put away is gone. */
    async list(
      partnerId: number,
      { agreement, page, size }: { agreement: FiledState | undefined; page: number; size: number },
    ): Promise<{ rows: FiledRow[]; total: number; counts: FiledCounts }> {
      const filed = Prisma.sql`FROM requests r JOIN imports i ON i.id = r.import_id
        WHERE i.partner_id = ${partnerId} AND r.status <> 'SUPPRIME'`;
      const states: readonly FiledState[] = agreement === undefined ? filedStates : [agreement];
      // The ids first: what belongs to a row would be read for every row that is passed over.
      const [found] = await readRows<{ counts: FiledCounts; rows: Unread<FiledRow>[] }>(
        db,
        'filed requests',
        Prisma.sql`
        SELECT (SELECT json_build_object('waiting', count(*) FILTER (WHERE r.agreement = 'WAITING'),
            'refused', count(*) FILTER (WHERE r.agreement = 'REFUSED'))
            ${filed} AND r.agreement IN (${codesSql(filedStates)})) AS counts,
          (SELECT coalesce(json_agg(t), '[]') FROM (
            SELECT ${filedRow.columns} FROM (
              SELECT r.id ${filed} AND r.agreement IN (${codesSql(states)})
              ORDER BY r.id DESC LIMIT ${size} OFFSET ${page * size}) AS p
            JOIN requests r ON r.id = p.id ORDER BY r.id DESC) AS t) AS rows`,
      );
      const counts = found?.counts ?? { waiting: 0, refused: 0 };
      const countOf: Record<FiledState, number> = {
        WAITING: counts.waiting,
        REFUSED: counts.refused,
      };
      return {
        rows: (found?.rows ?? []).map(filedRow.read),
        total: states.reduce((sum, state) => sum + countOf[state], 0),
        counts,
      };
    },
  };
}
