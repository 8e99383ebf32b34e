import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';

export function agreementsRepository(db: Db) {
  return {
    /** Returns the organisation that filed the request; null when its owner wrote it. */
    async filerOf(requestId: number): Promise<number | null> {
      const row = await db.supportRequest.findUnique({
        where: { id: requestId },
        select: { import: { select: { partnerId: true } } },
      });
      return row?.import?.partnerId ?? null;
    },

    /**
     * Locks the person's waiting requests from the organisation that filed this request, always in the same order. The
     * result includes this request only while it is waiting and belongs to the person.
     */
    async lockWaitingOfFiler(requestId: number, beneficiaryId: string): Promise<number[]> {
      const query = build
        .selectFrom('requests as r')
        .innerJoin('imports as i', 'i.id', 'r.import_id')
        .where('r.beneficiary_id', '=', beneficiaryId)
        .where('r.agreement', '=', 'WAITING')
        .where('r.status', '<>', 'SUPPRIME')
        .where('i.partner_id', '=', (eb) =>
          eb
            .selectFrom('requests as this')
            .innerJoin('imports as own', 'own.id', 'this.import_id')
            .where('this.id', '=', requestId)
            .where('this.beneficiary_id', '=', beneficiaryId)
            .select('own.partner_id'),
        )
        .select('r.id')
        .orderBy('r.id')
        .forUpdate('r');
      return (await rows(db, query)).map(({ id }) => id);
    },

    async refuse(requestIds: readonly number[], now: Date): Promise<void> {
      await db.supportRequest.updateMany({
        where: { id: { in: [...requestIds] } },
        data: { agreement: 'REFUSED', updatedAt: now },
      });
    },
  };
}
