import { parentPort, workerData } from 'node:worker_threads';

import ExcelJS from 'exceljs';

import { columnLetters, inertText } from './cell-text.ts';
import type { SheetDraft } from './xlsx-sheets.ts';

/** Rows below the titles in which a cell shows its hint and its list. */
const preparedRows = 1000;
/** What Excel shows of a hint. */
const maxHint = 250;

function addSheet(workbook: ExcelJS.Workbook, draft: SheetDraft): void {
  const sheet = workbook.addWorksheet(draft.name, {
    views: [{ state: 'frozen', ySplit: 1, rightToLeft: draft.isRightToLeft }],
  });
  sheet.columns = draft.columns.map(({ title, width, isText }) => ({
    header: inertText(title),
    width,
    style: isText === true ? { numFmt: '@' } : {},
  }));
  sheet.getRow(1).font = { bold: true };
  for (const row of draft.rows) {
    sheet.addRow(row.map((value) => (typeof value === 'string' ? inertText(value) : value)));
  }
  draft.columns.forEach(({ title, hint, choices }, index) => {
    if (hint === undefined && !choices) return;
    const letters = columnLetters(index + 1);
    // exceljs writes a validation for a whole range when it is added to its model under the range's name.
    const validations = (
      sheet as unknown as { dataValidations: { add: (range: string, validation: object) => void } }
    ).dataValidations;
    validations.add(`${letters}2:${letters}${String(preparedRows + 1)}`, {
      type: choices ? 'list' : 'custom',
      allowBlank: true,
      formulae: [choices ?? 'TRUE'],
      showErrorMessage: false,
      showInputMessage: true,
      promptTitle: title.slice(0, 32),
      prompt: (hint ?? '').slice(0, maxHint),
    });
  });
}

const workbook = new ExcelJS.Workbook();
for (const draft of (workerData as { sheets: readonly SheetDraft[] }).sheets)
  addSheet(workbook, draft);
const bytes = new Uint8Array(await workbook.xlsx.writeBuffer());
parentPort?.postMessage(bytes);
