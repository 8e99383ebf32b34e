import type { Prisma } from '@wasl/db';

import type { Db } from '../../platform/db.ts';

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

const headingColumns = {
  id: true,
  titleFr: true,
  titleEn: true,
  titleAr: true,
  titleEs: true,
  startDate: true,
  endDate: true,
  active: true,
} as const satisfies Prisma.JourneyDefSelect;

export type JourneyHeading = Prisma.JourneyDefGetPayload<{ select: typeof headingColumns }>;

export function journeysRepository(db: Db) {
  return {
    /** Titles and days of every journey of the type: a few dozen rows, filtered by the service. */
    async headings(type: string, active: boolean): Promise<JourneyHeading[]> {
      return await db.journeyDef.findMany({
        where: { type, active },
        orderBy: { id: 'asc' },
        select: headingColumns,
      });
    },

    /** Journeys in the order of the ids. */
    async findMany(ids: readonly number[]): Promise<JourneyRow[]> {
      const rows = await db.journeyDef.findMany({
        where: { id: { in: [...ids] } },
        select: journeyColumns,
      });
      return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    },

    async find(id: number): Promise<JourneyRow | undefined> {
      return (
        (await db.journeyDef.findUnique({ where: { id }, select: journeyColumns })) ?? undefined
      );
    },
  };
}
