import type { HiddenChoice, ImportPreview, Lang } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import type { NumberedRow } from '../../platform/spreadsheets/numbered-rows.ts';
import type { SpreadsheetFaultKey } from '../../platform/spreadsheets/spreadsheet-fault.ts';
import type { RowBatch } from '../../platform/spreadsheets/row-batch.ts';
import type { FaultSink } from './fault-report.ts';
import type { Column } from './header.ts';
import type { ImportLine, ImportWords } from './import-lines.ts';
import type { ImportKind } from './imports.repository.ts';

export type ImportDeps = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'mail' | 'limits' | 'words' | 'settings'
>;

/** An agent who imports for their organisation. */
export interface Importer {
  readonly actor: Actor;
  readonly partnerId: number;
  readonly lang: Lang;
}

export interface CheckContext extends Importer {
  readonly tx: Db;
  readonly now: Date;
  readonly words: ImportWords;
  /** Addresses in the file that are unknown to the organisation and about which answers reveal something. */
  readonly unknownRecipients: Set<string>;
  /** Whether to file lines again that were filed before. */
  readonly again: boolean;
  /** Lines that were filed before, with a sentence that contains the date. */
  readonly alreadyFiled: FaultSink;
  /** How to treat hidden rows and columns of a workbook; undefined before the agent decides. */
  readonly hidden: HiddenChoice | undefined;
  /** Hidden rows and columns without a decision. */
  readonly unseen: FaultSink;
  /** Values that were read in another form than they have in the file. */
  readonly readAs: FaultSink;
}

export interface ImportContext extends CheckContext {
  /** Runs on another connection. */
  readonly refreshPlans: () => Promise<void>;
}

export interface Row<Cell> {
  readonly line: number;
  readonly cells: readonly Cell[];
  readonly isHidden?: true;
  /** The workbook counts days from 1904. */
  readonly isFrom1904?: true;
  /** Indexes of cells whose format shows nothing. */
  readonly unseen?: readonly number[];
  /** The first cell after the last column that is read: its index and content. */
  readonly beyond?: { readonly at: number; readonly cell: Cell };
  /** Why the line cannot be read. */
  readonly fault?: SpreadsheetFaultKey;
  /** Index of the cell with the fault, where it is known. */
  readonly faultAt?: number;
}

export interface Tally<Draft> {
  readonly add: (drafts: readonly Draft[]) => void;
  readonly result: () => Promise<
    Pick<ImportPreview, 'lines' | 'routing' | 'invitations' | 'understood'>
  >;
}

export interface Finished {
  /** Minutes until the last mail of the file leaves. */
  readonly waitMinutes: number;
  /** Requests that wait for the person's agreement; null for beneficiaries. */
  readonly waiting: number | null;
}

/** A kind of file: how it is read, checked and written. The checker writes nothing, and the writer checks nothing. */
export interface ImportJob<C extends string, Cell, Draft> {
  readonly kind: ImportKind;
  readonly contentType: string;
  readonly columns: readonly Column<C>[];
  /** At least one column of each group is required. */
  readonly oneOf?: readonly (readonly C[])[];
  readonly read: (path: string) => AsyncIterable<RowBatch<Row<Cell>>>;
  readonly titleOf: (column: C, lang: Lang) => string;
  readonly blank: Cell;
  readonly textOf: (cell: Cell) => string;
  /** Rows that are comments for people. */
  readonly isComment: (row: Row<Cell>) => boolean;
  readonly checker: (
    context: CheckContext,
  ) => Promise<(lines: readonly ImportLine<C, Cell>[]) => Promise<Draft[]>>;
  readonly tally: (context: CheckContext) => Promise<Tally<Draft>>;
  /**
   * @param total number of lines to write
   * @throws ApiError IMPORT_INVALID for data that another call changed meanwhile
   */
  readonly writer: (
    context: ImportContext,
    importId: number,
    total: number,
  ) => Promise<{
    write: (drafts: readonly Draft[]) => Promise<void>;
    /** Writes events and mails about the whole file. */
    finish: () => Promise<Finished>;
  }>;
  /** Writes rows as a file of the same kind. */
  readonly writeLike: (
    source: string,
    batches: AsyncIterable<readonly NumberedRow[]>,
    words: ImportWords & { readonly lang: Lang },
  ) => AsyncIterable<string | Buffer>;
}
