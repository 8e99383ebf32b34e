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
import type { LogEvent } from '../../platform/program/logger.ts';

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
 * Changes an agent's role. Call it with the organisation locked.
 * @throws ApiError LAST_RESPONSIBLE; STATE_CONFLICT for an agent who cannot sign in
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

export function colleaguesService(deps: AgentApprovalDeps & Pick<Deps, 'limits'>) {
  const { clock, db, limits, log, mail } = deps;

  /** Runs with the organisation locked, so that two agents who end each other's access run one after the other. */
  async function decide(
    actor: Actor,
    partnerId: number,
    userId: string,
    change: (tx: Db, before: ColleagueRow, now: Date) => Promise<LogEvent | null>,
  ): Promise<ColleagueView> {
    if (!canOnOrganisation(actor, 'manage-agents', { id: partnerId }))
      throw new ApiError('NOT_FOUND');
    const now = clock.now();
    const [view, event] = await inTransaction(db, async (tx) => {
      const colleagues = colleaguesRepository(tx);
      await partnersService(tx).lock(partnerId);
      // Checked again under the lock: the actor's access or role may have ended meanwhile.
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
    /** Lists the agents, waiting agents first. @throws ApiError NOT_FOUND for another organisation */
    async list(actor: Actor, partnerId: number): Promise<ColleagueView[]> {
      if (!canOnOrganisation(actor, 'read-agents', { id: partnerId }))
        throw new ApiError('NOT_FOUND');
      const rows = await colleaguesRepository(db).list(partnerId);
      const views = rows.map((row) => presentColleague(row, actor));
      return views.sort((a, b) => places[a.state] - places[b.state]);
    },

    /**
     * Opens the portal to a waiting colleague, or again after a refusal or removal. It is idempotent.
     * @throws ApiError NOT_FOUND also for an agent of another organisation
     */
    async approve(actor: Actor, partnerId: number, userId: string): Promise<ColleagueView> {
      return await decide(actor, partnerId, userId, async (tx, _before, now) => {
        const agent = await usersRepository(tx).find(userId);
        if (!agent) throw new ApiError('NOT_FOUND');
        return (await openPortal(tx, deps, agent, now)) ? 'account.agent_approved' : null;
      });
    },

    /**
     * Approves a new agent with the link that was mailed to this colleague; it works once. The link ends with the
     * colleague's access, and never reopens a closed access.
     * @throws ApiError TOKEN_INVALID also for a link of another person; FORBIDDEN, TOO_MANY_REQUESTS
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
          return 'account.agent_approved';
        });
      } catch (cause) {
        // The new agent has left this organisation, so the link is useless.
        if (cause instanceof ApiError && cause.code === 'NOT_FOUND')
          throw new ApiError('TOKEN_INVALID', { cause });
        throw cause;
      }
    },

    /**
     * Refuses a waiting colleague or ends a colleague's access. Sessions and links end at once, and a mail notifies
     * them. It is idempotent. A responsable cannot close their own access, so at least one remains.
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
        return before.approvedAt ? 'account.agent_removed' : 'account.agent_refused';
      });
    },

    /**
     * Makes an active agent a responsable, or a plain agent again; responsables may also step down. It is idempotent.
     * @throws ApiError LAST_RESPONSIBLE; STATE_CONFLICT for an agent who cannot sign in; NOT_FOUND also for an agent of
     * another organisation
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
        return isResponsible ? 'account.responsible_named' : 'account.responsible_ended';
      });
    },
  };
}

/** Returns who decides on a pending agent, in the given language. */
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
