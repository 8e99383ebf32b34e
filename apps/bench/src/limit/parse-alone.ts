/** What an import is measured beside: reading the file by its library and nothing else. */
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { apiFolder } from '../measured-server.ts';

const require = createRequire(path.join(apiFolder, 'package.json'));
const installed = async (name: string): Promise<unknown> =>
  await import(pathToFileURL(require.resolve(name)).href);

interface CsvParse {
  parse: (options: object) => NodeJS.ReadWriteStream;
}
interface ExcelJs {
  default: {
    stream: {
      xlsx: {
        WorkbookReader: new (
          file: string,
          options: object,
        ) => AsyncIterable<AsyncIterable<{ values: unknown[] }>>;
      };
    };
  };
}

/** Rows of a CSV file. */
export async function parseCsv(file: string): Promise<number> {
  const { parse } = (await installed('csv-parse')) as CsvParse;
  let rows = 0;
  const read = createReadStream(file).pipe(
    parse({ delimiter: ';', relax_column_count: true }),
  ) as AsyncIterable<string[]>;
  for await (const row of read) rows += row.length > 0 ? 1 : 0;
  return rows;
}

/** Rows of a workbook. */
export async function parseXlsx(file: string): Promise<number> {
  const { default: ExcelJS } = (await installed('exceljs')) as ExcelJs;
  let rows = 0;
  const sheets = new ExcelJS.stream.xlsx.WorkbookReader(file, {
    sharedStrings: 'cache',
    styles: 'cache',
    worksheets: 'emit',
  });
  for await (const sheet of sheets)
    for await (const row of sheet) rows += row.values.length > 0 ? 1 : 0;
  return rows;
}
