import type { StepStatus } from '@wasl/contracts';

/** An approved organisation that offers a service. */
export interface Offer {
  readonly partnerId: number;
  /** It covers the beneficiary's area of activity. */
  readonly coversArea: boolean;
  /** Steps it still has to do. */
  readonly openSteps: number;
}

export interface PlannedStep {
  readonly position: number;
  readonly titleItemId: number;
  readonly partnerId: number;
  readonly taskDefId: number | null;
  readonly status: Extract<StepStatus, 'ASSIGNED' | 'NOT_STARTED'>;
  readonly runsInParallel: boolean;
}

export interface Plan {
  readonly steps: PlannedStep[];
  /** Services that nobody offers. */
  readonly unrouted: number[];
}

/**
 * The organisation a service goes to: one that covers the area before one that does not, then the
 * one with the fewest open steps, then the lowest id. Undefined when nobody offers it.
 */
export function chooseOffer(offers: readonly Offer[]): Offer | undefined {
  return [...offers].sort(
    (a, b) =>
      Number(b.coversArea) - Number(a.coversArea) ||
      a.openSteps - b.openSteps ||
      a.partnerId - b.partnerId,
  )[0];
}

/**
 * Steps of a personalised request: one for each service, all assigned at once.
 * A step given to an organisation counts for the services that come after it.
 * @param firstPosition position of the first new step (0 on a first submission)
 */
export function planServices(
  serviceItemIds: readonly number[],
  offersByService: ReadonlyMap<number, readonly Offer[]>,
  firstPosition = 0,
): Plan {
  const given = new Map<number, number>();
  const steps: PlannedStep[] = [];
  const unrouted: number[] = [];
  for (const titleItemId of serviceItemIds) {
    const offers = (offersByService.get(titleItemId) ?? []).map((offer) => ({
      ...offer,
      openSteps: offer.openSteps + (given.get(offer.partnerId) ?? 0),
    }));
    const chosen = chooseOffer(offers);
    if (chosen === undefined) {
      unrouted.push(titleItemId);
      continue;
    }
    given.set(chosen.partnerId, (given.get(chosen.partnerId) ?? 0) + 1);
    steps.push({
      position: firstPosition + steps.length,
      titleItemId,
      partnerId: chosen.partnerId,
      taskDefId: null,
      status: 'ASSIGNED',
      runsInParallel: true,
    });
  }
  return { steps, unrouted };
}

export interface Task {
  readonly id: number;
  readonly position: number;
  readonly titleItemId: number;
  readonly partnerId: number;
  readonly runsInParallel: boolean;
}

/** Steps of a journey: one for each task, in order; the first and the parallel ones assigned at once. */
export function planJourney(tasks: readonly Task[], firstPosition = 0): Plan {
  const steps = [...tasks]
    .sort((a, b) => a.position - b.position)
    .map((task, index): PlannedStep => ({
      position: firstPosition + index,
      titleItemId: task.titleItemId,
      partnerId: task.partnerId,
      taskDefId: task.id,
      status: index === 0 || task.runsInParallel ? 'ASSIGNED' : 'NOT_STARTED',
      runsInParallel: task.runsInParallel,
    }));
  return { steps, unrouted: [] };
}

/** Codes of the journey's mandatory documents that were not handed in. A YouTube link is a video. */
export function missingDocuments(
  settings: readonly { code: string; mandatory: boolean }[],
  handedIn: readonly string[],
  urlVideo: string | null,
): string[] {
  const present = new Set(urlVideo === null ? handedIn : [...handedIn, 'ILLUSTRATIVE_VIDEO']);
  return settings.filter((s) => s.mandatory && !present.has(s.code)).map((s) => s.code);
}
