import { z } from 'zod';

import { defineEndpoint } from '../http/endpoint.ts';
import { line, optionalText, v } from '../wire/text.ts';
import { id, langQuery } from '../wire/values.ts';

/** Lists that the product knows by name. */
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

const params = z.object({ parent: z.string().regex(/^[A-Z_]{2,40}$/, v('invalid')) });

export const paramsByParentI18n = defineEndpoint({
  id: 'paramsByParentI18n',
  area: 'reference',
  method: 'get',
  path: '/params/paramsByParentI18n/:parent',
  permission: 'public',
  summary: 'Items of a reference list in the language asked for; cacheable',
  params,
  query: z.object({ lang: langQuery }),
  response: { status: 200, body: z.array(referenceItem) },
});

export const paramsByParent = defineEndpoint({
  id: 'paramsByParent',
  area: 'reference',
  method: 'get',
  path: '/params/paramsByParent/:parent',
  permission: 'public',
  summary: 'Items of a reference list in French; cacheable',
  params,
  response: { status: 200, body: z.array(referenceItem) },
});

/** A new item: the label is what people see; a code that is absent is made from it. */
export const newItemBody = z.object({
  code: optionalText(80),
  libelle: line(150, 'labelTooShort').refine((value) => value.length >= 3, v('labelTooShort')),
  description: optionalText(500),
  string_1: optionalText(250),
});

export const addService = defineEndpoint({
  id: 'addService',
  area: 'reference',
  method: 'post',
  path: '/params/SERVICE/addChild',
  permission: 'service:add',
  summary: 'Add a service, offered by the agent’s organisation',
  body: newItemBody,
  response: {
    status: 201,
    /** `partnerVersion`: the organisation's version with the service, one more than before. */
    body: referenceItem.extend({ partnerVersion: z.number() }),
  },
  errors: ['ALREADY_EXISTS'],
});

export const addDocumentType = defineEndpoint({
  id: 'addDocumentType',
  area: 'partners',
  method: 'post',
  path: '/partners/addDoc/:id/DOCUMENT',
  permission: 'document-type:add',
  summary: 'Add a document type to one’s own organisation',
  params: z.object({ id }),
  body: newItemBody,
  response: { status: 201, body: referenceItem },
  errors: ['ALREADY_EXISTS'],
});
