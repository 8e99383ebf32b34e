import type { Db } from '../../platform/database/db.ts';

/** Agreements of beneficiaries to requests that organisations filed for them. */
export function agreementsRepository(db: Db) {
  return {
    /** The organisation that filed the request; null for one that its owner wrote. */
    async filerOf(requestId: number): Promise<number | null> {
      const row = await db.supportRequest.findUnique({
        where: { id: requestId },
        select: { import: { select: { partnerId: true } } },
      });
      return row?.import?.partnerId ?? null;
    },

    /**
     * Locks, always in the same order, the person's requests that wait and come from the organisation that filed this
     * one: this one is not among them where it is decided, or not theirs.
     */
    async lockWaitingOfFiler(requestId: number, beneficiaryId: string): Promise<number[]> {
      const rows = await db.$queryRaw<{ id: number }[]>`
        SELECT r.id FROM requests r JOIN imports i ON i.id = r.import_id
        WHERE r.beneficiary_id = ${beneficiaryId}::uuid AND r.agreement = 'WAITING' AND r.status <> 'SUPPRIME'
          AND i.partner_id = (
            SELECT own.partner_id FROM requests this JOIN imports own ON own.id = this.import_id
            WHERE this.id = ${requestId} AND this.beneficiary_id = ${beneficiaryId}::uuid)
        ORDER BY r.id FOR UPDATE OF r`;
      return rows.map(({ id }) => id);
    },

    async refuse(requestIds: readonly number[], now: Date): Promise<void> {
      await db.$executeRaw`
        UPDATE requests SET agreement = 'REFUSED', updated_at = ${now} WHERE id = ANY(${[...requestIds]}::int[])`;
    },
  };
}
