import {
  attachedDocumentCodes,
  createRequestDto,
  type CreateRequestInput,
  type JourneyDefView,
  type ProposalView,
  requestDocumentCodes,
  type RequestView,
} from '@wasl/contracts';
import { z } from 'zod';

import {
  type FormAnswer,
  sentAnswers,
  toFormAnswers,
} from '../../../domain/requests/journey-answers.ts';

// A form field always has a text; the contract also accepts undefined.
type TextSchema = z.ZodType<string | null, string>;

/** The contract's rules, with the wizard's own members. */
export const wizardSchema = z.object({
  step: z.number(),
  mode: z.enum(['predefined', 'personalised']).nullable(),
  services: z.array(z.string()),
  journeyDef: z.number().nullable(),
  description: createRequestDto.shape.description as TextSchema,
  urlVideo: createRequestDto.shape.urlVideo as TextSchema,
  /** Journey whose external registration link was opened. */
  visitedLinkOf: z.number().nullable(),
  /** Documents that the next save deletes. */
  removed: z.array(z.string()),
  /** Answers to the journey's questions, by their codes. */
  answers: z.record(z.string(), z.custom<FormAnswer>()),
  /** Simulation whose report the server attaches after the save. */
  simulation: z.number().nullable(),
  /**
   * Idempotency key of the new request; '' for an existing one. It is stored in the draft, so that a lost answer
   * creates no second request even after a reload.
   */
  key: z.string(),
});

/** Form values of the wizard; the contract's members are sent. */
export type WizardValues = z.input<typeof wizardSchema>;
export type WizardMode = NonNullable<WizardValues['mode']>;

/** The step of the need and of the journey's questions. */
export const needStep = 2;
export const lastStep = 3;

export const emptyWizard: WizardValues = {
  step: 0,
  mode: null,
  services: [],
  journeyDef: null,
  description: '',
  urlVideo: '',
  visitedLinkOf: null,
  removed: [],
  answers: {},
  simulation: null,
  key: '',
};

/** Form values of an existing request. Its journey's link was opened when it was created. */
export function toWizardValues(request: RequestView): WizardValues {
  return {
    step: 0,
    mode: request.journeyDef === null ? 'personalised' : 'predefined',
    services: request.services.map((service) => service.code),
    journeyDef: request.journeyDef?.id ?? null,
    description: request.description ?? '',
    urlVideo: request.urlVideo ?? '',
    visitedLinkOf: request.journeyDef?.id ?? null,
    removed: [],
    answers: toFormAnswers(request.answers),
    simulation: null,
    key: '',
  };
}

/** Choosing predefined clears the services, choosing personalised clears the journey (docs/specification.md, portal §4). */
export function chooseMode(values: WizardValues, mode: WizardMode): WizardValues {
  return mode === 'predefined'
    ? { ...values, mode, services: [] }
    : { ...values, mode, journeyDef: null };
}

/**
 * Applies a proposal and moves to the need: sets its journey, or adds its service. The person's text stays; an
 * unchanged need of an earlier proposal is replaced.
 */
export function withProposal(
  values: WizardValues,
  { journey, service, need }: ProposalView,
  untouched: readonly string[],
): WizardValues {
  const { description } = values;
  const isOwn = description.trim() !== '' && !untouched.includes(description);
  const begun = { ...values, step: 2, description: isOwn ? description : need };
  if (journey !== null) return { ...chooseMode(begun, 'predefined'), journeyDef: journey.id };
  const services = new Set(values.mode === 'personalised' ? values.services : []);
  if (service !== null) services.add(service.code);
  return { ...chooseMode(begun, 'personalised'), services: [...services] };
}

/** A request needs a journey or at least one service. */
export function canSave(values: Pick<WizardValues, 'services' | 'journeyDef'>): boolean {
  return values.services.length > 0 || values.journeyDef !== null;
}

/** Whether Next is enabled: the first two steps need a choice, and all steps of an existing request are complete. */
export function isStepFilled(step: number, values: WizardValues, isExisting: boolean): boolean {
  if (isExisting || step >= 2) return true;
  return step === 0 ? values.mode !== null : canSave(values);
}

