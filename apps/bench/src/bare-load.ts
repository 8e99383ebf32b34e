/** What an import is measured beside: reading the file by its library and nothing else, and COPY of the same rows. */
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { apiFolder } from './measured-server.ts';

const require = createRequire(path.join(apiFolder, 'package.json'));
const installed = async (name: string): Promise<unknown> =>
  await import(pathToFileURL(require.resolve(name)).href);

interface PgConnection {
  query: (text: string) => void;
  sendCopyFromChunk: (chunk: Buffer) => void;
  endCopyFrom: () => void;
}
interface PgClient {
  connect: () => Promise<void>;
  end: () => Promise<void>;
  query: (query: unknown) => unknown;
}

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

/** COPY … FROM STDIN, as pg's protocol has it. */
async function copy(url: string, table: string, lines: readonly string[]): Promise<void> {
  const { default: pg } = (await installed('pg')) as {
    default: { Client: new (options: object) => PgClient };
  };
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await new Promise<void>((resolve, reject) => {
      client.query({
        submit: (connection: PgConnection) => {
          connection.query(`COPY ${table} FROM STDIN`);
        },
        handleCopyInResponse: (connection: PgConnection) => {
          for (let i = 0; i < lines.length; i += 500)
            connection.sendCopyFromChunk(Buffer.from(lines.slice(i, i + 500).join('')));
          connection.endCopyFrom();
        },
        handleCommandComplete: () => undefined,
        handleReadyForQuery: () => {
          resolve();
        },
        handleError: reject,
      });
    });
  } finally {
    await client.end();
  }
}

const copyCell = (cell: unknown): string =>
  typeof cell === 'string' ? cell.replace(/[\\\t\n\r]/g, ' ') : String.raw`\N`;
const copyLine = (cells: readonly unknown[]): string => `${cells.map(copyCell).join('\t')}\n`;

/** Milliseconds for a CSV file. */
export async function bareCsv(file: string, url: string): Promise<number> {
  const { parse } = (await installed('csv-parse')) as CsvParse;
  const began = performance.now();
  const lines: string[] = [];
  for await (const row of createReadStream(file).pipe(parse({ delimiter: ';' })) as AsyncIterable<
    string[]
  >)
    lines.push(copyLine(row));
  await copy(url, 'bench_csv', lines);
  return performance.now() - began;
}

/** Milliseconds for a workbook. */
export async function bareXlsx(file: string, url: string): Promise<number> {
  const { default: ExcelJS } = (await installed('exceljs')) as ExcelJs;
  const began = performance.now();
  const lines: string[] = [];
  for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(file, {
    sharedStrings: 'cache',
    styles: 'cache',
    worksheets: 'emit',
  })) {
    for await (const row of sheet) {
      const { values } = row;
      lines.push(copyLine(Array.from({ length: 17 }, (_, i) => values[i + 1])));
    }
  }
  await copy(url, 'bench_xlsx', lines);
  return performance.now() - began;
}
