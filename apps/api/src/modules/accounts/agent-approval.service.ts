import { addressee } from '../../events/account-events.ts';
import { recordAlone } from '../../events/act.ts';
import { administrator } from '../../events/author.ts';
import { accountTokensRepository } from '../../platform/auth/account-tokens.repository.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { removeNotices } from '../notices/index.ts';
import { partnersService, type OrganisationSummary } from '../partners/index.ts';
import {
  administratorActsRepository,
  type AdministratorWord,
} from '../../platform/database/administrator-acts.repository.ts';
import { colleaguesRepository } from './colleagues.repository.ts';
import { endAccess } from './end-access.ts';
import { usersRepository, type AccountRow } from './users.repository.ts';

export type AgentApprovalDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'mail'>;

const uuidForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const approvalSeconds = 7 * 24 * 60 * 60;
/** Limit of colleagues asked to approve a new agent: enough that some are present, without a mass mailing. */
const colleaguesAsked = 10;

/**
 * Mails up to {@link colleaguesAsked} responsables a personal link that approves the agent. Without responsables, or
 * while the organisation awaits approval, the administrator decides.
 */
export async function askColleagues(
  tx: Db,
  { mail }: Pick<Deps, 'mail'>,
  agentId: string,
  now: Date,
): Promise<void> {
  const users = usersRepository(tx);
  const agent = await users.find(agentId);
  if (agent?.role !== 'PARTENAIRE' || agent.approvedAt !== null || !agent.partner?.approvedAt)
    return;
  const responsibles = await users.responsibles(agent.partner.id);
  const tokens = new Map<string, string>();
  for (const { id: recipientId } of responsibles.slice(0, colleaguesAsked))
    tokens.set(
      recipientId,
      await accountTokensRepository(tx).issue('AGENT_APPROVAL', agentId, {
        now,
        seconds: approvalSeconds,
        keepOlder: true,
        recipientId,
      }),
    );
  await recordAlone(
    tx,
    { mail, now },
    { type: 'agent.awaiting', agent, organisation: agent.partner, responsibles, tokens },
  );
}

/**
 * Opens the portal to an agent, also after a colleague closed it, notifies them, and revokes their colleagues' links.
 * The first agent of an organisation becomes its responsable. Call it with the organisation locked.
 * @returns whether the access was closed before
 */
export async function openPortal(
  tx: Db,
  { mail }: Pick<Deps, 'mail'>,
  agent: AccountRow,
  now: Date,
): Promise<boolean> {
  const users = usersRepository(tx);
  await users.revokeTokens(agent.id, ['AGENT_APPROVAL'], now);
  await removeNotices(tx).about('COLLEAGUE_AWAITING', agent.id);
  const isReopened = await colleaguesRepository(tx).reopen(agent.id);
  const isApproved = await users.approve(agent.id, now);
  if (!isReopened && !isApproved) return false;
  if (agent.partner) await colleaguesRepository(tx).appointFirst(agent.partner.id, agent.id);
  if (agent.partner !== null)
    await recordAlone(
      tx,
      { mail, now },
      { type: 'agent.approved', account: addressee(agent), organisation: agent.partner },
    );
  return true;
}

type Agent = AccountRow & { readonly partner: NonNullable<AccountRow['partner']> };

const isAwaiting = ({ approvedAt, disabledAt }: AccountRow): boolean =>
  approvedAt === null && disabledAt === null;

/** Locks the organisation of an agent, then reads the agent. @throws ApiError NOT_FOUND */
async function lockAgent(tx: Db, email: string): Promise<Agent> {
  const users = usersRepository(tx);
  const found = await users.findByEmail(email.trim().toLowerCase());
  if (found?.role !== 'PARTENAIRE' || !found.partner) throw new ApiError('NOT_FOUND');
  await partnersService(tx).lock(found.partner.id);
  const agent = await users.find(found.id);
  if (!agent?.partner) throw new ApiError('NOT_FOUND');
  return { ...agent, partner: agent.partner };
}

