import type { RuleSet } from '@wasl/premium';
import {
  contactValue,
  isDay,
  type ContactMember,
  isListedName,
  isPlainText,
  referenceParents,
  mostQuestions,
  questionKinds,
} from '@wasl/contracts';
import { z } from 'zod';

const words = (max: number) =>
  z
    .string({ error: 'must be a text' })
    .max(max, `is longer than ${String(max)} characters`)
    .refine(
      (text) => text === text.trim() && text !== '',
      'is empty, or begins or ends with a space',
    )
    .refine(isPlainText, 'has a control character');

/** A text in a list that people choose from, under the same rule as agents' input. */
const listed = (max: number) =>
  words(max).refine(
    isListedName,
    'holds an address, a letter that looks like another one, or something that nobody sees',
  );
const listedInFour = (max: number) =>
  z.strictObject({ fr: listed(max), en: listed(max), ar: listed(max), es: listed(max) });

const fourLanguages = (max: number) =>
  z.strictObject({ fr: words(max), en: words(max), ar: words(max), es: words(max) });
/** The text in all four languages, or in French alone. */
const frenchAtLeast = (max: number) =>
  z.union([words(max), fourLanguages(max)], {
    error: 'is neither a text nor one for each language',
  });

const code = z
  .string({ error: 'must be a code' })
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9_. ]{0,78}[A-Za-z0-9])?$/,
    'is no code (letters, digits, _ . and spaces inside)',
  );
const capitals = z
  .string({ error: 'must be a code' })
  .regex(/^[A-Z][A-Z0-9_]{1,59}$/, 'is no code in capitals, digits and _');
const slug = z
  .string({ error: 'must be a short name' })
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'is no short name in small letters, digits and -');
const day = z.string().refine(isDay, 'is no day YYYY-MM-DD').nullable();

const workingDays = z
  .number({ error: 'must be a number of days' })
  .int('is no whole number')
  .min(1, 'is less than a day')
  .max(250, 'is more than a year of working days');

const item = z.strictObject({
  code: code.describe('Never changed once it is used: records keep it.'),
  libelle: listedInFour(150).describe('The label that people read.'),
  // Length of a section on a page.
  description: fourLanguages(2000).optional(),
  string_1: words(250)
    .optional()
    .describe('Extra value of the item: docs/operations/reference-data.md.'),
  days: workingDays
    .optional()
    .describe('Of a service: working days that an organisation has for it.'),
});
export type SeedListItem = z.infer<typeof item>;

/** Figures of the premium rules in force that a list shows in `string_1`. Only the rule set contains them. */
export const figureSources = [
  'general.sectors',
  'general.industries',
  'general.places',
  'nordev.sectors',
  'nordev.places',
] as const;
export type FigureSource = (typeof figureSources)[number];

const parent = z.enum(referenceParents, { error: 'is no list of the product' });
const figures = z.enum(figureSources, { error: `is none of ${figureSources.join(', ')}` });

/** `lists/<PARENT>.json`: its own items, or the labels of another list with the figures of the rules. */
export const listFile = z.union([
  z.strictObject({
    parent,
    figures: figures.optional(),
    items: z.array(item).min(1, 'has no item').describe('In the order in which they are offered.'),
  }),
  z.strictObject({ parent, labelsOf: parent, figures }),
]);
export type SeedList = z.infer<typeof listFile>;

/** `places/{regions,provinces,communes}.json`. */
export const placesFile = z.strictObject({
  items: z.array(
    z.strictObject({
      code: z.string().regex(/^\d{2}(?:\.\d{1,3})*$/, 'is no code of a place'),
      parent: z.string().optional(),
      iso: z.string().optional(),
      type: z.enum(['region', 'prefecture', 'province', 'urbaine', 'rurale']),
      libelle: fourLanguages(150),
    }),
  ),
});
export type SeedPlace = z.infer<typeof placesFile>['items'][number];

const codes = z
  .array(capitals)
  .refine((list) => new Set(list).size === list.length, 'names a code twice');

/** A member of the contact in its stored form. */
const contactField = (member: ContactMember, what: string) =>
  z
    .string({ error: 'must be a text' })
    .refine((text) => contactValue(member, text) === text, `is no ${what}`)
    .optional();

