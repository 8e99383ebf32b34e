import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { v } from '../wire/text.ts';
import { langQuery } from '../wire/values.ts';

/** Lists that the code names. */
export const referenceParents = [
  'PROFIL',
  'SECTEUR_ACTIVITE',
  'NIVEAU_ETUDE',
  'CATEGORIE_ORGANISME',
  'TYPE_SUPPORT',
  'SERVICE',
  'STATUS',
  'PROCESSING_STEP_STATUS',
  'DOCUMENT',
  'LOOKING_FOR',
  'PROJECT_MATURITY',
  'NUMBER_OF_JOBS',
  'REVENUE',
  'INVESTMENT_AMOUNT',
  'PAYS',
  'REGION',
  'PROVINCE',
  'COMMUNE',
  'SECTEUR',
  'INDUSTRIE',
  'PRIME_SECTORIELLE',
  'PRIME_TERRITORIALE',
  'SECTEUR_ACTIVITE_NORDEV',
  'LOCALISATION_NORDEV',
  // Help texts of the simulators' fields.
  'AIDE_SIMULATEURS',
  // Public holidays: `string_1` is the day, MM-DD of every year or YYYY-MM-DD of one.
  'JOURS_FERIES',
  // Proposals after the survey: reason, a draft of the need and, in `string_1`, the proposal with its conditions.
  'PROPOSITION',
  // Pages of text: an item is a section with title, text and, in `string_1`, its link.
  'PAGE_AIDE',
  'PAGE_FONCTIONNEMENT',
  'PAGE_QUESTIONS',
  'PAGE_CONTACT',
  'PAGE_MENTIONS',
  'PAGE_CONFIDENTIALITE',
] as const;
export type ReferenceParent = (typeof referenceParents)[number];

export const referenceItem = z.object({
  id: z.number(),
  code: z.string(),
  libelle: z.string(),
  description: z.string().nullable(),
  string_1: z.string().nullable(),
});
export type ReferenceItemView = z.infer<typeof referenceItem>;

/** Names of an item in all languages, without duplicates. */
export const referenceNames = z.object({ code: z.string(), names: z.array(z.string()) });
export type ReferenceNamesView = z.infer<typeof referenceNames>;

const params = z.object({ parent: z.string().regex(/^[A-Z_]{2,40}$/, v('invalid')) });

export const paramsCalls = defineArea('reference', {
  paramsByParentI18n: {
    route: 'GET /params/paramsByParentI18n/:parent',
    permission: 'public',
    summary: 'Items of a reference list in the language asked for; cacheable',
    params,
    query: z.object({ lang: langQuery }),
    response: z.array(referenceItem),
  },
  paramsByParent: {
    route: 'GET /params/paramsByParent/:parent',
    permission: 'public',
    summary: 'Items of a reference list in French; cacheable',
    params,
    response: z.array(referenceItem),
  },
  /** For searching a list: a French reader may search for "Tangier". */
  paramsNames: {
    route: 'GET /params/names/:parent',
    permission: 'public',
    summary: 'The names of a reference list in all languages; cacheable',
    params,
    response: z.array(referenceNames),
  },
});
