import type { AgentRole } from '@wasl/contracts';

import { addressee } from '../../events/account-events.ts';
import { recordAlone } from '../../events/act.ts';
import { isAwaitingApproval } from '../../platform/auth/authenticate.ts';
import { sessionsRepository } from '../../platform/auth/sessions.repository.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { partnersService } from '../partners/index.ts';
import { administrator } from '../../events/author.ts';
import { colleaguesRepository } from './colleagues.repository.ts';
import { changeRole } from './colleagues.service.ts';
import { deletionDueBefore } from './accounts.presenter.ts';
import {
  administratorActsRepository,
  type AdministratorWord,
} from '../../platform/database/administrator-acts.repository.ts';
import { askColleagues, type AgentApprovalDeps } from './agent-approval.service.ts';
import { endAccess } from './end-access.ts';
import { isErased } from './person-data.repository.ts';
import { usersRepository, type AccountRow } from './users.repository.ts';

export type Reopened =
  | 'usable'
  | 'awaitingApproval'
  | 'unconfirmed'
  | 'wasOpen'
  | 'organisationRefused'
  | 'deletionDue';

/** An organisation without a responsable, and the e-mails of the agents who could become one. */
export interface Succession {
  readonly title: string;
  readonly candidates: readonly string[];
}

export interface OrganisationRefusal {
  readonly id: number;
  readonly title: string;
  readonly state: 'refused' | 'wasRefused' | 'approved';
  /** E-mails of the agents who were closed with it; `isNotified` for a confirmed address. */
  readonly agents: readonly { readonly email: string; readonly isNotified: boolean }[];
}

/**
 * Locks in the same order as decisions of colleagues: the organisation, then the account.
 * @throws ApiError NOT_FOUND
 */
export async function lockPerson(tx: Db, email: string): Promise<AccountRow> {
  const users = usersRepository(tx);
  const found = await users.findByEmail(email.trim().toLowerCase());
  if (found === undefined || isErased(found.email)) throw new ApiError('NOT_FOUND');
  if (found.partner) await partnersService(tx).lock(found.partner.id);
  await users.lock(found.id);
  const person = await users.find(found.id);
  if (person === undefined || isErased(person.email)) throw new ApiError('NOT_FOUND');
  return person;
}

