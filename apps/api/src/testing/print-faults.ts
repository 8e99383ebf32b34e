import type ExcelJS from 'exceljs';

import { pageSetup } from '../platform/spreadsheets/workbook-stream.ts';

/** What a workbook lacks to open and print well: author, title, page set-up, column widths. */
export function printFaults(workbook: ExcelJS.Workbook): string[] {
  const faults: string[] = [];
  const check = (isRight: boolean, fault: string): void => {
    if (!isRight) faults.push(fault);
  };
  check(workbook.creator === 'Wasl', 'author');
  check(Boolean(workbook.title), 'title');
  check(workbook.worksheets.length > 0, 'sheets');
  for (const sheet of workbook.worksheets) {
    const setup: Readonly<Record<string, unknown>> = { ...sheet.pageSetup };
    for (const [name, value] of Object.entries(pageSetup))
      check(setup[name] === value, `${sheet.name}: ${name}`);
    check(sheet.views[0]?.state === 'frozen', `${sheet.name}: frozen titles`);
    sheet.getRow(1).eachCell((cell, at) => {
      const longest = Math.max(...cell.text.split(/\s/).map((word) => word.length));
      check((sheet.getColumn(at).width ?? 0) >= longest, `${sheet.name}: width of ${cell.text}`);
    });
  }
  return faults;
}
