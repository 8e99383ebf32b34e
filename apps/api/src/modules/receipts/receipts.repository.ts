import { randomBytes } from 'node:crypto';

import type { Lang } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/db.ts';
import { ownRequestScope } from '../../policies/requests.ts';
import { nameColumns, nameOf } from '../partners/index.ts';
import { labelColumns } from '../reference/index.ts';
import { droppedStepStatuses, requestColumns } from '../requests/index.ts';

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
      partner: { select: nameColumns },
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

/** 128 random bits: nobody comes upon a receipt by trying. */
const newToken = (): string => randomBytes(16).toString('base64url');

/** Receipts of submissions. */
export function receiptsRepository(db: Db) {
  return {
    /** The owner's request with all that its receipt shows. */
    async find(actor: Actor, id: number): Promise<ReceiptRow | undefined> {
      const row = await db.supportRequest.findFirst({
        where: { AND: [{ id }, ownRequestScope(actor)] },
        select: receiptColumns,
      });
      return row ?? undefined;
    },

    /** The token of a submission: made when its receipt is first asked for, and kept. */
    async tokenOf(requestId: number, submittedAt: Date): Promise<string> {
      const submission = { requestId, submittedAt };
      const where = { requestId_submittedAt: submission };
      const kept = await db.requestReceipt.findUnique({ where, select: { token: true } });
      if (kept) return kept.token;
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
