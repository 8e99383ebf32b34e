import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { lineErrorSchema } from '../errors/errors.ts';
import { pagingQuery, sortQuery } from '../http/paging.ts';
import { v } from '../wire/text.ts';
import { langQuery } from '../wire/values.ts';

const flag = z
  .enum(['true', 'false'], { error: v('invalid') })
  .optional()
  .transform((x) => x === 'true');
/** `?dryRun` alone checks as `dryRun=true` does: it must not import by accident. */
const dryRun = z
  .enum(['true', 'false', ''], { error: v('invalid') })
  .optional()
  .transform((x) => x === 'true' || x === '');
export const hiddenChoices = ['include', 'skip'] as const;
export type HiddenChoice = (typeof hiddenChoices)[number];

const query = z.object({
  lang: langQuery,
  /** `true` imports a file again that was imported before, and lines of requests that were filed before. */
  again: flag,
  /** `true` checks the file and says what an import would do, and writes nothing. */
  dryRun,
  /**
   * What becomes of rows and columns that are hidden in a workbook. A check names them; an import of a file that has any is
   * refused until this is sent.
   */
  hidden: z.enum(hiddenChoices, { error: v('invalid') }).optional(),
  /** An id of the caller's choice under which the progress can be read while the call runs. */
  run: z.uuid(v('invalid')).optional(),
});

/** What an import of a file without faults would do. */
export const importPreview = z.object({
  /** Lines that would be imported: requests to create or accounts to open. */
  lines: z.number(),
  /** Of requests: where they would go. One that goes to two organisations counts in both. Null for beneficiaries. */
  routing: z
    .object({
      /** Requests with a step of the importing organisation. */
      ours: z.number(),
      /** Requests with a step of another organisation. */
      elsewhere: z.number(),
      /** Requests with a service that nobody offers: left to the administrator. */
      unrouted: z.number(),
      /** Requests that would wait for the person's agreement: they go nowhere until then, and count in none of the others. */
      waiting: z.number(),
    })
    .nullable(),
  /** Mails of invitation that would be sent. */
  invitations: z.number(),
  /** `YYYY/MM/DD HH:mm` of the last import of these very bytes by the organisation. */
  alreadyImportedAt: z.string().nullable(),
  /** Lines of requests that the organisation filed before: they are left out unless `again` is sent. */
  alreadyFiled: z.number(),
  /** Rows and groups of columns that are hidden in the workbook and about which `hidden` decides nothing yet. */
  hidden: z.number(),
  /** What to know of single lines before they are imported, in the reader's language; the first 1,000. */
  remarks: z.array(lineErrorSchema),
});
export type ImportPreview = z.infer<typeof importPreview>;

/** What became of the lines of a file of requests. */
const filedLines = z.object({
  /** Submitted at once. */
  filed: z.number(),
  /** Wait for the person's agreement. */
  waiting: z.number(),
  /** Left out: they were filed before. */
  skipped: z.number(),
});
export type FiledLines = z.infer<typeof filedLines>;

const done = z.object({
  /** Lines that were written. */
  imported: z.number(),
  /** Only of requests that were imported. */
  requests: filedLines.optional(),
  messages: z.array(z.string()),
  /** Only after a dry run. */
  preview: importPreview.optional(),
  /** What was not read of a file without faults: other sheets of the workbook. In the reader's language; absent where there is nothing. */
  notes: z.array(z.string()).optional(),
});
const errors = ['IMPORT_INVALID', 'ALREADY_IMPORTED', 'FILE_TOO_LARGE', 'QUOTA_EXCEEDED'] as const;

export const importKinds = ['REQUESTS', 'BENEFICIARIES'] as const;
export type ImportKindCode = (typeof importKinds)[number];

/** How an attempt stands. `INTERRUPTED`: its process gave no sign of life for two minutes. */
export const importRunStatuses = ['RUNNING', 'DONE', 'REFUSED', 'FAILED', 'INTERRUPTED'] as const;
export type ImportRunStatus = (typeof importRunStatuses)[number];

