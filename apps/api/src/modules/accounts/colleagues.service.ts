import {
  dayOf,
  type AgentRole,
  type ColleagueView,
  type Lang,
  type PendingApproval,
} from '@wasl/contracts';

import { addressee } from '../../events/account-events.ts';
import { recordAlone } from '../../events/act.ts';
import { accountTokensRepository } from '../../platform/auth/account-tokens.repository.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { canOnOrganisation } from '../../policies/organisation.ts';
import { nameOf, partnersService } from '../partners/index.ts';
import { openPortal, type AgentApprovalDeps } from './agent-approval.service.ts';
import { colleaguesRepository, type ColleagueRow } from './colleagues.repository.ts';
import { endAccess } from './end-access.ts';
import { usersRepository } from './users.repository.ts';

/** An agent as their colleagues see them. */
function presentColleague(row: ColleagueRow, actor: Actor): ColleagueView {
  const state = row.disabledAt
    ? row.approvedAt
      ? 'closed'
      : 'refused'
    : row.approvedAt
      ? 'active'
      : 'awaiting';
  return {
    id: row.id,
    nom: row.nom,
    prenom: row.prenom,
    email: row.email,
    state,
    role: row.isResponsible ? 'RESPONSABLE' : 'AGENT',
    since: dayOf(row.disabledAt ?? row.approvedAt ?? row.createdAt),
    isSelf: row.id === actor.userId,
  };
}

const places = { awaiting: 0, active: 1, closed: 2, refused: 2 } as const;

/**
 * Makes an agent a responsable or a plain one, whoever decides it; call it with the organisation locked.
 * @throws ApiError LAST_RESPONSIBLE; STATE_CONFLICT for who cannot sign in
 */
export async function changeRole(
  tx: Db,
  partnerId: number,
  agent: {
    readonly id: string;
    readonly approvedAt: Date | null;
    readonly disabledAt: Date | null;
  },
  isResponsible: boolean,
): Promise<void> {
  const colleagues = colleaguesRepository(tx);
  if (isResponsible && (agent.approvedAt === null || agent.disabledAt !== null))
    throw new ApiError('STATE_CONFLICT');
  if (!isResponsible && !(await colleagues.hasOtherResponsible(partnerId, agent.id)))
    throw new ApiError('LAST_RESPONSIBLE');
  await colleagues.setResponsible(agent.id, isResponsible);
}

/** Who the agents of an organisation are, as its responsables decide. */
export function colleaguesService(deps: AgentApprovalDeps & Pick<Deps, 'limits'>) {
  const { clock, db, limits, log, mail } = deps;

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
      // Read again: their own access or role may have ended while this call waited.
      if (!(await colleagues.isResponsible(partnerId, actor.userId)))
        throw new ApiError('RESPONSIBLE_REQUIRED');
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
      if (!canOnOrganisation(actor, 'read-agents', { id: partnerId }))
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
     * Approves a newcomer with the link that was mailed to this very colleague, once. It ends with the colleague's own
     * access, and never opens what was closed.
     * @throws ApiError TOKEN_INVALID also for anybody else's link; FORBIDDEN, TOO_MANY_REQUESTS
     */
    async approveByLink(actor: Actor, token: string, address: string): Promise<ColleagueView> {
      await limits.consume('tokenUse', { address });
      const kinds = ['AGENT_APPROVAL'] as const;
      const { partnerId, userId } = actor;
      const newcomer = await accountTokensRepository(db).peek(kinds, token, clock.now(), userId);
      if (newcomer === undefined || partnerId === null) throw new ApiError('TOKEN_INVALID');
      try {
        return await decide(actor, partnerId, newcomer, async (tx, before, now) => {
          const used = await accountTokensRepository(tx).consume(kinds, token, now, userId);
          const agent = await usersRepository(tx).find(newcomer);
          const canOpen = used === newcomer && agent?.partner?.approvedAt && !before.disabledAt;
          if (!canOpen || !(await openPortal(tx, deps, agent, now)))
            throw new ApiError('TOKEN_INVALID');
          return 'agent approved';
        });
      } catch (cause) {
        // The newcomer is no agent of this organisation any more: nothing is left for the link to do.
        if (cause instanceof ApiError && cause.code === 'NOT_FOUND')
          throw new ApiError('TOKEN_INVALID', { cause });
        throw cause;
      }
    },

    /**
     * Refuses a colleague who waits, or ends the access of one: their sessions and links end at once, and they are
     * told by mail. One who is out already stays out.
     * Whoever decides is a responsable and cannot close themselves: one always stays.
     * @throws ApiError OWN_ACCESS; NOT_FOUND also for an agent of another organisation
     */
    async close(actor: Actor, partnerId: number, userId: string): Promise<ColleagueView> {
      return await decide(actor, partnerId, userId, async (tx, before, now) => {
        if (userId === actor.userId) throw new ApiError('OWN_ACCESS');
        if (!(await colleaguesRepository(tx).close(userId, actor.userId, now))) return null;
        await endAccess(tx, userId, actor, now);
        const partner = await partnersService(tx).get(partnerId);
        await recordAlone(
          tx,
          { mail, now },
          {
            type: before.approvedAt ? 'agent.removed' : 'agent.refused',
            account: addressee(before),
            organisation: partner,
          },
        );
        return before.approvedAt ? 'agent removed' : 'agent refused';
      });
    },

    /**
     * Makes an agent who can sign in a responsable, or a plain agent again; one may step down oneself. Repeating it changes
     * nothing.
     * @throws ApiError LAST_RESPONSIBLE; STATE_CONFLICT for who cannot sign in; NOT_FOUND also for an agent of another organisation
     */
    async setRole(
      actor: Actor,
      partnerId: number,
      userId: string,
      role: AgentRole,
    ): Promise<ColleagueView> {
      return await decide(actor, partnerId, userId, async (tx, before) => {
        const isResponsible = role === 'RESPONSABLE';
        if (before.isResponsible === isResponsible) return null;
        await changeRole(tx, partnerId, before, isResponsible);
        return isResponsible ? 'responsable named' : 'responsable ended';
      });
    },
  };
}

/** Whom an agent who may not sign in yet waits for, named in the language. */
export async function approvalAwaited(
  db: Db,
  userId: string,
  lang: Lang,
): Promise<PendingApproval> {
  const partner = (await usersRepository(db).find(userId))?.partner;
  return {
    organisation: partner ? nameOf(partner, lang) : '',
    isOrganisationApproved: Boolean(partner?.approvedAt),
    colleagues: partner?.approvedAt
      ? await colleaguesRepository(db).countResponsibles(partner.id)
      : 0,
  };
}
