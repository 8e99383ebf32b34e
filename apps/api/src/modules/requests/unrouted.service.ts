import type { RequestStatus } from '@wasl/contracts';

import type { Deps } from '../../platform/program/deps.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import { isDuplicate, vacantSteps } from '../../rules/routing.ts';
import { isClosed, isLive } from '../../rules/step-transitions.ts';
import type { Labelled, OrganisationName } from '../../platform/i18n/in-lang.ts';
import { unroutedRepository, type UnroutedRow, type WaitingCursor } from './unrouted.repository.ts';

export interface NamedOrganisation extends OrganisationName {
  readonly id: number;
}

export interface UnroutedService {
  readonly item: Labelled;
  readonly stepId: number | null;
  /**
   * `notOffered`: no approved organisation offers it; `unattended`: no agent of these organisations can sign in;
   * `declined`: these organisations declined it; `offered`: they offer it and have an agent now.
   */
  readonly reason: 'notOffered' | 'unattended' | 'declined' | 'offered';
  readonly organisations: readonly NamedOrganisation[];
}

export interface UnroutedRequest extends Omit<UnroutedRow, 'status' | 'services' | 'steps'> {
  readonly status: RequestStatus;
  /** Empty for a journey without tasks, or with only rejected tasks. */
  readonly services: readonly UnroutedService[];
}

type Organisation = UnroutedRow['steps'][number]['partner'];
const isAttended = ({ agents }: Organisation): boolean => agents.length > 0;
const namesOf = (organisations: readonly Organisation[]): NamedOrganisation[] =>
  organisations.map(({ agents: _, ...named }) => named);

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
  const reason = offering.length === 0 ? 'notOffered' : 'unattended';
  return { reason, organisations: namesOf(offering) };
}

/** Reads requests with the services that no organisation does. */
async function readRequests(
  repository: ReturnType<typeof unroutedRepository>,
  ids: readonly number[],
): Promise<UnroutedRequest[]> {
  if (ids.length === 0) return [];
  const rows = await repository.read(ids);
  const offering = await repository.offering([
    ...new Set(rows.flatMap(({ services }) => services.map(({ itemId }) => itemId))),
  ]);
  return rows.map(({ steps, services, ...row }) => {
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
              item,
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
              item: titleItem,
              stepId: id,
              reason: 'unattended',
              organisations: namesOf([partner]),
            },
          ],
    );
    // A journey's task belongs to its organisation. Routing never chooses another organisation.
    const declinedTasks = vacantSteps({ steps, services, journeyDef: row.journeyDef })
      .filter(({ taskDefId }) => taskDefId !== null)
      .map(({ id, titleItem, partner }): UnroutedService => ({
        item: titleItem,
        stepId: id,
        reason: 'declined',
        organisations: namesOf([partner]),
      }));
    return {
      ...row,
      status: requestStatusOf(row.status),
      services: [...withoutStep, ...unattended, ...declinedTasks],
    };
  });
}

/**
 * Requests that wait for the administrator to name an organisation or approve an agent, with the reasons, oldest first.
 */
export function unroutedService({ db }: Pick<Deps, 'db'>) {
  const repository = unroutedRepository(db);

  return {
    async list(): Promise<UnroutedRequest[]> {
      return await readRequests(repository, await repository.waiting());
    },

    async count(): Promise<number> {
      return await repository.countWaiting();
    },

    /** @param after the last request of the previous page; null for the first page */
    async page(
      after: WaitingCursor | null,
      size: number,
    ): Promise<{ total: number; rows: UnroutedRequest[]; hasMore: boolean }> {
      const total = await repository.countWaiting();
      const ids = await repository.waiting(after, size + 1);
      const rows = await readRequests(repository, ids.slice(0, size));
      return { total, rows, hasMore: ids.length > size };
    },

    /** The requests with these ids, also those that wait for nothing. */
    async read(ids: readonly number[]): Promise<UnroutedRequest[]> {
      return await readRequests(repository, ids);
    },

    /** Ids of requests by their numbers. Unknown numbers are absent. */
    async idsOf(numbers: readonly string[]): Promise<Map<string, number>> {
      return await repository.idsOf(numbers);
    },

    /** Approved organisations with an agent who can sign in, by title. */
    async organisations(): Promise<NamedOrganisation[]> {
      return await repository.attended();
    },
  };
}
