import {
  attachedDocumentCodes,
  type AttachedDocumentCode,
  createRequestDto,
  type CreateRequestInput,
  type JourneyDefView,
  type ProposalView,
  type RequestDocumentCode,
  requestDocumentCodes,
  type RequestDocumentView,
  type RequestView,
} from '@wasl/contracts';
import { z } from 'zod';

// A field of a form always holds a text; the contract would also take its absence.
type TextSchema = z.ZodType<string | null, string>;

/** The contract's rules for what is sent, with the wizard's own members, for the form. */
export const wizardSchema = z.object({
  step: z.number(),
  mode: z.enum(['predefined', 'personalised']).nullable(),
  services: z.array(z.string()),
  journeyDef: z.number().nullable(),
  description: createRequestDto.shape.description as TextSchema,
  urlVideo: createRequestDto.shape.urlVideo as TextSchema,
  /** Journey whose external registration link was opened. */
  visitedLinkOf: z.number().nullable(),
  /** Documents of the request that are taken away when it is saved. */
  removed: z.array(z.enum(attachedDocumentCodes)),
  /** The simulation whose report the server attaches once the request is saved. */
  simulation: z.number().nullable(),
  /**
   * Names this form to the server, which makes one request of it however often it is sent; empty for a request that exists. It
   * is kept with the draft: an answer that a bad line lost makes no second request after the page was loaded again either.
   */
  key: z.string(),
});

/** What the wizard holds; what is sent is the contract's part of it. */
export type WizardValues = z.input<typeof wizardSchema>;
export type WizardMode = NonNullable<WizardValues['mode']>;

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
  simulation: null,
  key: '',
};

/** The wizard of a request that exists. Its journey's link was opened when it was created. */
export function wizardOf(request: RequestView): WizardValues {
  return {
    step: 0,
    mode: request.journeyDef === null ? 'personalised' : 'predefined',
    services: request.services.map((service) => service.code),
    journeyDef: request.journeyDef?.id ?? null,
    description: request.description ?? '',
    urlVideo: request.urlVideo ?? '',
    visitedLinkOf: request.journeyDef?.id ?? null,
    removed: [],
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
 * Begins with a proposal, at the need: its journey, or its service beside those chosen already. What the person has written
 * stays; a need that another proposal began with, and nobody changed, gives way.
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

/** Whether a request can be made of these values: a journey or at least one service. */
export function canSave(values: Pick<WizardValues, 'services' | 'journeyDef'>): boolean {
  return values.services.length > 0 || values.journeyDef !== null;
}

/** Whether Next is enabled: the first two steps wait for a choice, and an existing request's are all filled. */
export function isStepFilled(step: number, values: WizardValues, isExisting: boolean): boolean {
  if (isExisting || step >= 2) return true;
  return step === 0 ? values.mode !== null : canSave(values);
}

/** The furthest step one may stand on: no step before it is unfilled. */
export function reachableStep(values: WizardValues, isExisting: boolean): number {
  for (let step = 0; step < lastStep; step += 1) {
    if (!isStepFilled(step, values, isExisting)) return step;
  }
  return lastStep;
}

export interface AskedDocument {
  readonly code: RequestDocumentCode;
  /** Without it the request cannot be submitted; it can be saved. */
  readonly mandatory: boolean;
}

/** The documents step 3 asks for: those of the journey's settings, or all of them for a personalised request. */
export function askedDocuments(journey: JourneyDefView | null): readonly AskedDocument[] {
  if (journey === null) return requestDocumentCodes.map((code) => ({ code, mandatory: false }));
  return requestDocumentCodes.flatMap((code) => {
    const setting = journey.journeyDefSettingDtos.find((item) => item.name.code === code);
    return setting === undefined ? [] : [{ code, mandatory: setting.mandatory }];
  });
}

/** The documents already with a request: those that step 3 asks for, those that it does not, and reports of simulations. */
export function handedByAsked<D extends { readonly libelle: { readonly code: string } }>(
  handed: readonly D[],
  asked: readonly AskedDocument[],
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

/** Marks a document of the request as taken away when it is saved, or not. */
export function markRemoved(values: WizardValues, code: string, isRemoved: boolean): WizardValues {
  return {
    ...values,
    removed: attachedDocumentCodes.filter((one) =>
      one === code ? isRemoved : values.removed.includes(one),
    ),
  };
}

/** Everything that is attached once the request is saved, asked for or not, by kind and name. */
export function attachedDocuments(
  files: readonly {
    readonly code: RequestDocumentCode;
    readonly file: { readonly name: string };
  }[],
  handed: readonly RequestDocumentView[],
  removed: readonly AttachedDocumentCode[],
  labelOf: (code: RequestDocumentCode) => string,
): { label: string; name: string }[] {
  return attachedDocumentCodes.flatMap((code) => {
    const sent = files.find((item) => item.code === code);
    if (sent !== undefined) return [{ label: labelOf(sent.code), name: sent.file.name }];
    const there = handed.find((document) => document.libelle.code === code);
    if (there === undefined || removed.includes(code)) return [];
    return [{ label: there.libelle.libelle, name: there.originalName }];
  });
}

/** Whether the journey's comment and button are shown and the button was not pressed yet: it cannot be saved so. */
export function isLinkMissing(
  journey: JourneyDefView | null,
  visitedLinkOf: number | null,
): boolean {
  return journey !== null && hasLink(journey) && visitedLinkOf !== journey.id;
}

/** Whether a journey wants a registration elsewhere. */
export function hasLink(journey: JourneyDefView): boolean {
  return journey.isCommentShown && journey.isButtonShown && journey.buttonUrl !== null;
}

/**
 * What is sent: a video link only where the journey asks for one. Documents are named only when some are taken away, and
 * then all others, so that one handed in elsewhere meanwhile is not lost.
 */
export function payloadOf(
  values: WizardValues,
  journey: JourneyDefView | null,
): CreateRequestInput {
  const hasVideo = askedDocuments(journey).some((item) => item.code === 'ILLUSTRATIVE_VIDEO');
  return {
    description: values.description,
    urlVideo: hasVideo ? values.urlVideo.trim() : null,
    services: values.services,
    journeyDef: values.journeyDef,
    ...(values.removed.length === 0
      ? {}
      : { documents: attachedDocumentCodes.filter((code) => !values.removed.includes(code)) }),
  };
}

/** How many services are in sight before '+ other' (docs/specification.md, portal §9). */
const servicesInSight = 4;

/** Services in the list and those behind '+ other': the first four, and any that was moved or is chosen. */
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
