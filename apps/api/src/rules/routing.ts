import type { StepStatus } from '@wasl/contracts';

/** An approved organisation that offers a service and has an agent who can sign in. */
export interface Offer {
  readonly partnerId: number;
  /** It covers the beneficiary's area of activity. */
  readonly coversArea: boolean;
  /** The number of its open steps. */
  readonly openSteps: number;
  /** The default organisation of the service, which does not offer it itself. */
  readonly isDefault?: boolean;
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
  /** Services without an organisation that offers them and has an active agent. They have no step. */
  readonly unrouted: number[];
  /** Titles of tasks with an unattended organisation: their steps exist and wait. */
  readonly unattended: number[];
}

/** Whether the plan waits for the administrator to find an organisation or an agent. */
export function waitsForOrganisation({
  unrouted,
  unattended,
}: Pick<Plan, 'unrouted' | 'unattended'>): boolean {
  return unrouted.length > 0 || unattended.length > 0;
}

/**
 * Chooses the organisation for a service: first those that cover the area, then the fewest open steps, then the lowest
 * id. The default organisation comes after all others. Undefined without offers.
 */
export function chooseOffer(offers: readonly Offer[]): Offer | undefined {
  return [...offers].sort(
    (a, b) =>
      Number(a.isDefault ?? false) - Number(b.isDefault ?? false) ||
      Number(b.coversArea) - Number(a.coversArea) ||
      a.openSteps - b.openSteps ||
      a.partnerId - b.partnerId,
  )[0];
}

/**
 * Steps of a personalised request: one for each service, all assigned at once. Each assigned step counts as open in the
 * choice for the next services.
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
  return { steps, unrouted, unattended: [] };
}

interface Refusable {
  readonly titleItemId: number;
  readonly partnerId: number;
  readonly status: StepStatus;
}

/** Removes offers of organisations that declined the service on this request, so that they are not asked again. */
export function withoutRefusals(
  offers: ReadonlyMap<number, readonly Offer[]>,
  steps: readonly Refusable[],
): Map<number, Offer[]> {
  const refused = new Set(
    steps
      .filter((step) => step.status === 'DECLINED')
      .map((step) => `${String(step.titleItemId)} ${String(step.partnerId)}`),
  );
  return new Map(
    [...offers].map(([service, list]) => [
      service,
      list.filter(({ partnerId }) => !refused.has(`${String(service)} ${String(partnerId)}`)),
    ]),
  );
}

/** The data that decides whether a declined step has a replacement. */
export interface Replaceable {
  readonly position: number;
  readonly titleItemId: number;
  readonly taskDefId: number | null;
  readonly status: StepStatus;
  /** The other request of the person that does its work. */
  readonly duplicateOf?: object | null;
}

/** Whether the step was closed as a duplicate of another request. Such a step needs no replacement. */
export function isDuplicate({ duplicateOf }: Pick<Replaceable, 'duplicateOf'>): boolean {
  return duplicateOf !== null && duplicateOf !== undefined;
}

/**
 * Declined steps without a replacement, of services and tasks that the request still contains. A later step for the
 * same is the replacement.
 */
export function vacantSteps<S extends Replaceable>(request: {
  readonly steps: readonly S[];
  readonly services: readonly { readonly itemId: number }[];
  readonly journeyDef: { readonly taskDefs: readonly { readonly id: number }[] } | null;
}): S[] {
  const { steps, services, journeyDef } = request;
  const isWanted = ({ taskDefId, titleItemId }: S): boolean =>
    taskDefId === null
      ? services.some(({ itemId }) => itemId === titleItemId)
      : journeyDef?.taskDefs.some(({ id }) => id === taskDefId) === true;
  return steps.filter(
    (step) =>
      step.status === 'DECLINED' &&
      !isDuplicate(step) &&
      isWanted(step) &&
      !steps.some(
        (other) =>
          other.position > step.position &&
          other.titleItemId === step.titleItemId &&
          other.taskDefId === step.taskDefId,
      ),
  );
}

export interface Task {
  readonly id: number;
  readonly position: number;
  readonly titleItemId: number;
  readonly partnerId: number;
  readonly runsInParallel: boolean;
}

/**
 * Steps of a journey: one for each task, in order. The first and the parallel ones are assigned at once. A step of an
 * unattended organisation waits, because the journey names its organisations.
 * @param attended organisations with an agent who can sign in
 */
export function planJourney(
  tasks: readonly Task[],
  attended: ReadonlySet<number>,
  firstPosition = 0,
): Plan {
  const ordered = [...tasks].sort((a, b) => a.position - b.position);
  const steps = ordered.map((task, index): PlannedStep => {
    const isNext = index === 0 || task.runsInParallel;
    return {
      position: firstPosition + index,
      titleItemId: task.titleItemId,
      partnerId: task.partnerId,
      taskDefId: task.id,
      status: isNext && attended.has(task.partnerId) ? 'ASSIGNED' : 'NOT_STARTED',
      runsInParallel: task.runsInParallel,
    };
  });
  const unattended = ordered.filter(({ partnerId }) => !attended.has(partnerId));
  return { steps, unrouted: [], unattended: unattended.map(({ titleItemId }) => titleItemId) };
}

/** Codes of the journey's mandatory documents that are missing. A YouTube link counts as a video. */
export function missingDocuments(
  settings: readonly { code: string; mandatory: boolean }[],
  handedIn: readonly string[],
  urlVideo: string | null,
): string[] {
  const present = new Set(urlVideo === null ? handedIn : [...handedIn, 'ILLUSTRATIVE_VIDEO']);
  return settings.filter((s) => s.mandatory && !present.has(s.code)).map((s) => s.code);
}

/**
 * Codes of documents that the journey does not ask for. They are submitted only at the owner's request.
 * @param settings the journey's; null for a personalised request, which accepts every document
 */
export function unaskedDocuments(
  settings: readonly { code: string }[] | null,
  handedIn: readonly string[],
): string[] {
  if (settings === null) return [];
  const asked = new Set(settings.map(({ code }) => code));
  // The owner attached the report of a simulation on purpose, so it is always submitted.
  return handedIn.filter((code) => !asked.has(code) && code !== 'SIMULATION');
}
