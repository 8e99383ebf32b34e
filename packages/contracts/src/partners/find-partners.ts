import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { pagingQuery } from '../http/paging.ts';
import { optionalText, v } from '../wire/text.ts';
import { id, langQuery, refCode } from '../wire/values.ts';
import { partnerView, reachablePartnerView } from './partner.ts';

const codeList = z
  .array(refCode())
  .max(50, v('tooMany'))
  .nullish()
  .transform((list) => list ?? []);
/** An empty code filters nothing. */
const codes = z.preprocess<unknown, typeof codeList, z.input<typeof codeList>>((value: unknown) => {
  if (value === '') return null;
  return Array.isArray(value) ? value.filter((code: unknown) => code !== '') : value;
}, codeList);

export const findPartnersCalls = defineArea('partners', {
  listPartners: {
    route: 'GET /partners',
    permission: 'public',
    summary: 'Approved organisations',
    query: z.object({
      ...pagingQuery,
      size: pagingQuery.size.unwrap().default(100),
      lang: langQuery,
    }),
    response: z.array(partnerView),
    total: true,
  },
  getPartner: {
    route: 'GET /partners/:id',
    permission: 'public',
    summary: 'One approved organisation, with its public contact',
    params: z.object({ id }),
    query: z.object({ lang: langQuery }),
    response: reachablePartnerView,
  },
  searchPartners: {
    route: 'POST /partners/titleAndServicesAndSecteursAndSupportTypes',
    permission: 'public',
    summary: 'Approved organisations by title, area, service and support type',
    query: z.object({ ...pagingQuery, lang: langQuery }),
    body: z.object({
      title: optionalText(150),
      areas: codes,
      services: codes,
      supportTypes: codes,
    }),
    response: z.object({ data: z.array(partnerView), total: z.number() }),
    total: true,
  },
});
