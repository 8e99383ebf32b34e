import { pageSetup } from '../../platform/spreadsheets/workbook-stream.ts';

/** The empty workbook of beneficiaries, in a form that can be copied to another thread. */
export interface TemplateDraft {
  readonly isRightToLeft: boolean;
  readonly sheetName: string;
  readonly columns: readonly { readonly header: string; readonly width: number }[];
  /** Hint and list of each range of cells. */
  readonly prompts: Readonly<Record<string, object>>;
  readonly codesSheet: string;
  /** Titles of the codes, in three columns. */
  readonly codeTitles: readonly [list: string, code: string, label: string];
  readonly codeRows: readonly (readonly string[])[];
}

/** The text format keeps leading zeros of typed numbers. */
const typed = { numFmt: '@' };

/** Bytes of the workbook. Loading exceljs alone takes 300 ms, so this runs in a thread. */
export async function templateBytes(draft: TemplateDraft): Promise<Uint8Array> {
  const { default: excel } = await import('exceljs');
  const workbook = Object.assign(new excel.Workbook(), {
    creator: 'Wasl',
    title: draft.sheetName,
  });
  const views = [{ state: 'frozen', ySplit: 1, rightToLeft: draft.isRightToLeft } as const];
  const blank = workbook.addWorksheet(draft.sheetName, { views, pageSetup });
  blank.columns = draft.columns.map((column) => ({ ...column, style: typed }));
  // Set on the model for a whole range: cell by cell, exceljs would create overlapping ranges.
  blank.model = Object.assign(blank.model, { dataValidations: draft.prompts });
  const codes = workbook.addWorksheet(draft.codesSheet, { views, pageSetup });
  const [list, code, label] = draft.codeTitles;
  codes.columns = [
    { header: list, width: 36 },
    { header: code, width: 32, style: typed },
    { header: label, width: 48 },
  ];
  codes.addRows(draft.codeRows.map((row) => [...row]));
  for (const sheet of [blank, codes]) sheet.getRow(1).font = { bold: true };
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}
