import type { Prisma } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';
import { mailedPersonColumns } from '../../platform/database/person-name.ts';

const request = {
  select: { id: true, numRequest: true, status: true, beneficiaryId: true },
} as const;
const step = { select: { id: true, request } } as const;
const infectedColumns = {
  originalName: true,
  owner: { select: mailedPersonColumns },
  requestDocument: { select: { code: true, request } },
  stepDocument: { select: { documentItem: { select: { code: true } }, step } },
  attachments: { take: 1, select: { message: { select: { step } } } },
} as const satisfies Prisma.StoredFileSelect;
export type InfectedFile = Prisma.StoredFileGetPayload<{ select: typeof infectedColumns }>;

/** Files in which the scanner found a virus, with their references. */
export function infectedFilesRepository(db: Db) {
  return {
    async of(fileId: number): Promise<InfectedFile> {
      return await db.storedFile.findUniqueOrThrow({
        where: { id: fileId },
        select: infectedColumns,
      });
    },
  };
}
