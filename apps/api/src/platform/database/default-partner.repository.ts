import type { Db } from './db.ts';

/** The key under which the seed keeps the organisation marked `isDefault` in its file. */
export const defaultPartnerKey = 'default-organisation';

/** The organisation of the sign-up link `pAuth=men` where DEFAULT_PARTNER_ID is not set: the seeded one, while it is approved. */
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
