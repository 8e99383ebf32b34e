import { dayOf, type ColleagueView, type Lang, type PendingApproval } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { displayName } from '../../platform/auth/authenticate.ts';
import { sessionsRepository } from '../../platform/auth/sessions.repository.ts';
import { inTransaction, type Db } from '../../platform/db.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { canOnOrganisation } from '../../policies/organisation.ts';
import { writeNotices } from '../notices/index.ts';
import { partnersService } from '../partners/index.ts';
import { openPortal, type AgentApprovalDeps } from './agent-approval.service.ts';
import { colleaguesRepository, type ColleagueRow } from './colleagues.repository.ts';
import { usersRepository } from './users.repository.ts';

/** An agent as their colleagues see them. */
function presentColleague(row: ColleagueRow, actor: Actor): ColleagueView {
  const state = row.disabledAt ? 'closed' : row.approvedAt ? 'active' : 'awaiting';
  return {
    id: row.id,
    nom: row.nom,
    prenom: row.prenom,
    email: row.email,
    state,
    since: dayOf(row.disabledAt ?? row.approvedAt ?? row.createdAt),
    isSelf: row.id === actor.userId,
  };
}

const places = { awaiting: 0, active: 1, closed: 2 } as const;

/** Who the agents of an organisation are, as they decide among themselves. */
export function colleaguesService(deps: AgentApprovalDeps) {
  const { clock, db, log, mail } = deps;

  /** Runs with the organisation locked, so that two agents who end each other's access take turns. */
  async function decide(
    actor: Actor,
    partnerId: number,
    userId: string,
    change: (tx: Db, before: ColleagueRow, now: Date) => Promise<string | null>,
  ): Promise<ColleagueView> {
    if (!canOnOrganisation(actor, 'manage-agents', { id: partnerId }))
      throw new ApiError('NOT_FOUND');
    const now = clock.now();
    const [view, event] = await inTransaction(db, async (tx) => {
      const colleagues = colleaguesRepository(tx);
      await partnersService(tx).lock(partnerId);
      // Read again: their own access may have ended while this call waited.
      if (!(await colleagues.isActive(partnerId, actor.userId))) throw new ApiError('FORBIDDEN');
      const before = await colleagues.find(partnerId, userId);
      if (!before) throw new ApiError('NOT_FOUND');
      const done = await change(tx, before, now);
      const after = await colleagues.find(partnerId, userId);
      if (!after) throw new ApiError('NOT_FOUND');
      return [presentColleague(after, actor), done] as const;
    });
    if (event !== null) log.info({ event, userId, partnerId, by: actor.userId });
    return view;
  }

  return {
    /** Those who wait first. @throws ApiError NOT_FOUND for another organisation */
    async list(actor: Actor, partnerId: number): Promise<ColleagueView[]> {
      if (!canOnOrganisation(actor, 'manage-agents', { id: partnerId }))
        throw new ApiError('NOT_FOUND');
      const rows = await colleaguesRepository(db).list(partnerId);
      const views = rows.map((row) => presentColleague(row, actor));
      return views.sort((a, b) => places[a.state] - places[b.state]);
    },

    /**
     * Opens the portal to a colleague who waits, or again to one whom a colleague refused or removed. An open one
     * stays as they are.
     * @throws ApiError NOT_FOUND also for an agent of another organisation
     */
    async approve(actor: Actor, partnerId: number, userId: string): Promise<ColleagueView> {
      return await decide(actor, partnerId, userId, async (tx, _before, now) => {
        const agent = await usersRepository(tx).find(userId);
        if (!agent) throw new ApiError('NOT_FOUND');
        return (await openPortal(tx, deps, agent, now)) ? 'agent approved' : null;
      });
    },

    /**
     * Refuses a colleague who waits, or ends the access of one: their sessions and links end at once, and they are
     * told by mail. One who is out already stays out.
     * @throws ApiError OWN_ACCESS; NOT_FOUND also for an agent of another organisation
     */
    async close(actor: Actor, partnerId: number, userId: string): Promise<ColleagueView> {
      return await decide(actor, partnerId, userId, async (tx, before, now) => {
        if (userId === actor.userId) throw new ApiError('OWN_ACCESS');
        if (!(await colleaguesRepository(tx).close(userId, actor.userId, now))) return null;
        await sessionsRepository(tx).endAllOf(userId, now);
        await writeNotices(tx).settled('COLLEAGUE_AWAITING', userId);
        await usersRepository(tx).revokeTokens(userId, ['AGENT_APPROVAL', 'PASSWORD_RESET'], now);
        const { title } = await partnersService(tx).get(partnerId);
        await mail.enqueue(tx, {
          to: before.email,
          lang: before.lang as Lang,
          template: before.approvedAt ? 'agentRemoved' : 'agentRefused',
          params: { name: displayName(before), organisation: title },
        });
        return before.approvedAt ? 'agent removed' : 'agent refused';
      });
    },
  };
}

/** Whom an agent who may not sign in yet waits for. */
export async function approvalAwaited(db: Db, userId: string): Promise<PendingApproval> {
  const partner = (await usersRepository(db).find(userId))?.partner;
  return {
    organisation: partner?.title ?? '',
    isOrganisationApproved: Boolean(partner?.approvedAt),
    colleagues: partner?.approvedAt ? await colleaguesRepository(db).countActive(partner.id) : 0,
  };
}
