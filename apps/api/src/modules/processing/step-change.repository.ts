import { Prisma } from '@wasl/db';

import { codesSql } from '../../platform/database/db.ts';
import { jsonRow } from '../../platform/database/json-rows.repository.ts';
import { authorColumns, type AuthorRow } from '../partners/index.ts';

/** Events that go with a new version of their step. */
const changeKinds = ['STEP_STATUS', 'STEP_ASSIGNED', 'DOCUMENT_REQUESTED', 'DOCUMENT_UPLOADED'];

/** Who last changed what a step's version counts, and when; null for one that nobody has changed. */
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

const author = jsonRow('User', 'u', authorColumns);
/** The last change of `processing_steps s` as JSON, to be read by {@link readChange}. */
export const lastChangeSql = Prisma.sql`(
  SELECT json_build_object('at', e.at, 'isScript', coalesce(e.actor_role = 'ADMINISTRATEUR', false),
      'actor', (SELECT row_to_json(a) FROM (SELECT ${author.columns} FROM users u WHERE u.id = e.actor_id) AS a))
  FROM history_events e
  WHERE e.request_id = s.request_id AND e.step_id = s.id AND e.kind IN (${codesSql(changeKinds)})
  ORDER BY e.id DESC LIMIT 1)`;

export function readChange(json: StepChangeJson): StepChange {
  return json && { ...json, at: new Date(json.at) };
}