/** `organisations/<slug>.json`. */
export const organisationFile = z.strictObject({
  slug,
  title: z.union([listed(150), listedInFour(150)], {
    error: 'is neither a name nor one for each language',
  }),
  description: frenchAtLeast(2000),
  category: capitals.nullable(),
  areas: codes.min(1, 'has no area of activity'),
  supportTypes: codes,
  services: codes.describe('Codes of SERVICE: what it is asked for.'),
  documentTypes: z
    .array(z.strictObject({ code: capitals, libelle: listedInFour(150) }))
    .describe('Document types that this organisation alone asks for.'),
  contact: z
    .strictObject({
      phone: contactField('phone', 'phone number as +212539000000'),
      whatsapp: contactField('whatsapp', 'number of WhatsApp as +212600000000'),
      email: contactField('email', 'email address in small letters'),
      address: contactField(
        'address',
        'line of at most 250 characters without an address of the web',
      ),
      openingHours: contactField(
        'openingHours',
        'line of at most 150 characters without an address of the web',
      ),
      website: contactField('website', 'address as https://www.example.org'),
    })
    .optional()
    .describe('How everybody reaches it; without it stays what its responsables wrote.'),
  isDefault: z
    .boolean()
    .optional()
    .describe(
      'The organisation of the sign-up link for its own agents (pAuth=men), when DEFAULT_PARTNER_ID is not set.',
    ),
});
export type SeedOrganisation = z.infer<typeof organisationFile>;

/** Text of an organisation's file by language; null where the file has French alone. */
export function byLanguage(text: SeedOrganisation['title']) {
  return typeof text === 'string' ? { fr: text, en: null, ar: null, es: null } : text;
}

const question = z
  .strictObject({
    code: capitals.describe('Its name among the questions of the journey.'),
    kind: z.enum(questionKinds, { error: 'is no kind of question' }),
    required: z.boolean().describe('Needed to submit the request.'),
    label: fourLanguages(200),
    help: fourLanguages(500).optional(),
    options: z
      .array(z.strictObject({ code: capitals, label: fourLanguages(200) }))
      .min(1, 'has no option')
      .max(100)
      .optional()
      .describe('For CHOICE and CHOICES.'),
  })
  .refine(
    ({ kind, options }) => (kind === 'CHOICE' || kind === 'CHOICES') === (options !== undefined),
    'options belong to CHOICE and CHOICES',
  )
  .refine(
    ({ options = [] }) => new Set(options.map(({ code }) => code)).size === options.length,
    'names an option twice',
  );

/** `journeys/<slug>.json`. */
export const journeyFile = z.strictObject({
  slug,
  type: z.string().regex(/^[A-Z_]{2,40}$/, 'is no type in capitals'),
  active: z.boolean(),
  title: fourLanguages(150),
  description: fourLanguages(2000),
  startDate: day,
  endDate: day,
  conditions: z.array(fourLanguages(500)),
  settings: z
    .array(
      z.strictObject({
        code: capitals.describe('A code of DOCUMENT.'),
        mandatory: z.boolean(),
      }),
    )
    .refine(
      (list) => new Set(list.map((s) => s.code)).size === list.length,
      'names a document twice',
    ),
  tasks: z
    .array(
      z.strictObject({
        title: capitals.describe('A code of SERVICE.'),
        partner: slug.describe('The slug of an organisation.'),
        runsInParallel: z
          .boolean()
          .optional()
          .describe('Begun at once, instead of after the task before it.'),
        days: workingDays
          .optional()
          .describe('Working days for this task; else those of its service.'),
      }),
    )
    .min(1, 'has no task'),
  comment: fourLanguages(1000).optional(),
  questions: z
    .array(question)
    .max(mostQuestions)
    .refine(
      (list) => new Set(list.map(({ code }) => code)).size === list.length,
      'names a question twice',
    )
    .optional(),
  buttonUrl: z.url({ protocol: /^https$/, error: 'is no https address' }).optional(),
});
export type SeedJourney = z.infer<typeof journeyFile>;

/** The parsed files under `prisma/seed/reference`, with the file name of each rule set. */
export interface ReadFiles {
  readonly lists: readonly SeedList[];
  readonly regions: readonly SeedPlace[];
  readonly provinces: readonly SeedPlace[];
  readonly communes: readonly SeedPlace[];
  readonly organisations: readonly SeedOrganisation[];
  readonly journeys: readonly SeedJourney[];
  readonly ruleSetFiles: readonly { readonly file: string; readonly ruleSet: RuleSet }[];
}
