import {
  counterDocumentCodes,
  counterStranger,
  createRequestDto,
  type CounterFilingInput,
  type ResponseOf,
  type Endpoints,
  v,
} from '@wasl/contracts';
import { z } from 'zod';

export type CounterChoices = ResponseOf<Endpoints['listCounterChoices']>;
export type CounterDocumentCode = (typeof counterDocumentCodes)[number];

// A form field always has a text; the contract also accepts undefined.
type TextSchema = z.ZodType<string | null, string>;

const file = z.instanceof(File).nullable();

const values = z.object({
  /** A person of the search; '' for none. */
  personId: z.string(),
  personName: z.string(),
  isByEmail: z.boolean(),
  email: z.string(),
  nom: z.string(),
  prenom: z.string(),
  subject: z.enum(['services', 'journey']),
  services: z.array(z.string()),
  journeyDef: z.string(),
  description: createRequestDto.shape.description as TextSchema,
  urlVideo: createRequestDto.shape.urlVideo as TextSchema,
  files: z.object({
    BUSINESS_PLAN: file,
    ILLUSTRATIVE_PRESENTATION: file,
    DEFAULT_DOC: file,
  } satisfies Record<CounterDocumentCode, typeof file>),
  /** Idempotency key, also in the draft: a lost answer files no second request. */
  key: z.string(),
});
export type CounterValues = z.input<typeof values>;

/** Documents that can be added: those of the journey, or all for services. */
export function counterDocuments(
  { subject, journeyDef }: Pick<CounterValues, 'subject' | 'journeyDef'>,
  { journeys }: CounterChoices,
): readonly { readonly code: CounterDocumentCode | 'ILLUSTRATIVE_VIDEO'; mandatory: boolean }[] {
  if (subject === 'journey')
    return journeys.find(({ id }) => String(id) === journeyDef)?.documents ?? [];
  return [...counterDocumentCodes, 'ILLUSTRATIVE_VIDEO' as const].map((code) => ({
    code,
    mandatory: false,
  }));
}

const isEmpty = (value: unknown): boolean => value === null || value === '';

/** The contract's rules, and what the chosen person, services or journey make mandatory. */
export function counterSchema(choices: CounterChoices) {
  return values.superRefine((form, ctx) => {
    const refuse = (path: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: path.split('.'), message });
    if (form.isByEmail) {
      const { error } = counterStranger.safeParse(form);
      for (const { path, message } of error?.issues ?? [])
        ctx.addIssue({ code: 'custom', path: [...path], message });
    } else if (form.personId === '') refuse('personId', v('required'));
    if (form.subject === 'services' && form.services.length === 0) refuse('services', v('tooFew'));
    if (form.subject === 'journey' && form.journeyDef === '') refuse('journeyDef', v('required'));
    for (const { code, mandatory } of counterDocuments(form, choices)) {
      const value = code === 'ILLUSTRATIVE_VIDEO' ? form.urlVideo : form.files[code];
      if (mandatory && isEmpty(value))
        refuse(code === 'ILLUSTRATIVE_VIDEO' ? 'urlVideo' : `files.${code}`, v('required'));
    }
  });
}

export function emptyCounter({ services, journeys }: CounterChoices, key: string): CounterValues {
  const [only, ...others] = services;
  return {
    personId: '',
    personName: '',
    isByEmail: false,
    email: '',
    nom: '',
    prenom: '',
    subject: services.length === 0 && journeys.length > 0 ? 'journey' : 'services',
    services: only !== undefined && others.length === 0 ? [only.code] : [],
    journeyDef: '',
    description: '',
    urlVideo: '',
    files: { BUSINESS_PLAN: null, ILLUSTRATIVE_PRESENTATION: null, DEFAULT_DOC: null },
    key,
  };
}

/** Input of the call; documents that were chosen for another subject are left out. */
export function counterInput(
  form: z.output<typeof values>,
  choices: CounterChoices,
  again: boolean,
): {
  readonly filing: CounterFilingInput;
  readonly codes: CounterDocumentCode[];
  readonly files: File[];
} {
  const { isByEmail, email, nom, prenom, personId, subject, description, key } = form;
  const asked = counterDocuments(form, choices).map(({ code }) => code);
  const documents = counterDocumentCodes.flatMap((code) => {
    const chosen = form.files[code];
    return chosen === null || !asked.includes(code) ? [] : [{ code, chosen }];
  });
  return {
    filing: {
      person: isByEmail ? { email, nom, prenom } : { id: personId },
      description,
      urlVideo: asked.includes('ILLUSTRATIVE_VIDEO') ? form.urlVideo : null,
      services: subject === 'services' ? form.services : [],
      journeyDef: subject === 'journey' ? Number(form.journeyDef) : null,
      again,
      clientKey: key,
    },
    codes: documents.map(({ code }) => code),
    files: documents.map(({ chosen }) => chosen),
  };
}
