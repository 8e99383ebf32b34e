import type { Lang } from '@wasl/contracts';

import type { Db } from '../../platform/database/db.ts';

/** The latest consent of an account, for a select of it. */
export const latestConsent = {
  orderBy: { version: 'desc' },
  take: 1,
  select: { version: true, at: true },
} as const;

/** Who agreed to which version of the text about personal data. */
export function consentsRepository(db: Db) {
  return {
    /** The first time counts: agreeing again to the same text changes nothing. */
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
