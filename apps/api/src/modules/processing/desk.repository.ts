import { type Expression, sql, type SqlBool } from 'kysely';
import { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres';

import { isActiveAgentRow } from '../../platform/auth/active-agent.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import {
  build,
  conditionOn,
  dateOf,
  read,
  rows,
} from '../../platform/database/statements.repository.ts';
import { isInStepScope } from '../../policies/scopes.repository.ts';
import { openStepStatuses } from '../../rules/step-transitions.ts';
import type { AbsenceRow } from './absence.repository.ts';
import { owner, type OwnerRow } from './owner.repository.ts';
import { isOpen } from './worklist-criteria.repository.ts';
import { isLate } from './worklist-filter.repository.ts';

/** An active agent with the numbers of their steps. */
export interface DeskRow extends OwnerRow {
  readonly assignsByLoad: boolean;
  readonly counts: { readonly open: number; readonly late: number; readonly files: number };
  readonly absence: AbsenceRow | null;
  readonly services: readonly { readonly code: string }[];
}

const eb = conditionOn<'s'>();
/** A step that can have another owner, on `processing_steps as s`. The index `processing_steps_owned_idx` has these. */
const isFile = eb(
  's.status',
  'in',
  openStepStatuses.map((status) => sql.lit(status)),
);
const countOf = (condition: Expression<SqlBool>) =>
  sql<number>`(count(*) filter (where ${condition}))::int`;

export function deskRepository(db: Db) {
  return {
    /** The agents who can sign in, by name; of each, whether the organisation assigns by load. @param today `YYYY-MM-DD` */
    async colleagues(actor: Actor, today: string): Promise<DeskRow[]> {
      const query = build
        .selectFrom('users as u')
        .where('u.partner_id', '=', actor.partnerId)
        .where(isActiveAgentRow())
        .orderBy('u.nom')
        .orderBy('u.prenom')
        .orderBy('u.id')
        .select((agent) => [
          ...owner,
          agent
            .selectFrom('partners as p')
            .whereRef('p.id', '=', 'u.partner_id')
            .select('p.assigns_by_load')
            .$asScalar()
            .$notNull()
            .as('assignsByLoad'),
          agent
            .selectFrom('processing_steps as s')
            .whereRef('s.assignee_id', '=', 'u.id')
            .where(isInStepScope(actor))
            .where(isFile)
            .select(
              jsonBuildObject({
                open: countOf(isOpen),
                late: countOf(isLate(today)),
                files: sql<number>`count(*)::int`,
              }).as('counts'),
            )
            .$asScalar()
            .$notNull()
            .as('counts'),
          jsonArrayFrom(
            agent
              .selectFrom('agent_services as x')
              .innerJoin('reference_items as i', 'i.id', 'x.item_id')
              .whereRef('x.user_id', '=', 'u.id')
              .orderBy('i.code')
              .select('i.code'),
          ).as('services'),
          jsonObjectFrom(
            agent
              .selectFrom('absences as a')
              .whereRef('a.user_id', '=', 'u.id')
              .select((absence) => [
                'a.from_on as fromOn',
                'a.until_on as untilOn',
                'a.begun_at as begunAt',
                jsonObjectFrom(
                  absence
                    .selectFrom('users as u')
                    .whereRef('u.id', '=', 'a.substitute_id')
                    .select(owner),
                ).as('substitute'),
              ]),
          ).as('absence'),
        ]);
      const found = await read(db, 'the desk of a responsable', query);
      return found.map(({ absence, ...agent }) => ({
        ...agent,
        absence: absence && {
          ...absence,
          fromOn: new Date(absence.fromOn),
          untilOn: new Date(absence.untilOn),
          begunAt: dateOf(absence.begunAt),
        },
      }));
    },

    async setAssignsByLoad(partnerId: number, assignsByLoad: boolean): Promise<void> {
      await db.partner.update({
        where: { id: partnerId },
        data: { assignsByLoad },
        select: { id: true },
      });
    },

    /** @param codes services that the organisation offers */
    async setServices(partnerId: number, userId: string, codes: readonly string[]): Promise<void> {
      await db.agentService.deleteMany({ where: { userId } });
      const items = await db.partnerService.findMany({
        where: { partnerId, item: { code: { in: [...codes] } } },
        select: { itemId: true },
      });
      await db.agentService.createMany({ data: items.map(({ itemId }) => ({ userId, itemId })) });
    },

    /**
     * Locks the requests of the agent's files, in the order of all changes, and then reads the files. Lock the agent
     * first, so that none is added meanwhile.
     */
    async lockFiles(
      actor: Actor,
      userId: string,
    ): Promise<{ readonly id: number; readonly requestId: number }[]> {
      const files = build
        .selectFrom('processing_steps as s')
        .where('s.assignee_id', '=', userId)
        .where(isInStepScope(actor))
        .where(isFile);
      const locked = build
        .selectFrom('requests as r')
        .where('r.id', 'in', files.select('s.request_id'))
        .orderBy('r.id')
        .select('r.id')
        .forNoKeyUpdate();
      await rows(db, locked);
      // A second statement, because one that waits for a lock reads data from before the wait.
      return await rows(db, files.orderBy('s.id').select(['s.id', 's.request_id as requestId']));
    },
  };
}
