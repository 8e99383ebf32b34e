import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { referenceItem } from '../reference/params.ts';
import { listedName } from '../wire/names.ts';
import { optionalText, v } from '../wire/text.ts';
import { codeLibelle, id, langQuery } from '../wire/values.ts';

/** A new item. Without a code, the code derives from the label. */
export const newItemBody = z.object({
  code: optionalText(80),
  libelle: listedName(150, 'labelTooShort').refine(
    (value) => value.length >= 3,
    v('labelTooShort'),
  ),
  description: optionalText(500),
  string_1: optionalText(250),
});

/** Items that an organisation adds to the lists: services it offers, documents it requires. */
export const additionsCalls = defineArea('partners', {
  addService: {
    route: 'POST /params/SERVICE/addChild',
    permission: 'service:add',
    summary: 'Add a service, offered by the agent’s organisation',
    body: newItemBody,
    response: {
      status: 201,
      /** `partnerVersion`: the organisation's version with the service, one more than before. */
      body: referenceItem.extend({ partnerVersion: z.number() }),
    },
    errors: ['ALREADY_EXISTS'],
  },
  addDocumentType: {
    route: 'POST /partners/addDoc/:id/DOCUMENT',
    permission: 'document-type:add',
    summary: 'Add a document type to the caller’s organisation',
    params: z.object({ id }),
    body: newItemBody,
    response: { status: 201, body: referenceItem },
    errors: ['ALREADY_EXISTS'],
  },
  listDocumentTypes: {
    route: 'GET /docs/:partnerId',
    permission: 'document-type:read',
    summary: 'Document types an organisation can ask for as a file, its own first',
    params: z.object({ partnerId: id }),
    query: z.object({ lang: langQuery }),
    response: z.array(z.object({ document: codeLibelle })),
  },
});
