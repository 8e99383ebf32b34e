import { z } from 'zod';

import { defineEndpoint } from '../http/endpoint.ts';
import { v } from '../wire/text.ts';
import { langQuery } from '../wire/values.ts';

const query = z.object({
  lang: langQuery,
  /** `true` imports a file again that was imported before. */
  again: z
    .enum(['true', 'false'], { error: v('invalid') })
    .optional()
    .transform((x) => x === 'true'),
});
const done = z.object({ imported: z.number(), messages: z.array(z.string()) });
const errors = ['IMPORT_INVALID', 'ALREADY_IMPORTED', 'FILE_TOO_LARGE', 'QUOTA_EXCEEDED'] as const;

/** `.csv` of requests: see behaviour of imports in docs/imports.md. */
export const importRequests = defineEndpoint({
  id: 'importRequests',
  area: 'imports',
  method: 'post',
  path: '/requests/uploadCanevasDemandes',
  permission: 'import:run',
  summary: 'Import requests from a .csv file, all or nothing',
  query,
  multipart: { files: [{ name: 'file', kind: 'csv', required: true }] },
  response: { status: 200, body: done },
  errors: [...errors, 'FILE_NOT_CSV'],
});

/** `.xlsx` of beneficiaries. */
export const importBeneficiaries = defineEndpoint({
  id: 'importBeneficiaries',
  area: 'imports',
  method: 'post',
  path: '/beneficiary/uploadCanevasBeneficiaires',
  permission: 'import:run',
  summary: 'Import beneficiaries from an .xlsx file, all or nothing; each is invited by mail',
  query,
  multipart: { files: [{ name: 'file', kind: 'xlsx', required: true }] },
  response: { status: 200, body: done },
  errors: [...errors, 'FILE_NOT_XLSX'],
});

export const downloadRequestsTemplate = defineEndpoint({
  id: 'downloadRequestsTemplate',
  area: 'imports',
  method: 'get',
  path: '/requests/canevas',
  permission: 'import:run',
  summary: 'The empty .csv of requests, with the codes that can be used',
  query: z.object({ lang: langQuery }),
  response: { status: 200, contentTypes: ['text/csv'] },
});

export const downloadBeneficiariesTemplate = defineEndpoint({
  id: 'downloadBeneficiariesTemplate',
  area: 'imports',
  method: 'get',
  path: '/beneficiary/canevas',
  permission: 'import:run',
  summary: 'The empty .xlsx of beneficiaries, with the codes that can be used',
  query: z.object({ lang: langQuery }),
  response: {
    status: 200,
    contentTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  },
});
