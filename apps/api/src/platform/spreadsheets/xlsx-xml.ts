import { SaxesParser } from 'saxes';

import { SpreadsheetFault } from './spreadsheet-fault.ts';
import type { XlsxPart } from './xlsx-package.ts';

/** Excel keeps 32,767 characters in a cell: up to six each, written as entities. */
export const maxTextLength = 220_000;
const maxDepth = 64;

/** What hears of the elements of a part, by their names without a prefix. */
export interface XmlListener {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Runs over a part of a workbook, a chunk at a time; nothing of it is kept here, no entity is expanded.
 * @yields after each chunk, how many bytes were read
 * @throws SpreadsheetFault for entities, tags within tags without end, and a text, tag or comment without end
 */
export async function* runOver(part: XlsxPart, listener: XmlListener): AsyncGenerator<number> {
  const parser = new SaxesParser();
  // Letters that lie across two chunks are put together.
  const decoder = new TextDecoder('utf-8');
  let bytes = 0;
  let depth = 0;
  let heardAt = 0;
  const text = (content: string): void => {
    heardAt = parser.position;
    listener.text?.(content);
  };
  parser.on('doctype', () => {
    throw new SpreadsheetFault('entities');
  });
  parser.on('opentag', ({ name, attributes }) => {
    heardAt = parser.position;
    depth += 1;
    if (depth > maxDepth) throw new SpreadsheetFault('tooBig');
    listener.open(local(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    heardAt = parser.position;
    depth -= 1;
    listener.close?.(local(name));
  });
  parser.on('text', text);
  parser.on('cdata', text);
  try {
    for await (const chunk of await part.open()) {
      bytes += (chunk as Buffer).length;
      parser.write(decoder.decode(chunk as Buffer, { stream: true }));
      // What saxes holds until its end comes.
      if (parser.position - heardAt > maxTextLength) throw new SpreadsheetFault('cellTooLong');
      yield bytes;
    }
    // A part that is cut short ends within an element.
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw error instanceof SpreadsheetFault ? error : new SpreadsheetFault('unreadable');
  }
}

/** Runs over a whole part. @throws SpreadsheetFault */
export async function runOverAll(part: XlsxPart, listener: XmlListener): Promise<void> {
  const chunks = runOver(part, listener);
  while ((await chunks.next()).done !== true);
}