export function agentApprovalService(deps: AgentApprovalDeps) {
  const { clock, log } = deps;
  return {
    async listAgents(state: 'all' | 'awaiting'): Promise<AccountRow[]> {
      return await usersRepository(deps.db).listAgents(state);
    },

    /** @throws ApiError NOT_FOUND */
    async emailOf(id: string): Promise<string> {
      const account = uuidForm.test(id) ? await usersRepository(deps.db).find(id) : undefined;
      if (account === undefined) throw new ApiError('NOT_FOUND');
      return account.email;
    },

    /**
     * Approves an agent for the administrator.
     * @returns whether this call approved the agent
     * @throws ApiError NOT_FOUND; STATE_CONFLICT while the organisation is not approved; ACCOUNT_DISABLED for an agent
     * suspended by the administrator
     * @param isWaiting whether to approve only an agent who awaits approval; else also one that a colleague closed
     */
    async approveAgent(email: string, by: string, isWaiting = false): Promise<boolean> {
      const now = clock.now();
      return await inTransaction(deps.db, async (tx) => {
        const agent = await lockAgent(tx, email);
        if (!agent.partner.approvedAt) throw new ApiError('STATE_CONFLICT');
        if (isWaiting && !isAwaiting(agent)) return false;
        if (agent.disabledAt && agent.disabledById === null) throw new ApiError('ACCOUNT_DISABLED');
        if (!(await openPortal(tx, deps, agent, now))) return false;
        const subject = { userId: agent.id };
        const word = { by, reason: null };
        await administratorActsRepository(tx).record('AGENT_APPROVED', subject, word, now);
        log.info({ event: 'account.agent_approved', userId: agent.id, by: 'administrator' });
        return true;
      });
    },

    /**
     * Refuses an agent who awaits approval. A colleague cannot reopen the access. A confirmed address gets a mail with
     * the reason.
     * @returns whether this call refused the agent
     * @throws ApiError NOT_FOUND
     */
    async refuseAgent(
      email: string,
      word: AdministratorWord & { readonly reason: string },
    ): Promise<boolean> {
      const now = clock.now();
      return await inTransaction(deps.db, async (tx) => {
        const agent = await lockAgent(tx, email);
        if (!isAwaiting(agent)) return false;
        await usersRepository(tx).suspend(agent.id, now);
        await endAccess(tx, agent.id, administrator, now);
        if (agent.emailConfirmedAt !== null)
          await recordAlone(
            tx,
            { mail: deps.mail, now },
            {
              type: 'agent.refusedByAdmin',
              account: addressee(agent),
              organisation: agent.partner,
              reason: word.reason,
            },
          );
        const subject = { userId: agent.id };
        await administratorActsRepository(tx).record('AGENT_REFUSED', subject, word, now);
        log.info({ event: 'account.agent_refused', userId: agent.id, by: 'administrator' });
        return true;
      });
    },

    async listOrganisations(state: 'all' | 'awaiting'): Promise<OrganisationSummary[]> {
      return await partnersService(deps.db).listAll(state);
    },

    /**
     * Approves an organisation with its founding agents, for the administrator. After a refusal it also reopens the
     * agents that were closed with it, unless `isWaiting`.
     * @returns whether this call approved it, and the e-mails of the agents approved with it
     * @throws ApiError NOT_FOUND; ORGANISATION_TAKEN when another organisation took the title after the refusal
     */
    async approveOrganisation(
      id: number,
      by: string,
      isWaiting = false,
    ): Promise<{ isNow: boolean; agents: string[] }> {
      const now = clock.now();
      return await inTransaction(deps.db, async (tx) => {
        const { isNow, refusedAt } = await partnersService(tx).approve(id, now, isWaiting);
        if (!isNow) return { isNow, agents: [] };
        const users = usersRepository(tx);
        if (refusedAt !== null) await users.openRefused(id, refusedAt);
        // Agents can join only an approved organisation, so the waiting agents are its founders.
        const founders = await users.awaitingAgents(id);
        for (const founder of founders) await openPortal(tx, deps, founder, now);
        const word = { by, reason: null };
        await administratorActsRepository(tx).record(
          'ORGANISATION_APPROVED',
          { partnerId: id },
          word,
          now,
        );
        log.info({ event: 'organisation.approved', partnerId: id, by: 'administrator' });
        return { isNow, agents: founders.map(({ email }) => email) };
      });
    },
  };
}
