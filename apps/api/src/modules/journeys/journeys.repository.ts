import type { Prisma } from '@wasl/db';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

import { localizedSelect } from '../../platform/i18n/localized.ts';
import type { Db } from '../../platform/database/db.ts';
import { cached } from '../../platform/database/cached.ts';
import { conditionOn, type JsonOf } from '../../platform/database/statements.repository.ts';

const journeyColumns = {
  id: true,
  ...localizedSelect('title'),
  ...localizedSelect('description'),
  startDate: true,
  endDate: true,
  type: true,
  active: true,
  isCommentShown: true,
  ...localizedSelect('comment'),
  isButtonShown: true,
  buttonUrl: true,
  conditions: {
    orderBy: { position: 'asc' },
    select: localizedSelect('condition'),
  },
  settings: { orderBy: { id: 'asc' }, select: { code: true, mandatory: true } },
} as const satisfies Prisma.JourneyDefSelect;

const onJourney = conditionOn<'j'>();
/** The titles of `journey_defs as j` in a Kysely statement. */
export const journeyTitle = [
  'j.title_fr as titleFr',
  'j.title_en as titleEn',
  'j.title_ar as titleAr',
  'j.title_es as titleEs',
] as const;
/** The shown columns of `journey_defs as j` in a Kysely statement. */
export const journey = [
  'j.id',
  ...journeyTitle,
  'j.description_fr as descriptionFr',
  'j.description_en as descriptionEn',
  'j.description_ar as descriptionAr',
  'j.description_es as descriptionEs',
  'j.start_date as startDate',
  'j.end_date as endDate',
  'j.type',
  'j.active',
  'j.is_comment_shown as isCommentShown',
  'j.comment_fr as commentFr',
  'j.comment_en as commentEn',
  'j.comment_ar as commentAr',
  'j.comment_es as commentEs',
  'j.is_button_shown as isButtonShown',
  'j.button_url as buttonUrl',
  jsonArrayFrom(
    onJourney
      .selectFrom('eligibility_conditions as e')
      .whereRef('e.journey_def_id', '=', 'j.id')
      .orderBy('e.position')
      .select([
        'e.condition_fr as conditionFr',
        'e.condition_en as conditionEn',
        'e.condition_ar as conditionAr',
        'e.condition_es as conditionEs',
      ]),
  ).as('conditions'),
  jsonArrayFrom(
    onJourney
      .selectFrom('journey_def_settings as x')
      .whereRef('x.journey_def_id', '=', 'j.id')
      .orderBy('x.id')
      .select(['x.code', 'x.mandatory']),
  ).as('settings'),
] as const;

/** Read by the Prisma client, or as JSON, in which days are text. */
export type JourneyRow =
  | Prisma.JourneyDefGetPayload<{ select: typeof journeyColumns }>
  | JsonOf<'j', typeof journey>;

/** With its name in the reference files. */
const namedJourney = { ...journeyColumns, slug: true } as const;
export type NamedJourney = Prisma.JourneyDefGetPayload<{ select: typeof namedJourney }>;

export function journeysRepository(db: Db) {
  return {
    /** Every journey, by id. The few dozen rows are cached until one changes. */
    async all(): Promise<readonly NamedJourney[]> {
      return await cached(
        db,
        'journeys',
        async (from) =>
          await from.journeyDef.findMany({ orderBy: { id: 'asc' }, select: namedJourney }),
      );
    },
  };
}
