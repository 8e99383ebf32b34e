import type { RequestStatus } from '@wasl/contracts';

import type { Deps } from '../../platform/program/deps.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import { isDuplicate, vacantSteps } from '../../rules/routing.ts';
import { isClosed, isLive } from '../../rules/step-transitions.ts';
import { unroutedRepository, type UnroutedRow } from './unrouted.repository.ts';

export interface NamedOrganisation {
  readonly id: number;
  readonly title: string;
}

export interface UnroutedService {
  readonly code: string;
  readonly libelle: string;
  readonly stepId: number | null;
  /**
   * `notOffered`: no approved organisation offers it; `nobodyThere`: no agent of these organisations can sign in;
   * `declined`: these organisations declined it; `offered`: they offer it and have an agent now.
   */
  readonly reason: 'notOffered' | 'nobodyThere' | 'declined' | 'offered';
  readonly organisations: readonly NamedOrganisation[];
}

export interface UnroutedRequest {
  readonly id: number;
  readonly numRequest: string;
  readonly status: RequestStatus;
  readonly beneficiaryEmail: string;
  readonly submittedAt: Date | null;
  /** Empty for a journey without tasks, or with only rejected tasks. */
  readonly services: readonly UnroutedService[];
}

type Organisation = UnroutedRow['steps'][number]['partner'];
const isAttended = ({ agents }: Organisation): boolean => agents.length > 0;
const namesOf = (organisations: readonly Organisation[]): NamedOrganisation[] =>
  organisations.map(({ id, title }) => ({ id, title }));

function whyWithoutStep(
  offering: readonly Organisation[],
  refusals: readonly Organisation[] = [],
): Pick<UnroutedService, 'reason' | 'organisations'> {
  const there = offering.filter(
    (organisation) =>
      isAttended(organisation) && !refusals.some(({ id }) => id === organisation.id),
  );
  if (there.length > 0) return { reason: 'offered', organisations: namesOf(there) };
  if (refusals.length > 0) return { reason: 'declined', organisations: namesOf(refusals) };
  const reason = offering.length === 0 ? 'notOffered' : 'nobodyThere';
  return { reason, organisations: namesOf(offering) };
}

/**
 * Lists the requests that wait for the administrator to name an organisation or approve an agent, with the reasons,
 * oldest first.
 */
export async function listUnrouted({ db }: Pick<Deps, 'db'>): Promise<UnroutedRequest[]> {
  const repository = unroutedRepository(db);
  const rows = await repository.waitingForOrganisation();
  const offering = await repository.offering([
    ...new Set(rows.flatMap(({ services }) => services.map(({ itemId }) => itemId))),
  ]);
  const all = rows.map(({ steps, services, beneficiary, journeyDef, ...row }) => {
    const live = new Set(
      steps
        .filter((step) => isLive(step.status) || isDuplicate(step))
        .map((step) => step.titleItemId),
    );
    const refusalsOf = (itemId: number): Organisation[] =>
      steps
        .filter((step) => step.status === 'DECLINED' && step.titleItemId === itemId)
        .map(({ partner }) => partner);
    const withoutStep = services.flatMap(({ itemId, item }): UnroutedService[] =>
      live.has(itemId)
        ? []
        : [
            {
              code: item.code,
              libelle: item.libelleFr,
              stepId: null,
              ...whyWithoutStep(offering.get(itemId) ?? [], refusalsOf(itemId)),
            },
          ],
    );
    const unattended = steps.flatMap(({ id, status, titleItem, partner }): UnroutedService[] =>
      isClosed(status) || isAttended(partner)
        ? []
        : [
            {
              code: titleItem.code,
              libelle: titleItem.libelleFr,
              stepId: id,
              reason: 'nobodyThere',
              organisations: namesOf([partner]),
            },
          ],
    );
    // A journey's task belongs to its organisation. Routing never chooses another organisation.
    const declinedTasks = vacantSteps({ steps, services, journeyDef })
      .filter(({ taskDefId }) => taskDefId !== null)
      .map(({ id, titleItem, partner }): UnroutedService => ({
        code: titleItem.code,
        libelle: titleItem.libelleFr,
        stepId: id,
        reason: 'declined',
        organisations: namesOf([partner]),
      }));
    return {
      ...row,
      status: requestStatusOf(row.status),
      beneficiaryEmail: beneficiary.email,
      services: [...withoutStep, ...unattended, ...declinedTasks],
    };
  });
  // Requests in progress were read for their declined steps. A replaced step needs no action.
  return all.filter(
    ({ status, services }) => status === 'EN COURS DE QUALIFICATION' || services.length > 0,
  );
}
