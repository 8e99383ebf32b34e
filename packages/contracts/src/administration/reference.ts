import { z } from 'zod';

import { mostQuestions, questionKinds } from '../journeys/questions.ts';
import { referenceParents, type ReferenceParent } from '../reference/params.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { hasAddress, isListedName } from '../wire/names.ts';
import { isPlainText, line, optionalText, paragraph, v } from '../wire/text.ts';
import { day, id } from '../wire/values.ts';
import { defineAdministration } from './call.ts';

/** Longest texts of lists and journeys in one language, in characters. */
export const referenceLimits = {
  label: 150,
  description: 2000,
  value: 250,
  condition: 500,
  comment: 1000,
  question: 200,
  help: 500,
  url: 500,
  days: 250,
} as const;

/** Meaning of an item's extra value, where administrators may change it. */
export type ListValue = 'day' | 'link' | 'proposal' | 'documentUse';

export interface ListForm {
  /** Whether items may be added, hidden and moved; otherwise only their texts change. */
  readonly isOpen: boolean;
  readonly hasDescription: boolean;
  readonly hasDays: boolean;
  readonly value: ListValue | null;
}

const open: ListForm = { isOpen: true, hasDescription: false, hasDays: false, value: null };
const textsOnly: ListForm = { ...open, isOpen: false };
const page: ListForm = { ...open, hasDescription: true, value: 'link' };

/**
 * What an administrator may change in each list. The labels of PRIME_SECTORIELLE, PRIME_TERRITORIALE and
 * LOCALISATION_NORDEV are those of SECTEUR and PROVINCE. Codes of premiums and statuses belong to the program.
 */
export const listForms = {
  SERVICE: { ...open, hasDescription: true, hasDays: true },
  DOCUMENT: { ...open, value: 'documentUse' },
  JOURS_FERIES: { ...open, hasDescription: true, value: 'day' },
  PROPOSITION: { ...open, hasDescription: true, value: 'proposal' },
  PAGE_AIDE: page,
  PAGE_CONTACT: page,
  PAGE_MENTIONS: page,
  PAGE_CONFIDENTIALITE: page,
  PAGE_FONCTIONNEMENT: page,
  PAGE_QUESTIONS: page,
  PROFIL: open,
  SECTEUR_ACTIVITE: open,
  NIVEAU_ETUDE: open,
  CATEGORIE_ORGANISME: open,
  TYPE_SUPPORT: open,
  LOOKING_FOR: open,
  PROJECT_MATURITY: open,
  NUMBER_OF_JOBS: open,
  REVENUE: open,
  INVESTMENT_AMOUNT: open,
  PAYS: open,
  STATUS: textsOnly,
  PROCESSING_STEP_STATUS: textsOnly,
  REGION: textsOnly,
  PROVINCE: textsOnly,
  COMMUNE: textsOnly,
  SECTEUR: textsOnly,
  INDUSTRIE: textsOnly,
  SECTEUR_ACTIVITE_NORDEV: textsOnly,
  AIDE_SIMULATEURS: textsOnly,
} as const satisfies Partial<Record<ReferenceParent, ListForm>>;
export type EditableList = keyof typeof listForms;
export const editableLists = referenceParents.filter(
  (parent): parent is EditableList => parent in listForms,
);

/** Uses of a document type; `null` for what organisations ask for. */
export const documentUses = ['REQUEST', 'IDENTITY'] as const;

const nullableText = z.string().nullable();
/** A text in four languages. A language without a text shows the French one. */
const storedTexts = z.object({
  fr: z.string(),
  en: nullableText,
  ar: nullableText,
  es: nullableText,
});
export type StoredTexts = z.infer<typeof storedTexts>;

