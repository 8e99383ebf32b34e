import { addressee } from '../../events/account-events.ts';
import { recordAlone } from '../../events/act.ts';
import { accountTokensRepository } from '../../platform/auth/account-tokens.repository.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { removeNotices } from '../notices/index.ts';
import { partnersService, type OrganisationSummary } from '../partners/index.ts';
import { administratorActsRepository } from '../../platform/database/administrator-acts.repository.ts';
import { colleaguesRepository } from './colleagues.repository.ts';
import { usersRepository, type AccountRow } from './users.repository.ts';

export type AgentApprovalDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'mail'>;

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

export function agentApprovalService(deps: AgentApprovalDeps) {
  const { clock, log } = deps;
  return {
    async listAgents(state: 'all' | 'awaiting'): Promise<AccountRow[]> {
      return await usersRepository(deps.db).listAgents(state);
    },

    /**
     * Approves an agent for the administrator.
     * @returns whether this call approved the agent
     * @throws ApiError NOT_FOUND; STATE_CONFLICT while the organisation is not approved; ACCOUNT_DISABLED for an agent
     * suspended by the administrator
     */
    async approveAgent(email: string, by: string): Promise<boolean> {
      const now = clock.now();
      return await inTransaction(deps.db, async (tx) => {
        const agent = await usersRepository(tx).findByEmail(email.trim().toLowerCase());
        if (agent?.role !== 'PARTENAIRE' || !agent.partner) throw new ApiError('NOT_FOUND');
        await partnersService(tx).lock(agent.partner.id);
        if (!agent.partner.approvedAt) throw new ApiError('STATE_CONFLICT');
        if (agent.disabledAt && agent.disabledById === null) throw new ApiError('ACCOUNT_DISABLED');
        if (!(await openPortal(tx, deps, agent, now))) return false;
        const subject = { userId: agent.id };
        const word = { by, reason: null };
        await administratorActsRepository(tx).record('AGENT_APPROVED', subject, word, now);
        log.info({ event: 'account.agent_approved', userId: agent.id, by: 'administrator' });
        return true;
      });
    },

    async listOrganisations(state: 'all' | 'awaiting'): Promise<OrganisationSummary[]> {
      return await partnersService(deps.db).listAll(state);
    },

    /**
     * Approves an organisation with its founding agents, for the administrator. After a refusal it also reopens the
     * agents that were closed with it.
     * @returns whether this call approved it, and the e-mails of the agents approved with it
     * @throws ApiError NOT_FOUND; ORGANISATION_TAKEN when another organisation took the title after the refusal
     */
    async approveOrganisation(
      id: number,
      by: string,
    ): Promise<{ isNow: boolean; agents: string[] }> {
      const now = clock.now();
      return await inTransaction(deps.db, async (tx) => {
        const { isNow, refusedAt } = await partnersService(tx).approve(id, now);
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
