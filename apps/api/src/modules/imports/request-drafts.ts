import type { Agreement, RequestStatus } from '@wasl/contracts';

import type { Answer } from '../journeys/index.ts';
import { displayName } from '../../platform/database/person-name.ts';
import { requestStatusFromSteps } from '../../rules/request-progress.ts';
import {
  planJourney,
  planServices,
  waitsForOrganisation,
  type Offer,
  type Plan,
  type PlannedStep,
} from '../../rules/routing.ts';
import type {
  BeneficiaryRow,
  JourneyRow,
  RequestContent,
  RequestLookups,
} from './request-lookups.repository.ts';

/**
 * A checked request that will be submitted and routed. It is a draft without steps when the person must agree
 * first.
 */
export interface RequestDraft {
  readonly beneficiary: {
    readonly id: string;
    readonly email: string;
    readonly lang: string;
    readonly name: string;
  };
  readonly description: string | null;
  readonly urlVideo: string | null;
  /** ISO instant. */
  readonly dateRequest: string;
  readonly journeyDefId: number | null;
  readonly serviceItemIds: readonly number[];
  readonly answers: readonly Answer[];
  readonly steps: readonly PlannedStep[];
  readonly status: RequestStatus;
  readonly agreement: Extract<Agreement, 'NOT_NEEDED' | 'WAITING'>;
  /** The line has a date; otherwise the import's date is used. */
  readonly isDateStated: boolean;
}

/** A request without faults: a line of a file, or the form of the counter. */
export interface CheckedRequest extends RequestContent {
  readonly person: BeneficiaryRow;
  readonly journey: JourneyRow | null;
  readonly urlVideo: string | null;
  /** Absent in a file, whose lines hold no answers. */
  readonly answers?: readonly Answer[];
}

/** Whether the organisation offers one of the services. */
export function isOffered(
  serviceIds: readonly number[],
  { partnersByService }: RequestLookups,
  partnerId: number,
): boolean {
  return serviceIds.some((id) => partnersByService.get(id)?.includes(partnerId));
}

/** Whether the organisation has a task of the journey. */
export function hasTask({ taskDefs }: JourneyRow, partnerId: number): boolean {
  return taskDefs.some((task) => task.partnerId === partnerId);
}

/** Returns a function that plans the steps of a request, or lets it wait for the person's agreement. */
export function requestPlanner(
  lookups: RequestLookups,
  { partnerId, now }: { readonly partnerId: number; readonly now: Date },
): (checked: CheckedRequest) => RequestDraft {
  /** Steps of earlier requests count as existing steps in the choice of an organisation. */
  const given = new Map<number, number>();

  const defaultOf = (serviceId: number): number[] => {
    const organisation = lookups.defaultByService.get(serviceId);
    return organisation === undefined ? [] : [organisation];
  };

  const offersFor = (serviceIds: readonly number[], areaId: number | null): Map<number, Offer[]> =>
    new Map(
      serviceIds.map((serviceId) => {
        const partners = lookups.partnersByService.get(serviceId) ?? [];
        // The importer gets the services that it offers. Other services are routed as usual.
        const others = partners.length > 0 ? partners : defaultOf(serviceId);
        const candidates = partners.includes(partnerId) ? [partnerId] : others;
        return [
          serviceId,
          candidates.map((id) => ({
            partnerId: id,
            coversArea: areaId !== null && (lookups.areasByPartner.get(id)?.has(areaId) ?? false),
            openSteps: (lookups.openStepsByPartner.get(id) ?? 0) + (given.get(id) ?? 0),
          })),
        ];
      }),
    );

  const planFor = (
    serviceIds: readonly number[],
    journey: JourneyRow | null,
    areaId: number | null,
  ): Plan => {
    const plan = journey
      ? planJourney(journey.taskDefs, lookups.attended)
      : planServices(serviceIds, offersFor(serviceIds, areaId));
    for (const step of plan.steps) given.set(step.partnerId, (given.get(step.partnerId) ?? 0) + 1);
    return plan;
  };

  return ({ person, journey, statedDate, ...right }) => {
    const { description, urlVideo, journeyDefId, serviceItemIds, answers = [] } = right;
    const isWaiting = person.acquaintance === 'unknown';
    const plan = isWaiting ? null : planFor(serviceItemIds, journey, person.areaId);
    return {
      beneficiary: {
        id: person.id,
        email: person.email,
        lang: person.lang,
        name: displayName(person),
      },
      description,
      urlVideo,
      journeyDefId,
      serviceItemIds,
      answers,
      dateRequest: (statedDate ?? now).toISOString(),
      steps: plan?.steps ?? [],
      status: plan
        ? requestStatusFromSteps(plan.steps, waitsForOrganisation(plan))
        : 'EN_COURS_DE_CREATION',
      agreement: isWaiting ? 'WAITING' : 'NOT_NEEDED',
      isDateStated: statedDate !== null,
    };
  };
}
