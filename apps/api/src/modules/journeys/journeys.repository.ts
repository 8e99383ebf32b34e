import type { Prisma } from '@wasl/db';

import { selectWords } from '../../platform/i18n/four-columns.ts';
import type { Db } from '../../platform/database/db.ts';
import { kept } from '../../platform/database/kept.ts';

/** What {@link JourneyRow} is read from, for the queries of every module that shows a journey. */
export const journeyColumns = {
  id: true,
  ...selectWords('title'),
  ...selectWords('description'),
  startDate: true,
  endDate: true,
  type: true,
  active: true,
  isCommentShown: true,
  ...selectWords('comment'),
  isButtonShown: true,
  buttonUrl: true,
  conditions: {
    orderBy: { position: 'asc' },
    select: selectWords('condition'),
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