/** One attempt to import a file. */
export const importRunView = z.object({
  run: z.string(),
  kind: z.enum(importKinds),
  fileName: z.string(),
  /** Who imported; null where the account is gone. */
  agent: z.string().nullable(),
  /** `YYYY/MM/DD HH:mm`. */
  startedAt: z.string(),
  status: z.enum(importRunStatuses),
  /** Lines that were imported. */
  imported: z.number(),
  /** Faults that were found. */
  faults: z.number(),
  /** Code of the error that refused it, and its sentence in the reader's language. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type ImportRunView = z.infer<typeof importRunView>;

export const importsCalls = defineArea('imports', {
  /** `.csv` of requests: see behaviour of imports in docs/imports.md. */
  importRequests: {
    route: 'POST /requests/uploadCanevasDemandes',
    permission: 'import:run',
    summary: 'Import requests from a .csv file, all or nothing',
    query,
    multipart: { limit: 'import', files: [{ name: 'file', kind: 'csv', required: true }] },
    response: done,
    errors: [...errors, 'FILE_NOT_CSV'],
  },
  /** `.xlsx` of beneficiaries. */
  importBeneficiaries: {
    route: 'POST /beneficiary/uploadCanevasBeneficiaires',
    permission: 'import:run',
    summary: 'Import beneficiaries from an .xlsx file, all or nothing; each is invited by mail',
    query,
    multipart: { limit: 'import', files: [{ name: 'file', kind: 'xlsx', required: true }] },
    response: done,
    errors: [...errors, 'FILE_NOT_XLSX'],
  },
  downloadRequestsTemplate: {
    route: 'GET /requests/canevas',
    permission: 'import:run',
    summary: 'The empty .csv of requests, with the codes that can be used',
    query: z.object({ lang: langQuery }),
    response: { status: 200, contentTypes: ['text/csv'] },
  },
  downloadBeneficiariesTemplate: {
    route: 'GET /beneficiary/canevas',
    permission: 'import:run',
    summary: 'The empty .xlsx of beneficiaries, with the codes that can be used',
    query: z.object({ lang: langQuery }),
    response: {
      status: 200,
      contentTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    },
  },
  /** The sent file, annotated; 400 `IMPORT_INVALID` where it cannot be read as a table at all. */
  downloadRequestFaults: {
    route: 'POST /requests/uploadCanevasDemandes/faults',
    permission: 'import:run',
    summary:
      'The sent .csv of requests with its faults in a column of its own; imports and keeps nothing',
    query: z.object({ lang: langQuery }),
    multipart: { limit: 'importCheck', files: [{ name: 'file', kind: 'csv', required: true }] },
    response: { status: 200, contentTypes: ['text/csv'] },
    errors: ['IMPORT_INVALID', 'FILE_TOO_LARGE', 'QUOTA_EXCEEDED', 'FILE_NOT_CSV'],
  },
  /** The sent file, annotated; 400 `IMPORT_INVALID` where it cannot be read as a table at all. */
  downloadBeneficiaryFaults: {
    route: 'POST /beneficiary/uploadCanevasBeneficiaires/faults',
    permission: 'import:run',
    summary:
      'The sent .xlsx of beneficiaries with its faults in a last column; imports and keeps nothing',
    query: z.object({ lang: langQuery }),
    multipart: { limit: 'importCheck', files: [{ name: 'file', kind: 'xlsx', required: true }] },
    response: {
      status: 200,
      contentTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    },
    errors: ['IMPORT_INVALID', 'FILE_TOO_LARGE', 'QUOTA_EXCEEDED', 'FILE_NOT_XLSX'],
  },
  getImportRun: {
    route: 'GET /imports/runs/:run',
    permission: 'import:run',
    summary: 'How far an import of one’s own has come',
    params: z.object({ run: z.uuid(v('invalid')) }),
    query: z.object({ lang: langQuery }),
    response: z.object({
      run: z.string(),
      status: z.enum(importRunStatuses),
      /** Lines of the file, the header included; 0 until they are counted. */
      linesTotal: z.number(),
      linesRead: z.number(),
      /** Lines to import; 0 until the whole file is checked. */
      rows: z.number(),
      rowsWritten: z.number(),
    }),
  },
  listImports: {
    route: 'GET /imports',
    permission: 'import:run',
    summary: 'Imports of the organisation, refused ones too',
    query: z.object({
      ...pagingQuery,
      sort: sortQuery(['startedAt', 'imported'], 'startedAt,desc'),
      kind: z.enum(importKinds, { error: v('invalid') }).optional(),
      lang: langQuery,
    }),
    response: z.object({ results: z.array(importRunView), totalElements: z.number() }),
    total: true,
  },
});
