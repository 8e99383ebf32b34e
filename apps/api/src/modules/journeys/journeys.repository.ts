import type { Prisma } from '@wasl/db';

import type { Db } from '../../platform/db.ts';
import { kept } from '../../platform/kept.ts';

/** What {@link JourneyRow} is read from, for the queries of every module that shows a journey. */
export const journeyColumns = {
  id: true,
  titleFr: true,
  titleEn: true,
  titleAr: true,
  titleEs: true,
  descriptionFr: true,
  descriptionEn: true,
  descriptionAr: true,
  descriptionEs: true,
  startDate: true,
  endDate: true,
  type: true,
  active: true,
  isCommentShown: true,
  commentFr: true,
  commentEn: true,
  commentAr: true,
  commentEs: true,
  isButtonShown: true,
  buttonUrl: true,
  conditions: {
    orderBy: { position: 'asc' },
    select: { conditionFr: true, conditionEn: true, conditionAr: true, conditionEs: true },
  },
  settings: { orderBy: { id: 'asc' }, select: { code: true, mandatory: true } },
} as const satisfies Prisma.JourneyDefSelect;

export type JourneyRow = Prisma.JourneyDefGetPayload<{ select: typeof journeyColumns }>;

/** With the name that the files know it by. */
const namedJourney = { ...journeyColumns, slug: true } as const;
export type NamedJourney = Prisma.JourneyDefGetPayload<{ select: typeof namedJourney }>;

export function journeysRepository(db: Db) {
  return {
    /** Every journey, by id: a few dozen, read once and kept until one of them changes. */
    async all(): Promise<readonly NamedJourney[]> {
      return await kept(
        db,
        'journeys',
        async (from) =>
          await from.journeyDef.findMany({ orderBy: { id: 'asc' }, select: namedJourney }),
      );
    },
  };
}
