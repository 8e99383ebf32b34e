import type { HiddenChoice, ImportPreview, Lang } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import type { NumberedRow } from '../../platform/spreadsheets/numbered-rows.ts';
import type { RowBatch } from '../../platform/spreadsheets/row-batch.ts';
import type { FaultSink } from './fault-report.ts';
import type { Column } from './header.ts';
import type { ImportLine, ImportWords } from './import-lines.ts';
import type { ImportKind } from './imports.repository.ts';

export type ImportDeps = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'mail' | 'limits' | 'words' | 'settings'
>;

/** An agent's import: the organisation is always theirs. */
export interface Importer {
  readonly actor: Actor;
  readonly partnerId: number;
  readonly lang: Lang;
}

export interface CheckContext extends Importer {
  readonly tx: Db;
  readonly now: Date;
  readonly words: ImportWords;
  /** Addresses of the file that are not of the organisation's own people, where answers tell of them. */
  readonly strangers: Set<string>;
  /** Lines that were filed before are filed again. */
  readonly again: boolean;
  /** Lines that were filed before, with a sentence that says when. */
  readonly alreadyFiled: FaultSink;
  /** What becomes of hidden rows and columns of a workbook; undefined where nobody has decided. */
  readonly hidden: HiddenChoice | undefined;
  /** Hidden rows and columns about which nobody has decided. */
  readonly unseen: FaultSink;
}

export interface ImportContext extends CheckContext {
  /** On another connection. */
  readonly refreshPlans: () => Promise<void>;
}

export interface Row<Cell> {
  readonly line: number;
  readonly cells: readonly Cell[];
  /** A person does not see it in the workbook. */
  readonly isHidden?: true;
}

/** Counts what an import would do. */
export interface Tally<Draft> {
  readonly add: (drafts: readonly Draft[]) => void;
  readonly result: () => Pick<ImportPreview, 'lines' | 'routing' | 'invitations'>;
}

/** What became of the lines that were written. */
export interface Finished {
  /** Until the last mail of the file leaves. */
  readonly waitMinutes: number;
  /** Requests that wait for the person's agreement; null for beneficiaries. */
  readonly waiting: number | null;
}

/** One kind of file: how it is read, checked and written. Checking writes nothing; writing checks nothing. */
export interface ImportJob<C extends string, Cell, Draft> {
  readonly kind: ImportKind;
  readonly contentType: string;
  readonly columns: readonly Column<C>[];
  /** At least one column of each group has to be there. */
  readonly oneOf?: readonly (readonly C[])[];
  readonly read: (path: string) => AsyncIterable<RowBatch<Row<Cell>>>;
  /** The title of a column in the template. */
  readonly titleOf: (column: C, lang: Lang) => string;
  /** A cell in which nothing stands. */
  readonly blank: Cell;
  /** What stands in the cell. */
  readonly textOf: (cell: Cell) => string;
  /** Lines that are there for people only. */
  readonly isComment: (row: Row<Cell>) => boolean;
  readonly checker: (
    context: CheckContext,
  ) => Promise<(lines: readonly ImportLine<C, Cell>[]) => Promise<Draft[]>>;
  readonly tally: (context: CheckContext) => Tally<Draft>;
  /**
   * @param total lines to write
   * @throws ApiError IMPORT_INVALID for what another call changed meanwhile
   */
  readonly writer: (
    context: ImportContext,
    importId: number,
    total: number,
  ) => Promise<{
    write: (drafts: readonly Draft[]) => Promise<void>;
    /** Writes what tells of the file as a whole. */
    finish: () => Promise<Finished>;
  }>;
  /** Rows as a file of the same kind. */
  readonly writeLike: (
    source: string,
    batches: AsyncIterable<readonly NumberedRow[]>,
    words: ImportWords & { readonly lang: Lang },
  ) => AsyncIterable<string | Buffer>;
}
