import type { Lang } from '@wasl/contracts';

import type { Db } from '../../platform/database/db.ts';

export const latestConsent = {
  orderBy: { version: 'desc' },
  take: 1,
  select: { version: true, at: true },
} as const;

/** Consents to versions of the text about personal data. */
export function consentsRepository(db: Db) {
  return {
    /** Records a consent. Repeating it keeps the first time. */
    async note(
      userId: string,
      { version, lang, at }: { version: number; lang: Lang; at: Date },
    ): Promise<void> {
      await db.consent.createMany({
        data: [{ userId, version, lang, at }],
        skipDuplicates: true,
      });
    },
  };
}
