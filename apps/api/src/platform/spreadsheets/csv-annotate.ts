import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

import { findNotes, type Annotation } from './annotation.ts';
import { csvLine, plainText } from './cell-text.ts';
import { readCsvDialect } from './csv-dialect.ts';
import { readCsv } from './csv-reader.ts';

/**
 * Writes a CSV file again with a column of notes: the same delimiter, mark, line ends and line numbers, every cell inert.
 * @throws SpreadsheetFault where the file cannot be read to its end
 */
export async function annotateCsv(
  source: string,
  target: string,
  annotation: Annotation,
): Promise<void> {
  const { delimiter, lineEnd, hasMark, said } = await readCsvDialect(source);
  const { column, isThere } = annotation;
  const notes = findNotes(annotation);
  const lines = async function* (): AsyncGenerator<string> {
    if (hasMark) yield '\uFEFF';
    if (said !== null) yield `${said}${lineEnd}`;
    let last = said === null ? 0 : 1;
    for await (const rows of readCsv(source)) {
      let text = '';
      for (const { line, cells } of rows) {
        // Empty lines keep their place, so that every line keeps its number.
        text += lineEnd.repeat(line - last - 1);
        last = line;
        const note = await notes.at(line);
        const kept = cells.map(plainText);
        while (kept.length < column) kept.push('');
        if (kept.length === column || isThere) kept[column] = note;
        // More cells than any column: the note follows them.
        else if (note !== '') kept.push(note);
        text += csvLine(kept, delimiter, lineEnd);
      }
      if (text !== '') yield text;
    }
  };
  try {
    await pipeline(lines, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  } finally {
    await notes.close();
  }
}
