import { randomBytes } from 'node:crypto';

import type { Lang } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';
import { sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { jsonRow, type Unread } from '../../platform/database/json-rows.repository.ts';
import { build, read } from '../../platform/database/statements.repository.ts';
import { finishedStatuses } from '../../policies/request-actions.ts';
import { isOwnRequest } from '../../policies/scopes.repository.ts';
import { contactColumns, nameColumns, nameOf } from '../partners/index.ts';
import { labelColumns } from '../reference/index.ts';
import {
  requestColumns,
  usualDays,
  usualDelay,
  type UsualDaysJson,
  type UsualDelayJson,
} from '../requests/index.ts';
import { droppedStepStatuses } from '../../rules/step-transitions.ts';

const receiptColumns = {
  ...requestColumns,
  submittedAt: true,
  services: {
    orderBy: [{ item: { position: 'asc' } }, { itemId: 'asc' }],
    select: { itemId: true, item: { select: { position: true, ...labelColumns } } },
  },
  steps: {
    where: { status: { notIn: [...droppedStepStatuses] } },
    orderBy: { position: 'asc' },
    select: {
      titleItemId: true,
      dueOn: true,
      titleItem: { select: labelColumns },
      status: true,
      partner: { select: { id: true, ...nameColumns, ...contactColumns } },
    },
  },
  /** When its owner took it back. */
  history: {
    where: { kind: 'STATUS', toStatus: 'RETIREE' },
    orderBy: { id: 'desc' },
    take: 1,
    select: { at: true },
  },
} as const satisfies Prisma.SupportRequestSelect;
export type ReceiptRow = Prisma.SupportRequestGetPayload<{ select: typeof receiptColumns }>;
const receiptRow = jsonRow('SupportRequest', 'r', receiptColumns);

/** A submission with all that its receipt shows. */
interface FoundReceipt {
  readonly row: ReceiptRow;
  /** Null until its receipt is first asked for. */
  readonly token: string | null;
  readonly delays: UsualDelayJson;
  /** Of the organisations that have a step of it. */
  readonly days: UsualDaysJson;
}

/** 128 random bits: nobody comes upon a receipt by trying. */
const newToken = (): string => randomBytes(16).toString('base64url');

/** Receipts of submissions. */
export function receiptsRepository(db: Db) {
  return {
    /** The owner's request with all that its receipt shows, in one statement. */
    async find(actor: Actor, id: number): Promise<FoundReceipt | undefined> {
      const query = build
        .selectFrom('requests as r')
        .where('r.id', '=', id)
        .where(isOwnRequest(actor))
        .select((eb) => {
          const partnerIds = eb
            .selectFrom('processing_steps as s')
            .whereRef('s.request_id', '=', 'r.id')
            .select('s.partner_id')
            .distinct();
          const isFinished = eb(
            'r.status',
            'in',
            finishedStatuses.map((status) => sql.lit(status)),
          );
          return [
            jsonObjectFrom(build.selectNoFrom(receiptRow.members))
              .$castTo<Unread<ReceiptRow>>()
              .as('row'),
            eb
              .selectFrom('request_receipts as k')
              .whereRef('k.request_id', '=', 'r.id')
              .where('k.submitted_at', '=', eb.fn.coalesce('r.submitted_at', 'r.date_request'))
              .select('k.token')
              .as('token'),
            sql<UsualDelayJson>`CASE WHEN ${isFinished} THEN '[]' ELSE ${usualDelay()} END`.as(
              'delays',
            ),
            sql<UsualDaysJson>`${usualDays(sql`ARRAY${partnerIds}`)}`.as('days'),
          ];
        });
      const [found] = await read(db, 'a receipt', query);
      return found && { ...found, row: receiptRow.read(found.row) };
    },

    /** The token of a submission whose receipt is first asked for. */
    async makeToken(requestId: number, submittedAt: Date): Promise<string> {
      const submission = { requestId, submittedAt };
      const where = { requestId_submittedAt: submission };
      // Asked for twice at once, one is written and both read it.
      await db.requestReceipt.createMany({
        data: [{ ...submission, token: newToken() }],
        skipDuplicates: true,
      });
      const made = await db.requestReceipt.findUniqueOrThrow({ where, select: { token: true } });
      return made.token;
    },

    /** Number and date of the submission behind a token, and nothing of the person. */
    async confirmed(token: string): Promise<{ numRequest: string; submittedAt: Date } | undefined> {
      const row = await db.requestReceipt.findUnique({
        where: { token },
        select: { submittedAt: true, request: { select: { numRequest: true } } },
      });
      return row ? { numRequest: row.request.numRequest, submittedAt: row.submittedAt } : undefined;
    },

    async organisationTitle(id: number, lang: Lang): Promise<string | null> {
      const partner = await db.partner.findUnique({ where: { id }, select: nameColumns });
      return partner === null ? null : nameOf(partner, lang);
    },
  };
}
