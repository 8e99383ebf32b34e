import type { Lang } from '@wasl/contracts';
import type { ApprovalRefusal, ApprovalsView, DecisionBody } from '@wasl/contracts/administration';

import { displayName } from '../../platform/database/person-name.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { inLang, labelOf, nameOf } from '../../platform/i18n/in-lang.ts';
import { localized } from '../../platform/i18n/localized.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { agentApprovalService, personAccessService } from '../accounts/index.ts';
import { referenceService, serviceApprovalService } from '../reference/index.ts';
import { reviewAttendance } from '../requests/index.ts';

/** Refusals of a decision; other errors are errors of the call. */
const refusals: Readonly<Partial<Record<ApiError['code'], ApprovalRefusal>>> = {
  NOT_FOUND: 'decided',
  STATE_CONFLICT: 'organisationWaits',
  ACCOUNT_DISABLED: 'decided',
  ORGANISATION_TAKEN: 'titleTaken',
};

/** Whether this call decided the row. */
type Decide = (id: string) => Promise<boolean>;

/** What waits for approval, and the decisions of administrators. */
export function approvalsService(deps: Deps) {
  const approvals = agentApprovalService(deps);
  const services = serviceApprovalService(deps);

  function decisionOf({ kind, decision, reason }: DecisionBody, by: string): Decide {
    const refusal = { by, reason: reason ?? '' };
    const isApproval = decision === 'approve';
    switch (kind) {
      case 'agents':
        return async (id) => {
          const email = await approvals.emailOf(id);
          return isApproval
            ? await approvals.approveAgent(email, by, true)
            : await approvals.refuseAgent(email, refusal);
        };
      case 'organisations':
        return async (id) => {
          if (!/^\d{1,9}$/.test(id)) return false;
          if (isApproval) return (await approvals.approveOrganisation(Number(id), by, true)).isNow;
          return (
            (await personAccessService(deps).refuseOrganisation(id, refusal)).state === 'refused'
          );
        };
      case 'services':
        return isApproval
          ? async (code) => await services.approve(code, { by, reason })
          : async (code) => await services.refuse(code, refusal);
    }
  }

  async function refusalOf(decide: Decide, id: string): Promise<ApprovalRefusal | null> {
    try {
      return (await decide(id)) ? null : 'decided';
    } catch (error) {
      const refusal = error instanceof ApiError ? refusals[error.code] : undefined;
      if (refusal === undefined) throw error;
      return refusal;
    }
  }

  return {
    async list(lang: Lang): Promise<ApprovalsView> {
      const [agents, organisations, proposed] = await Promise.all([
        approvals.listAgents('awaiting'),
        approvals.listOrganisations('awaiting'),
        referenceService(deps.db).proposedServices(),
      ]);
      const waiting = agents.flatMap(({ partner, ...agent }) =>
        partner === null
          ? []
          : [
              {
                partner,
                view: {
                  id: agent.id,
                  name: displayName(agent),
                  email: agent.email,
                  createdAt: agent.createdAt.toISOString(),
                  isConfirmed: agent.emailConfirmedAt !== null,
                },
              },
            ],
      );
      return {
        agents: waiting
          .filter(({ partner }) => partner.approvedAt !== null)
          .map(({ partner, view }) => ({
            ...view,
            organisation: { id: partner.id, title: nameOf(partner, lang) },
          })),
        organisations: organisations.map(({ id, title, description, createdAt }) => ({
          id,
          title,
          description,
          createdAt: createdAt.toISOString(),
          agents: waiting.filter(({ partner }) => partner.id === id).map(({ view }) => view),
        })),
        services: proposed.flatMap(({ code, partner, createdAt, ...item }) =>
          partner === null
            ? []
            : [
                {
                  id: code,
                  title: labelOf(item, lang),
                  description: inLang(lang, localized('description', item)),
                  organisation: { id: partner.id, title: nameOf(partner, lang) },
                  createdAt: createdAt.toISOString(),
                },
              ],
        ),
      };
    },

    /** Decides one row after the other. @param by e-mail address of the administrator */
    async decide(
      body: DecisionBody,
      by: string,
    ): Promise<{ id: string; refusal: ApprovalRefusal | null }[]> {
      const decide = decisionOf(body, by);
      const results = [];
      for (const id of body.ids) results.push({ id, refusal: await refusalOf(decide, id) });
      // Resumes work that waited for an agent of the organisation.
      if (body.kind !== 'services') await reviewAttendance(deps);
      return results;
    },
  };
}
