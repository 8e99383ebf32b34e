import { SaxesParser } from 'saxes';

import { SpreadsheetFault } from './spreadsheet-fault.ts';
import type { XlsxPart } from './xlsx-package.ts';

/** Excel stores up to 32,767 characters in a cell: up to six each as entities. */
export const maxTextLength = 220_000;
/** Text, tag or comment that the parser buffers before it reports it. */
const maxBuffered = 2_000_000;
const maxDepth = 64;

/** Listener for the elements of a part, with names without prefix. */
export interface XmlListener {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Parses a part of a workbook chunk by chunk, without buffering it and without expanding entities.
 * @yields the bytes read so far, after each chunk
 * @throws SpreadsheetFault for entities, excessive nesting, and an unbounded text, tag or comment
 */
export async function* runOver(part: XlsxPart, listener: XmlListener): AsyncGenerator<number> {
  const parser = new SaxesParser();
  // Joins characters that are split between two chunks.
  const decoder = new TextDecoder('utf-8');
  let bytes = 0;
  let depth = 0;
  let eventAt = 0;
  const text = (content: string): void => {
    eventAt = parser.position;
    listener.text?.(content);
  };
  parser.on('doctype', () => {
    throw new SpreadsheetFault('entities');
  });
  parser.on('opentag', ({ name, attributes }) => {
    eventAt = parser.position;
    depth += 1;
    if (depth > maxDepth) throw new SpreadsheetFault('tooBig');
    listener.open(local(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    eventAt = parser.position;
    depth -= 1;
    listener.close?.(local(name));
  });
  parser.on('text', text);
  parser.on('cdata', text);
  try {
    for await (const chunk of await part.open()) {
      bytes += (chunk as Buffer).length;
      parser.write(decoder.decode(chunk as Buffer, { stream: true }));
      // Text that saxes buffers until its end.
      if (parser.position - eventAt > maxBuffered) throw new SpreadsheetFault('textTooLong');
      yield bytes;
    }
    // A truncated part ends within an element.
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw error instanceof SpreadsheetFault ? error : new SpreadsheetFault('unreadable');
  }
}

/** Parses a whole part. @throws SpreadsheetFault */
export async function runOverAll(part: XlsxPart, listener: XmlListener): Promise<void> {
  const chunks = runOver(part, listener);
  while ((await chunks.next()).done !== true);
}
