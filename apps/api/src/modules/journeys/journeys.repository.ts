import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

import type { Db } from '../../platform/database/db.ts';
import { cached } from '../../platform/database/cached.ts';
import {
  build,
  conditionOn,
  rows,
  type JsonOf,
} from '../../platform/database/statements.repository.ts';
import type { Question } from './rules/questions.ts';

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
  sql<readonly Question[]>`j.questions`.as('questions'),
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
      .leftJoin('reference_items as i', (item) =>
        item.onRef('i.code', '=', 'x.code').on('i.parent', '=', sql.lit('DOCUMENT')),
      )
      .whereRef('x.journey_def_id', '=', 'j.id')
      .orderBy('x.id')
      .select([
        'x.code',
        'x.mandatory',
        'i.libelle_fr as libelleFr',
        'i.libelle_en as libelleEn',
        'i.libelle_ar as libelleAr',
        'i.libelle_es as libelleEs',
      ]),
  ).as('settings'),
] as const;

/** As JSON, in which days are text. */
export type JourneyRow = JsonOf<'j', typeof journey>;

/** With its name in the reference files. */
const namedJourney = [...journey, 'j.slug'] as const;
export type NamedJourney = JsonOf<'j', typeof namedJourney>;

export function journeysRepository(db: Db) {
  return {
    /** Every journey, by id. The few dozen rows are cached until one changes. */
    async all(): Promise<readonly NamedJourney[]> {
      return await cached(db, 'journeys', async (from) => {
        const listed = build.selectFrom('journey_defs as j').orderBy('j.id').select(namedJourney);
        const query = build.selectFrom(listed.as('t')).select(({ fn }) => fn.toJson('t').as('row'));
        return (await rows(from, query)).map(({ row }) => row);
      });
    },
  };
}