const others = (max: number) => ({
  en: optionalText(max),
  ar: optionalText(max),
  es: optionalText(max),
});
const lineTexts = (max: number) => z.object({ fr: line(max), ...others(max) });
const paragraphTexts = (max: number) => z.object({ fr: paragraph(max), ...others(max) });
/** A name in a public list, as the seed files take it: without web addresses and imitating letters. */
const label = line(referenceLimits.label)
  .refine((text) => !hasAddress(text), v('nameHasAddress'))
  .refine((text) => hasAddress(text) || isListedName(text), v('nameNotReadable'));
const labelTexts = z.object({
  fr: label,
  en: label.nullable(),
  ar: label.nullable(),
  es: label.nullable(),
});

const workingDays = z
  .number({ error: v('number') })
  .int(v('number'))
  .min(1, v('number'))
  .max(referenceLimits.days, v('number'))
  .nullable();

/** Changes with every change of what it names. A save with another one is refused with STATE_CONFLICT. */
const version = z.string().max(64, v('invalid'));

const listItemView = z.object({
  code: z.string(),
  /** Whether people may choose it; a hidden item stays on older records. */
  active: z.boolean(),
  libelle: storedTexts,
  description: storedTexts.nullable(),
  string_1: z.string().nullable(),
  days: z.number().int().nullable(),
});
export type ListItemView = z.infer<typeof listItemView>;

const listItemBody = z.object({
  /** Null for a new item: its code is made from the French label. */
  code: line(80).nullable(),
  active: z.boolean({ error: v('required') }),
  libelle: labelTexts,
  description: paragraphTexts(referenceLimits.description).nullable(),
  string_1: optionalText(referenceLimits.value),
  days: workingDays,
});
export type ListItemBody = z.output<typeof listItemBody>;

const listParams = z.object({ list: z.enum(editableLists, { error: v('invalid') }) });

/** Maximum items of a list: the communes of the region and the countries fit. */
const mostItems = 1000;
const code = z.string().regex(/^[A-Z][A-Z0-9_]{1,59}$/, v('invalid'));
const isDistinct = (list: readonly (string | null)[]): boolean => {
  const codes = list.filter((one) => one !== null);
  return new Set(codes).size === codes.length;
};
const rowsOf = <S extends z.ZodType<{ readonly code: string | null }>>(row: S, most: number) =>
  z
    .array(row)
    .max(most, v('tooMany'))
    .refine((list) => isDistinct(list.map((one) => one.code)), v('invalid'));

export const listBody = z.object({ version, items: rowsOf(listItemBody, mostItems) });
export type ListBody = z.output<typeof listBody>;

const questionBody = z
  .object({
    /** Null for a new question. A stored question keeps its kind. */
    code: code.nullable(),
    kind: z.enum(questionKinds, { error: v('required') }),
    required: z.boolean({ error: v('required') }),
    label: lineTexts(referenceLimits.question),
    help: paragraphTexts(referenceLimits.help).nullable(),
    /** For CHOICE and CHOICES; otherwise empty. */
    options: rowsOf(
      z.object({ code: code.nullable(), label: lineTexts(referenceLimits.question) }),
      100,
    ),
  })
  .refine(({ kind, options }) => (kind === 'CHOICE' || kind === 'CHOICES') === options.length > 0, {
    path: ['options'],
    message: v('tooFew'),
  });

const taskBody = z.object({
  /** Code of SERVICE. */
  service: code,
  organisationId: id,
  /** Begun at once, instead of after the task before it. */
  runsInParallel: z.boolean({ error: v('required') }),
  /** Working days of this task; null for those of its service. */
  days: workingDays,
});

const httpsAddress = z
  .string()
  .max(referenceLimits.url, v('tooLong'))
  .refine(isPlainText, v('forbiddenCharacters'))
  .pipe(z.url({ protocol: /^https$/, error: v('httpsOnly') }))
  .nullable();

