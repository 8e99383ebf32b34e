import type { Db } from './db.ts';

/** Seed key of the organisation that the seed file marks `isDefault`. */
export const defaultPartnerKey = 'default-organisation';

/**
 * Organisation of the sign-up link `pAuth=men` when DEFAULT_PARTNER_ID is not set. It is the seeded one, while it is
 * approved.
 */
export async function seededDefaultPartnerId(db: Db): Promise<number | null> {
  const mark = await db.seedRecord.findUnique({ where: { key: defaultPartnerKey } });
  const id = mark?.recordId ?? null;
  if (id === null) return null;
  const partner = await db.partner.findFirst({
    where: { id, approvedAt: { not: null } },
    select: { id: true },
  });
  return partner?.id ?? null;
}
