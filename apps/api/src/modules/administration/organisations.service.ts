import type { Lang } from '@wasl/contracts';
import {
  administrationPageSize,
  type AgentView,
  type OrganisationRow,
  type OrganisationView,
} from '@wasl/contracts/administration';

import { administratorActsRepository } from '../../platform/database/administrator-acts.repository.ts';
import { inTransaction } from '../../platform/database/db.ts';
import { displayName } from '../../platform/database/person-name.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { labelOf, nameOf } from '../../platform/i18n/in-lang.ts';
import type { Deps } from '../../platform/program/deps.ts';
import {
  contactOf,
  partnersService,
  presentOwnPartner,
  type OrganisationChanges,
  type PartnerRow,
} from '../partners/index.ts';
import { absenceForAgent, presentAbsence, type Days } from '../processing/index.ts';
import {
  organisationsRepository,
  type AgentRow,
  type OrganisationSummaryRow,
} from './organisations.repository.ts';

const agentOrder = { active: 0, unconfirmed: 1, awaiting: 1, closed: 2 } as const;

function presentRow(row: OrganisationSummaryRow, lang: Lang): OrganisationRow {
  const { id, agents, openFiles, approvedAt, refusedAt } = row;
  const approved = agents > 0 ? 'active' : 'unattended';
  const state = refusedAt !== null ? 'refused' : approvedAt === null ? 'awaiting' : approved;
  return { id, title: nameOf(row, lang), state, agents, openFiles };
}

function presentTexts(row: PartnerRow, lang: Lang) {
  const { titleEn, descriptionEn, titleAr, descriptionAr, titleEs, descriptionEs, ...own } =
    presentOwnPartner(row, lang);
  const others = { titleEn, descriptionEn, titleAr, descriptionAr, titleEs, descriptionEs };
  const { description, outdated, version } = own;
  return { ...contactOf(own), ...others, description, outdated, version };
}

function presentAgent(agent: AgentRow): AgentView {
  const { id, email, isResponsible, disabledAt, emailConfirmedAt, approvedAt, absence } = agent;
  const opened = approvedAt === null ? 'awaiting' : 'active';
  const confirmed = emailConfirmedAt === null ? 'unconfirmed' : opened;
  return {
    id,
    name: displayName(agent),
    email,
    state: disabledAt === null ? confirmed : 'closed',
    isResponsible,
    ...presentAbsence(absence),
  };
}

/** Organisations, their texts and contact, and the absences of their agents, for administrators. */
export function organisationsService(deps: Pick<Deps, 'db' | 'clock'>) {
  const { db, clock } = deps;
  const repository = organisationsRepository(db);
  return {
    /** @throws ApiError INVALID_INPUT at `after` */
    async search(text: string, after: string | undefined, lang: Lang) {
      if (after !== undefined && !/^\d{1,9}$/.test(after)) throw invalidField('after', 'invalid');
      const from = after === undefined ? null : Number(after);
      const found = await repository.search(text.trim(), from, administrationPageSize + 1);
      const shown = found.slice(0, administrationPageSize);
      const last = shown.at(-1);
      return {
        rows: shown.map((row) => presentRow(row, lang)),
        next: found.length > shown.length && last !== undefined ? String(last.id) : null,
      };
    },

    /** @throws ApiError NOT_FOUND */
    async read(id: number, lang: Lang): Promise<OrganisationView> {
      const found = await repository.find(id);
      if (found === null) throw new ApiError('NOT_FOUND');
      const { summary, details, colleagues, movesTo } = found;
      const agents = colleagues.map(presentAgent);
      return {
        ...presentTexts(details, lang),
        ...presentRow(summary, lang),
        title: details.title,
        createdAt: details.createdAt.toISOString(),
        changedAt: details.changedAt?.toISOString() ?? null,
        services: details.services.map(({ item }) => labelOf(item, lang)),
        movesTo: movesTo === null ? null : { id: movesTo.id, title: nameOf(movesTo, lang) },
        colleagues: agents.sort((a, b) => agentOrder[a.state] - agentOrder[b.state]),
      };
    },

    /**
     * Changes texts and contact. An unchanged form records nothing.
     * @param by e-mail address of the administrator
     * @throws ApiError NOT_FOUND, STATE_CONFLICT for a refused organisation, ORGANISATION_TAKEN, PROFILE_CHANGED
     */
    async save(id: number, changes: OrganisationChanges, by: string, lang: Lang): Promise<void> {
      const now = clock.now();
      await inTransaction(db, async (tx) => {
        if (!(await partnersService(tx).update({ actor: null, lang, now }, id, changes))) return;
        const word = { by, reason: null };
        await administratorActsRepository(tx).record(
          'ORGANISATION_CHANGED',
          { partnerId: id },
          word,
          now,
        );
      });
    },

    /**
     * Sets the absence of an agent, or ends it without days.
     * @throws ApiError NOT_FOUND for anybody but an active agent of the organisation; INVALID_INPUT
     */
    async setAbsence(
      agent: { readonly organisationId: number; readonly agentId: string },
      days: Days | null,
      by: string,
    ): Promise<void> {
      const { organisationId: partnerId, agentId: userId } = agent;
      await absenceForAgent(deps, { userId, partnerId }, days, { by, reason: null });
    },
  };
}
