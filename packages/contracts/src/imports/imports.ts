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
/** `?dryRun` without a value means `dryRun=true`, so that it never imports by accident. */
const dryRun = z
  .enum(['true', 'false', ''], { error: v('invalid') })
  .optional()
  .transform((x) => x === 'true' || x === '');
export const hiddenChoices = ['include', 'skip'] as const;
export type HiddenChoice = (typeof hiddenChoices)[number];

const query = z.object({
  lang: langQuery,
  /** `true` repeats the import of a file or of lines that were filed before. */
  again: flag,
  /** `true` checks the file and reports the effects of an import, without writing. */
  dryRun,
  /**
   * Treatment of hidden rows and columns of a workbook. A check names them; an import of such a file is refused without
   * this choice.
   */
  hidden: z.enum(hiddenChoices, { error: v('invalid') }).optional(),
  /** Run id that the caller chooses, to read the progress during the call. */
  run: z.uuid(v('invalid')).optional(),
});

/** Effects of the import of a file without faults. */
export const importPreview = z.object({
  /** Lines to import: requests to create or accounts to open. */
  lines: z.number(),
  /** For requests: where they would go. A request to two organisations counts in both. Null for beneficiaries. */
  routing: z
    .object({
      ours: z.number(),
      elsewhere: z.number(),
      /** Requests with a service that no organisation offers: left to the administrator. */
      unrouted: z.number(),
      /**
       * Requests that would wait for the person's consent. They reach no organisation until then, and count in none of
       * the others.
       */
      waiting: z.number(),
    })
    .nullable(),
  invitations: z.number(),
  /** What was read, in sentences in the reader's language: people, days, places, services. */
  understood: z.array(z.string()),
  /** `YYYY/MM/DD HH:mm` of the organisation's last import of the same bytes. */
  alreadyImportedAt: z.string().nullable(),
  /** Lines of requests that the organisation filed before; skipped unless `again` is sent. */
  alreadyFiled: z.number(),
  /** Hidden rows and groups of columns in the workbook without a choice in `hidden`. */
  hidden: z.number(),
  /** Remarks on single lines before the import, in the reader's language; the first 1,000. */
  remarks: z.array(lineErrorSchema),
});
export type ImportPreview = z.infer<typeof importPreview>;

const filedLines = z.object({
  /** Id of the import, as the criterion `import` of the worklist names it. */
  importId: z.number(),
  /** Submitted at once. */
  filed: z.number(),
  /** Waiting for the person's consent. */
  waiting: z.number(),
  /** Skipped, because they were filed before. */
  skipped: z.number(),
});
export type FiledLines = z.infer<typeof filedLines>;

const done = z.object({
  imported: z.number(),
  /** Only for imported requests. */
  requests: filedLines.optional(),
  /** The lines that were skipped, in sentences in the reader's language, the first 1,000; absent when none was. */
  skippedLines: z.array(lineErrorSchema).optional(),
  messages: z.array(z.string()),
  /** Only after a dry run. */
  preview: importPreview.optional(),
  /** Parts of a valid file that were not read: other sheets of the workbook. In the reader's language; absent when empty. */
  notes: z.array(z.string()).optional(),
});
const errors = ['IMPORT_INVALID', 'ALREADY_IMPORTED', 'FILE_TOO_LARGE', 'QUOTA_EXCEEDED'] as const;

/** Refusals of workbooks of other formats, which name the format. */
const otherWorkbooks = [
  'WORKBOOK_LOCKED',
  'WORKBOOK_XLS',
  'WORKBOOK_ODS',
  'WORKBOOK_XLSB',
  'WORKBOOK_XLSM',
  'WORKBOOK_NUMBERS',
] as const;

export const importKinds = ['REQUESTS', 'BENEFICIARIES'] as const;
export type ImportKindCode = (typeof importKinds)[number];

/** Status of a run. `INTERRUPTED`: its process sent no heartbeat for two minutes. */
export const importRunStatuses = ['RUNNING', 'DONE', 'REFUSED', 'FAILED', 'INTERRUPTED'] as const;
export type ImportRunStatus = (typeof importRunStatuses)[number];

export const importRunView = z.object({
  run: z.string(),
  kind: z.enum(importKinds),
  fileName: z.string(),
  /** The importing agent; null for an erased account. */
  agent: z.string().nullable(),
  /** `YYYY/MM/DD HH:mm`. */
  startedAt: z.string(),
  status: z.enum(importRunStatuses),
  imported: z.number(),
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
    errors: [...errors, 'FILE_NOT_CSV', ...otherWorkbooks],
  },
  /** `.xlsx` of beneficiaries. */
  importBeneficiaries: {
    route: 'POST /beneficiary/uploadCanevasBeneficiaires',
    permission: 'import:run',
    summary: 'Import beneficiaries from an .xlsx file, all or nothing; each is invited by mail',
    query,
    multipart: { limit: 'import', files: [{ name: 'file', kind: 'xlsx', required: true }] },
    response: done,
    errors: [...errors, 'FILE_NOT_XLSX', ...otherWorkbooks],
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
  /** The sent file, annotated; 400 `IMPORT_INVALID` where it cannot be read as a table. */
  downloadRequestFaults: {
    route: 'POST /requests/uploadCanevasDemandes/faults',
    permission: 'import:run',
    summary:
      'The sent .csv of requests with its faults in a column of its own; imports and keeps nothing',
    query: z.object({ lang: langQuery }),
    multipart: { limit: 'importCheck', files: [{ name: 'file', kind: 'csv', required: true }] },
    response: { status: 200, contentTypes: ['text/csv'] },
    errors: [
      'IMPORT_INVALID',
      'FILE_TOO_LARGE',
      'QUOTA_EXCEEDED',
      'FILE_NOT_CSV',
      ...otherWorkbooks,
    ],
  },
  /** The sent file, annotated; 400 `IMPORT_INVALID` where it cannot be read as a table. */
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
    errors: [
      'IMPORT_INVALID',
      'FILE_TOO_LARGE',
      'QUOTA_EXCEEDED',
      'FILE_NOT_XLSX',
      ...otherWorkbooks,
    ],
  },
  getImportRun: {
    route: 'GET /imports/runs/:run',
    permission: 'import:run',
    summary: 'The progress of an import that the caller started',
    params: z.object({ run: z.uuid(v('invalid')) }),
    query: z.object({ lang: langQuery }),
    response: z.object({
      run: z.string(),
      status: z.enum(importRunStatuses),
      /** Lines of the file including the header; 0 until they are counted. */
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