/** Access management by the administrator. Each act is recorded with its author and reason. */
export function personAccessService(deps: AgentApprovalDeps) {
  const { clock, log, mail } = deps;

  return {
    /**
     * Closes an access: sessions end at once, steps are released, and colleagues cannot reopen it. A closing by a
     * colleague becomes the administrator's.
     * @returns whether this call suspended it
     * @throws ApiError NOT_FOUND
     */
    async suspend(email: string, word: AdministratorWord): Promise<boolean> {
      const now = clock.now();
      return await inTransaction(deps.db, async (tx) => {
        const person = await lockPerson(tx, email);
        if (!(await usersRepository(tx).suspend(person.id, now))) return false;
        await endAccess(tx, person.id, administrator, now);
        const subject = { userId: person.id };
        await administratorActsRepository(tx).record('SUSPENDED', subject, word, now);
        log.info({ event: 'account.suspended', userId: person.id, by: 'administrator' });
        return true;
      });
    },

    /**
     * The candidates to replace a suspended responsable.
     * @returns null when another responsable remains, or the person was not a responsable
     * @throws ApiError NOT_FOUND
     */
    async successionOf(email: string): Promise<Succession | null> {
      const person = await usersRepository(deps.db).findByEmail(email.trim().toLowerCase());
      if (person === undefined) throw new ApiError('NOT_FOUND');
      const { id, partner, isResponsible } = person;
      const colleagues = colleaguesRepository(deps.db);
      if (!isResponsible || !partner) return null;
      if (await colleagues.hasOtherResponsible(partner.id, id)) return null;
      return {
        title: partner.title,
        candidates: await colleagues.possibleResponsibles(partner.id),
      };
    },

    /**
     * Reopens any closed access. An agent who was never approved awaits approval again. Sessions stay ended.
     * @throws ApiError NOT_FOUND also for an erased person
     */
    async reopen(email: string, word: AdministratorWord): Promise<Reopened> {
      const now = clock.now();
      return await inTransaction(deps.db, async (tx) => {
        const person = await lockPerson(tx, email);
        if (person.disabledAt === null) return 'wasOpen';
        if (person.partner?.refusedAt) return 'organisationRefused';
        // The housekeeping would close it again within the hour.
        if (person.deletionAskedAt && person.deletionAskedAt <= deletionDueBefore(now))
          return 'deletionDue';
        await usersRepository(tx).open(person.id);
        const subject = { userId: person.id };
        await administratorActsRepository(tx).record('REOPENED', subject, word, now);
        log.info({ event: 'account.reopened', userId: person.id, by: 'administrator' });
        if (person.emailConfirmedAt === null) return 'unconfirmed';
        if (!isAwaitingApproval({ ...person, disabledAt: null })) return 'usable';
        await askColleagues(tx, deps, person.id, now);
        return 'awaitingApproval';
      });
    },

    /**
     * Changes an agent's role.
     * @returns whether this call changed it
     * @throws ApiError NOT_FOUND also for a person who is not an agent; STATE_CONFLICT for an agent who cannot sign in;
     * LAST_RESPONSIBLE
     */
    async setRole(email: string, role: AgentRole, word: AdministratorWord): Promise<boolean> {
      const now = clock.now();
      const isResponsible = role === 'RESPONSABLE';
      return await inTransaction(deps.db, async (tx) => {
        const agent = await lockPerson(tx, email);
        if (agent.role !== 'PARTENAIRE' || !agent.partner) throw new ApiError('NOT_FOUND');
        if (agent.isResponsible === isResponsible) return false;
        await changeRole(tx, agent.partner.id, agent, isResponsible);
        const kind = isResponsible ? 'RESPONSIBLE_NAMED' : 'RESPONSIBLE_ENDED';
        await administratorActsRepository(tx).record(kind, { userId: agent.id }, word, now);
        const event = isResponsible ? 'account.responsible_named' : 'account.responsible_ended';
        log.info({ event, userId: agent.id, by: 'administrator' });
        return true;
      });
    },

    /**
     * Ends every session of a person, who can sign in again.
     * @returns the number of ended sessions
     * @throws ApiError NOT_FOUND
     */
    async endSessions(email: string, word: AdministratorWord): Promise<number> {
      const now = clock.now();
      return await inTransaction(deps.db, async (tx) => {
        const { id: userId } = await lockPerson(tx, email);
        const sessions = sessionsRepository(tx);
        const { length } = await sessions.liveOf(userId, now);
        if (length === 0) return 0;
        await sessions.endAllOf(userId, now);
        await administratorActsRepository(tx).record('SESSIONS_ENDED', { userId }, word, now);
        log.info({ event: 'session.ended', userId, by: 'administrator' });
        return length;
      });
    },

    /**
     * Refuses a pending organisation. It leaves the pending list, its agents are closed, and confirmed addresses get a
     * mail with the reason. Its title is free for another sign-up.
     * @param given its id or its title
     * @throws ApiError NOT_FOUND
     */
    async refuseOrganisation(
      given: string,
      word: AdministratorWord & { readonly reason: string },
    ): Promise<OrganisationRefusal> {
      const now = clock.now();
      return await inTransaction(deps.db, async (tx) => {
        const partners = partnersService(tx);
        const { id, title, ...state } = await partners.refuse(given, now);
        if (!state.isNow)
          return { id, title, state: state.isApproved ? 'approved' : 'wasRefused', agents: [] };
        const users = usersRepository(tx);
        const agents = [];
        for (const agent of await users.openAgents(id)) {
          await users.suspend(agent.id, now);
          await endAccess(tx, agent.id, administrator, now);
          const isNotified = agent.emailConfirmedAt !== null;
          agents.push({ email: agent.email, isNotified });
          if (!isNotified || !agent.partner) continue;
          await recordAlone(
            tx,
            { mail, now },
            {
              type: 'organisation.refused',
              account: addressee(agent),
              organisation: agent.partner,
              reason: word.reason,
            },
          );
        }
        const subject = { partnerId: id };
        await administratorActsRepository(tx).record('ORGANISATION_REFUSED', subject, word, now);
        log.info({ event: 'organisation.refused', partnerId: id, by: 'administrator' });
        return { id, title, state: 'refused', agents };
      });
    },
  };
}
