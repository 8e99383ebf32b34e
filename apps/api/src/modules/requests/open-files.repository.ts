import type { RequestStatus } from '@wasl/contracts';
import { type Expression, sql } from 'kysely';

import { build } from '../../platform/database/statements.repository.ts';
import { statusesWithOrganisations } from '../../policies/request-actions.ts';
import { openStepStatuses } from '../../rules/step-transitions.ts';

/** Statuses of requests that organisations have: also those on hold. */
const openStatuses: readonly RequestStatus[] = [...statusesWithOrganisations, 'EN_ATTENTE'];

/** Whether organisations have the request, at work or on hold. */
export const isOpenFile = (status: RequestStatus): boolean => openStatuses.includes(status);

/** Open steps of an organisation, in submitted requests. */
export const openStepsOf = (partnerId: Expression<number>) =>
  build
    .selectFrom('processing_steps as s')
    .innerJoin('requests as r', 'r.id', 's.request_id')
    .where('s.partner_id', '=', partnerId)
    .where(
      's.status',
      'in',
      openStepStatuses.map((code) => sql.lit(code)),
    )
    .where(
      'r.status',
      'in',
      openStatuses.map((code) => sql.lit(code)),
    );

/** Number of requests with an open step of the organisation. */
export const openFilesOf = (partnerId: Expression<number>) =>
  openStepsOf(partnerId)
    .select(sql<number>`count(DISTINCT s.request_id)::int`.as('count'))
    .$asScalar()
    .$notNull();