export const journeyBody = z
  .object({
    active: z.boolean({ error: v('required') }),
    title: lineTexts(referenceLimits.label),
    description: paragraphTexts(referenceLimits.description),
    startDate: day().nullable(),
    endDate: day().nullable(),
    conditions: z.array(paragraphTexts(referenceLimits.condition)).max(30, v('tooMany')),
    /** The specified document settings: codes of DOCUMENT. */
    documents: rowsOf(z.object({ code, mandatory: z.boolean({ error: v('required') }) }), 50),
    questions: rowsOf(questionBody, mostQuestions),
    tasks: z.array(taskBody).min(1, v('tooFew')).max(30, v('tooMany')),
    comment: paragraphTexts(referenceLimits.comment).nullable(),
    buttonUrl: httpsAddress,
  })
  .refine(
    ({ startDate, endDate }) => startDate === null || endDate === null || startDate <= endDate,
    { path: ['endDate'], message: v('date') },
  );
export type JourneyBody = z.output<typeof journeyBody>;

const journeyView = z.object({
  active: z.boolean(),
  title: storedTexts,
  description: storedTexts,
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  conditions: z.array(storedTexts),
  documents: z.array(z.object({ code: z.string(), mandatory: z.boolean() })),
  questions: z.array(
    z.object({
      code: z.string(),
      kind: z.enum(questionKinds),
      required: z.boolean(),
      label: storedTexts,
      help: storedTexts.nullable(),
      options: z.array(z.object({ code: z.string(), label: storedTexts })),
    }),
  ),
  tasks: z.array(
    z.object({
      service: z.string(),
      organisationId: z.number().int(),
      runsInParallel: z.boolean(),
      days: z.number().int().nullable(),
    }),
  ),
  comment: storedTexts.nullable(),
  buttonUrl: z.string().nullable(),
});
export type JourneyView = z.infer<typeof journeyView>;

const labelled = z.object({ code: z.string(), label: z.string() });
const slugParams = z.object({
  slug: z
    .string()
    .max(80, v('invalid'))
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, v('invalid')),
});

export const referenceCalls = defineAdministration({
  readReference: {
    route: 'GET /reference',
    response: z.object({
      lists: z.array(
        z.object({
          list: z.enum(editableLists),
          items: z.number().int(),
          /** Items that people may not choose. */
          hidden: z.number().int(),
        }),
      ),
      /** By title. */
      journeys: z.array(
        z.object({
          slug: z.string(),
          title: z.string(),
          active: z.boolean(),
          startDate: z.string().nullable(),
          endDate: z.string().nullable(),
        }),
      ),
    }),
  },
  readList: {
    route: 'GET /reference/lists/:list',
    params: listParams,
    response: z.object({ version, items: z.array(listItemView) }),
  },
  /** Replaces the list. It contains every stored item, in the wanted order. */
  saveList: {
    route: 'PUT /reference/lists/:list',
    params: listParams,
    body: listBody,
    response: z.object({
      /** Hidden items that journeys or proposals name, with their titles. Nothing is saved then. */
      inUse: z.array(z.object({ code: z.string(), by: z.array(z.string()) })),
    }),
  },
  /** What a journey may name. */
  readJourneyChoices: {
    route: 'GET /reference/journey-choices',
    response: z.object({
      services: z.array(labelled.extend({ days: z.number().int().nullable() })),
      documents: z.array(labelled),
      /** Approved organisations by title, with the services that they offer. */
      organisations: z.array(
        z.object({ id: z.number().int(), title: z.string(), services: z.array(z.string()) }),
      ),
    }),
  },
  readJourney: {
    route: 'GET /reference/journeys/:slug',
    params: slugParams,
    response: z.object({
      version,
      journey: journeyView,
      /** Tasks that requests went through: these stay, at their place. */
      usedTasks: z.number().int(),
    }),
  },
  createJourney: {
    route: 'POST /reference/journeys',
    body: z.object({ journey: journeyBody }),
    response: z.object({ slug: z.string() }),
  },
  saveJourney: {
    route: 'PUT /reference/journeys/:slug',
    params: slugParams,
    body: z.object({ version, journey: journeyBody }),
    response: acknowledged,
  },
});
