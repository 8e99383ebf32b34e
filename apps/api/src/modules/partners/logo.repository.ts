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

export function logoRepository(db: Db) {
  return {
    /** Finds a logo of an approved organisation by its random name. */
    async find(key: string): Promise<LogoFile | null> {
      return await db.storedFile.findFirst({
        where: { key, scanState: 'CLEAN', partnerLogo: { approvedAt: { not: null } } },
        select: fileColumns,
      });
    },

    /** The time and author of the logo's upload; unknown for a removed logo. */
    async origin(partnerId: number): Promise<OrganisationChange> {
      const { logo } = await db.partner.findUniqueOrThrow({
        where: { id: partnerId },
        select: { logo: { select: { createdAt: true, owner: { select: authorColumns } } } },
      });
      return { at: logo?.createdAt ?? null, author: logo?.owner ?? null, isScript: false };
    },

    /** Sets or removes the logo. @returns the earlier file */
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
