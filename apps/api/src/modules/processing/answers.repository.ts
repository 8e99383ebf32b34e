import type { SavedAnswerBody } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';

import { intoColumns, localizedSelect } from '../../platform/i18n/localized.ts';
import { personNameColumns } from '../../platform/database/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { stepScope } from '../../policies/requests.ts';
import { authorColumns, nameColumns, type AuthorRow } from '../partners/index.ts';
import { labelColumns, searchKey } from '../reference/index.ts';
import { ownerColumns } from './owner.repository.ts';

const answerColumns = {
  id: true,
  name: true,
  ...localizedSelect('text'),
  version: true,
  changedAt: true,
  changedById: true,
} as const satisfies Prisma.SavedAnswerSelect;
export type AnswerRow = Prisma.SavedAnswerGetPayload<{ select: typeof answerColumns }>;

const subjectColumns = {
  titleItem: { select: labelColumns },
  partner: { select: nameColumns },
  request: {
    select: {
      numRequest: true,
      dateRequest: true,
      beneficiary: { select: { lang: true, ...personNameColumns } },
    },
  },
} as const satisfies Prisma.ProcessingStepSelect;
/** The values for the placeholders of an answer. */
export type AnswerSubject = Prisma.ProcessingStepGetPayload<{ select: typeof subjectColumns }>;

const columnsOf = ({ name, texts }: SavedAnswerBody) => ({
  name,
  nameKey: searchKey(name),
  ...intoColumns('text', texts),
});

/** Saved answers of an organisation. Answers of other organisations are not found. */
export function answersRepository(db: Db) {
  return {
    async of(partnerId: number): Promise<AnswerRow[]> {
      return await db.savedAnswer.findMany({
        where: { partnerId },
        orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
        select: answerColumns,
      });
    },

    /** Counts the answers and locks the organisation, so that no concurrent answer is added. */
    async lockAndCount(partnerId: number): Promise<number> {
      const locked = build.selectFrom('partners').select('id').where('id', '=', partnerId);
      await rows(db, locked.forNoKeyUpdate());
      return await db.savedAnswer.count({ where: { partnerId } });
    },

    async add(partnerId: number, answer: SavedAnswerBody): Promise<AnswerRow> {
      return await db.savedAnswer.create({
        data: { partnerId, ...columnsOf(answer) },
        select: answerColumns,
      });
    },

    /** Locks the answer until the transaction ends, so that the second of two changes sees the first. */
    async lock(partnerId: number, id: number): Promise<AnswerRow | undefined> {
      const locked = build
        .selectFrom('kept_answers')
        .select('id')
        .where('id', '=', id)
        .where('partner_id', '=', partnerId)
        .forNoKeyUpdate();
      await rows(db, locked);
      const row = await db.savedAnswer.findFirst({
        where: { id, partnerId },
        select: answerColumns,
      });
      return row ?? undefined;
    },

    async change(
      id: number,
      answer: SavedAnswerBody,
      { userId, at }: { userId: string; at: Date },
    ): Promise<AnswerRow> {
      return await db.savedAnswer.update({
        where: { id },
        data: {
          ...columnsOf(answer),
          version: { increment: 1 },
          changedAt: at,
          changedById: userId,
        },
        select: answerColumns,
      });
    },

    /** The author of the last change; null for a deleted account. */
    async author({ changedById }: AnswerRow): Promise<AuthorRow | null> {
      if (changedById === null) return null;
      return await db.user.findUnique({ where: { id: changedById }, select: authorColumns });
    },

    async remove(partnerId: number, id: number): Promise<boolean> {
      return (await db.savedAnswer.deleteMany({ where: { id, partnerId } })).count > 0;
    },

    /** Reads the values for an answer from a step that the agent may read. */
    async subject(actor: Actor, stepId: number): Promise<AnswerSubject | undefined> {
      const row = await db.processingStep.findFirst({
        where: { AND: [{ id: stepId }, stepScope(actor)] },
        select: subjectColumns,
      });
      return row ?? undefined;
    },

    /** The same for many steps, by step id. Steps that the agent may not read are missing. */
    async subjects(actor: Actor, stepIds: readonly number[]): Promise<Map<number, AnswerSubject>> {
      const steps = await db.processingStep.findMany({
        where: { AND: [{ id: { in: [...stepIds] } }, stepScope(actor)] },
        select: { id: true, ...subjectColumns },
      });
      return new Map(steps.map(({ id, ...subject }) => [id, subject]));
    },

    async one(partnerId: number, id: number): Promise<AnswerRow | undefined> {
      const row = await db.savedAnswer.findFirst({
        where: { id, partnerId },
        select: answerColumns,
      });
      return row ?? undefined;
    },

    async writer(userId: string) {
      return await db.user.findUniqueOrThrow({ where: { id: userId }, select: ownerColumns });
    },
  };
}
