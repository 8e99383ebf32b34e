import type { RequestStatus } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { statusesWithOrganisations } from '../../policies/request-actions.ts';
import { storedStatusOf } from '../../policies/request-status.ts';
import { stepScope } from '../../policies/requests.ts';
import { droppedStepStatuses } from '../../rules/step-transitions.ts';
import { otherColumns, type OtherStepRow } from './step-file.repository.ts';

/** Limit of candidates that a step can be a duplicate of. */
const mostDuplicates = 20;

/** Statuses of a request that does the work of its duplicate: neither withdrawn nor back with its author. */
const doingStatuses: readonly RequestStatus[] = [
  ...statusesWithOrganisations,
  'EN_ATTENTE',
  'DEMANDE_TRAITE',
];

export function stepEndsRepository(db: Db) {
  return {
    /**
     * Candidates for a duplicate: other requests of the person with a live step of the actor's organisation, newest
     * first. The organisation sees only requests that it knows already.
     * @param only id of a single request to look for
     */
    async duplicates(actor: Actor, stepId: number, only?: number): Promise<OtherStepRow[]> {
      const { requestId, request } = await db.processingStep.findUniqueOrThrow({
        where: { id: stepId },
        select: { requestId: true, request: { select: { beneficiaryId: true } } },
      });
      return await db.processingStep.findMany({
        where: {
          AND: [
            stepScope(actor),
            {
              requestId: { not: requestId, ...(only === undefined ? {} : { equals: only }) },
              status: { notIn: [...droppedStepStatuses] },
              request: {
                beneficiaryId: request.beneficiaryId,
                status: { in: doingStatuses.map(storedStatusOf) },
              },
            },
          ],
        },
        distinct: ['requestId'],
        orderBy: [{ request: { dateRequest: 'desc' } }, { id: 'desc' }],
        take: mostDuplicates,
        select: otherColumns,
      });
    },

    /** Locks another request until the transaction ends, so that two requests cannot become duplicates of each other. */
    async lock(requestId: number): Promise<void> {
      const locked = build
        .selectFrom('requests')
        .select('id')
        .where('id', '=', requestId)
        .forShare();
      await rows(db, locked);
    },
  };
}
