import {
  counterDocumentCodes,
  counterUnknown,
  createRequestDto,
  type CounterFilingInput,
  type ResponseOf,
  type Endpoints,
  v,
} from '@wasl/contracts';
import { z } from 'zod';

import {
  type FormAnswer,
  isUnread,
  sentAnswers,
} from '../../../domain/requests/journey-answers.ts';

export type CounterChoices = ResponseOf<Endpoints['listCounterChoices']>;
type CounterJourney = CounterChoices['journeys'][number];

// A form field always has a text; the contract also accepts undefined.
type TextSchema = z.ZodType<string | null, string>;

// A field that was never shown has no value.
const file = z.instanceof(File).nullish();

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
  /** By the code of the document. */
  files: z.record(z.string(), file),
  /** Answers to the journey's questions, by their codes. */
  answers: z.record(z.string(), z.custom<FormAnswer>()),
  /** Idempotency key, also in the draft: a lost answer files no second request. */
  key: z.string(),
});
export type CounterValues = z.input<typeof values>;

type Subject = Pick<CounterValues, 'subject' | 'journeyDef'>;

/** The chosen journey; undefined for services. */
function journeyOf(
  { subject, journeyDef }: Subject,
  { journeys }: CounterChoices,
): CounterJourney | undefined {
  return subject === 'journey' ? journeys.find(({ id }) => String(id) === journeyDef) : undefined;
}

const optionalDocuments: CounterJourney['documents'] = [
  ...counterDocumentCodes,
  'ILLUSTRATIVE_VIDEO',
].map((code) => ({ code, libelle: code, mandatory: false }));

/** Documents that can be added: those of the journey, or all specified ones for services. */
export function counterDocuments(
  form: Subject,
  choices: CounterChoices,
): CounterJourney['documents'] {
  if (form.subject === 'services') return optionalDocuments;
  return journeyOf(form, choices)?.documents ?? [];
}

/** Questions of the chosen journey. */
export function counterQuestions(
  form: Subject,
  choices: CounterChoices,
): CounterJourney['questions'] {
  return journeyOf(form, choices)?.questions ?? [];
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** The contract's rules, and what the chosen person, services or journey make mandatory. */
export function counterSchema(choices: CounterChoices) {
  return values.superRefine((form, ctx) => {
    const refuse = (path: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: path.split('.'), message });
    if (form.isByEmail) {
      const { error } = counterUnknown.safeParse(form);
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
    for (const { code, kind, required } of counterQuestions(form, choices)) {
      const value = form.answers[code];
      if (required && isEmpty(value)) refuse(`answers.${code}`, v('required'));
      if (isUnread(kind, value)) refuse(`answers.${code}`, v('number'));
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
    files: {},
    answers: {},
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
  readonly codes: string[];
  readonly files: File[];
} {
  const { isByEmail, email, nom, prenom, personId, subject, description, key } = form;
  const asked = counterDocuments(form, choices).map(({ code }) => code);
  const documents = asked.flatMap((code) => {
    const chosen = form.files[code] ?? null;
    return chosen === null ? [] : [{ code, chosen }];
  });
  return {
    filing: {
      person: isByEmail ? { email, nom, prenom } : { id: personId },
      description,
      urlVideo: asked.includes('ILLUSTRATIVE_VIDEO') ? form.urlVideo : null,
      services: subject === 'services' ? form.services : [],
      journeyDef: subject === 'journey' ? Number(form.journeyDef) : null,
      answers: sentAnswers(counterQuestions(form, choices), form.answers),
      again,
      clientKey: key,
    },
    codes: documents.map(({ code }) => code),
    files: documents.map(({ chosen }) => chosen),
  };
}