/** Furthest step without an incomplete step before it. */
export function reachableStep(values: WizardValues, isExisting: boolean): number {
  for (let step = 0; step < lastStep; step += 1) {
    if (!isStepFilled(step, values, isExisting)) return step;
  }
  return lastStep;
}

export interface RequestedDocument {
  readonly code: string;
  /** Required for submitting, but not for saving. */
  readonly mandatory: boolean;
}

/** Documents that step 3 requests: those of the journey, or all for a personalised request. */
export function requestedDocuments(journey: JourneyDefView | null): readonly RequestedDocument[] {
  if (journey === null) return requestDocumentCodes.map((code) => ({ code, mandatory: false }));
  const asked = journey.journeyDefSettingDtos.map(({ name: { code }, mandatory }) => ({
    code,
    mandatory,
  }));
  const specified: readonly string[] = requestDocumentCodes;
  return [
    ...specified.flatMap((code) => asked.filter((item) => item.code === code)),
    ...asked.filter(({ code }) => !specified.includes(code)),
  ];
}

/** Groups the attached documents: requested ones, others, and reports of simulations. */
export function groupDocuments<D extends { readonly libelle: { readonly code: string } }>(
  handed: readonly D[],
  asked: readonly RequestedDocument[],
): { asked: readonly D[]; unasked: readonly D[]; reports: readonly D[] } {
  const isAsked = (document: D): boolean =>
    asked.some(({ code }) => code === document.libelle.code);
  const others = handed.filter((one) => !isAsked(one));
  const isReport = ({ libelle }: D): boolean => libelle.code === 'SIMULATION';
  return {
    asked: handed.filter(isAsked),
    unasked: others.filter((one) => !isReport(one)),
    reports: others.filter(isReport),
  };
}

export function markRemoved(values: WizardValues, code: string, isRemoved: boolean): WizardValues {
  return {
    ...values,
    removed: [...values.removed.filter((one) => one !== code), ...(isRemoved ? [code] : [])],
  };
}

/** Whether the journey's registration link is shown and was not opened, which blocks saving. */
export function isLinkMissing(
  journey: JourneyDefView | null,
  visitedLinkOf: number | null,
): boolean {
  return journey !== null && hasLink(journey) && visitedLinkOf !== journey.id;
}

export function hasLink(journey: JourneyDefView): boolean {
  return journey.isCommentShown && journey.isButtonShown && journey.buttonUrl !== null;
}

/**
 * Payload of the form; a video link is sent only where the journey requests one. When documents are deleted, it lists
 * the remaining ones, so that a document uploaded elsewhere meanwhile is not lost.
 */
export function payloadOf(
  values: WizardValues,
  journey: JourneyDefView | null,
  handed: readonly string[] = [],
): CreateRequestInput {
  const documents = new Set([
    ...attachedDocumentCodes,
    ...requestedDocuments(journey).map(({ code }) => code),
    ...handed,
  ]);
  const hasVideo = requestedDocuments(journey).some((item) => item.code === 'ILLUSTRATIVE_VIDEO');
  return {
    description: values.description,
    urlVideo: hasVideo ? values.urlVideo.trim() : null,
    services: values.services,
    journeyDef: values.journeyDef,
    ...(values.removed.length === 0
      ? {}
      : { documents: [...documents].filter((code) => !values.removed.includes(code)) }),
    ...(journey === null || journey.questions.length === 0
      ? {}
      : { answers: sentAnswers(journey.questions, values.answers) }),
  };
}

/** Services shown before '+ other' (docs/specification.md, portal §9). */
const servicesInSight = 4;

/** Splits the services into the visible list (the first four, moved and chosen ones) and those behind '+ other'. */
export function splitServices<S extends { readonly code: string }>(
  services: readonly S[],
  moved: readonly string[],
): { listed: readonly S[]; others: readonly S[] } {
  const first = services.slice(0, servicesInSight);
  const rest = services.slice(servicesInSight);
  return {
    listed: [...first, ...rest.filter((service) => moved.includes(service.code))],
    others: rest.filter((service) => !moved.includes(service.code)),
  };
}
