import { type RawBuilder, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';

import { conditionOn } from '../../platform/database/statements.repository.ts';
import { author, type AuthorRow } from '../partners/index.ts';

/** Events that increment the version of their step. */
const changeKinds = [
  'STEP_STATUS',
  'STEP_ASSIGNED',
  'DOCUMENT_REQUESTED',
  'DOCUMENT_WITHDRAWN',
  'DOCUMENT_UPLOADED',
] as const;

/** The last change that a step's version counts; null for an unchanged step. */
export type StepChange = {
  readonly at: Date;
  readonly isScript: boolean;
  readonly actor: AuthorRow | null;
} | null;
export type StepChangeJson = {
  readonly at: string;
  isScript: boolean;
  actor: AuthorRow | null;
} | null;

/** The last change of `processing_steps as s` as JSON for {@link readChange}. */
export function lastChange(): RawBuilder<StepChangeJson> {
  const eb = conditionOn<'s'>();
  return jsonObjectFrom(
    eb
      .selectFrom('history_events as e')
      .whereRef('e.request_id', '=', 's.request_id')
      .whereRef('e.step_id', '=', 's.id')
      .where(
        'e.kind',
        'in',
        changeKinds.map((kind) => sql.lit(kind)),
      )
      .orderBy('e.id', 'desc')
      .limit(sql.lit(1))
      .select((event) => [
        'e.at',
        sql<boolean>`coalesce(${event.ref('e.actor_role')} = 'ADMINISTRATEUR', false)`.as(
          'isScript',
        ),
        jsonObjectFrom(
          event.selectFrom('users as u').whereRef('u.id', '=', 'e.actor_id').select(author),
        ).as('actor'),
      ]),
  );
}

export function readChange(json: StepChangeJson): StepChange {
  return json && { ...json, at: new Date(json.at) };
}
