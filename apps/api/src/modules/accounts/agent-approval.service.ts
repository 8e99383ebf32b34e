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
/** Colleagues asked to approve a new agent: enough for one to be there, too few to be a mailing. */
const colleaguesAsked = 10;

/**
 * Mails the responsables of the organisation a link each that approves the agent; it works for its reader alone. Where there are none, or the
 * organisation itself awaits approval, the administrator decides.
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
 * Opens the portal to the agent (again, where a colleague had closed it), tells them, and ends the links of their
 * colleagues; call it with the organisation locked. The first one of an organisation is its responsable. Returns whether it
 * was closed before.
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

/** The administrator's part: agents and organisations that await approval. */
export function agentApprovalService(deps: AgentApprovalDeps) {
  const { clock, log } = deps;
  return {
    /** For the administrator: every agent, or those who await approval, oldest first. */
    async listAgents(state: 'all' | 'awaiting'): Promise<AccountRow[]> {
      return await usersRepository(deps.db).listAgents(state);
    },

    /**
     * For the administrator. Returns whether it was this call that approved the agent.
     * @throws ApiError NOT_FOUND; STATE_CONFLICT while the organisation itself is not approved; ACCOUNT_DISABLED for whom the administrator suspended
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
        log.info({ event: 'agent approved', userId: agent.id, by: 'administrator' });
        return true;
      });
    },

    /** For the administrator: every organisation, or those that await approval, oldest first. */
    async listOrganisations(state: 'all' | 'awaiting'): Promise<OrganisationSummary[]> {
      return await partnersService(deps.db).listAll(state);
    },

    /**
     * For the administrator: approves an organisation with the agents who founded it.
     * Returns whether it was this call that did, and the e-mails of the agents approved with it. One that was refused is
     * approved as well, with those who were closed with it.
     * @throws ApiError NOT_FOUND; ORGANISATION_TAKEN where another has the title since the refusal
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
        // Nobody can join an organisation before it is approved: those who await are its founders.
        const founders = await users.awaitingAgents(id);
        for (const founder of founders) await openPortal(tx, deps, founder, now);
        const word = { by, reason: null };
        await administratorActsRepository(tx).record(
          'ORGANISATION_APPROVED',
          { partnerId: id },
          word,
          now,
        );
        log.info({ event: 'organisation approved', partnerId: id, by: 'administrator' });
        return { isNow, agents: founders.map(({ email }) => email) };
      });
    },
  };
}
