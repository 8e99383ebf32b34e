import type { Prisma } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';
import { authorColumns, type OrganisationChange } from './partners.repository.ts';

const fileColumns = {
  id: true,
  key: true,
  originalName: true,
  mimeType: true,
  size: true,
  scanState: true,
} as const satisfies Prisma.StoredFileSelect;
type LogoFile = Prisma.StoredFileGetPayload<{ select: typeof fileColumns }>;

/** Logos of organisations. */
export function logoRepository(db: Db) {
  return {
    /** By its opaque name, among those of approved organisations. */
    async find(key: string): Promise<LogoFile | null> {
      return await db.storedFile.findFirst({
        where: { key, scanState: 'CLEAN', partnerLogo: { approvedAt: { not: null } } },
        select: fileColumns,
      });
    },

    /** Since when and by whom the logo is there; nothing is known of one that was taken away. */
    async origin(partnerId: number): Promise<OrganisationChange> {
      const { logo } = await db.partner.findUniqueOrThrow({
        where: { id: partnerId },
        select: { logo: { select: { createdAt: true, owner: { select: authorColumns } } } },
      });
      return { at: logo?.createdAt ?? null, author: logo?.owner ?? null, isScript: false };
    },

    /** Sets the logo or takes it away, and tells which file it was before. */
    async replace(partnerId: number, logoFileId: number | null): Promise<LogoFile | null> {
      const { logo } = await db.partner.findUniqueOrThrow({
        where: { id: partnerId },
        select: { logo: { select: fileColumns } },
      });
      await db.partner.update({
        where: { id: partnerId },
        data: { logoFileId },
        select: { id: true },
      });
      return logo;
    },
  };
}
