/** Words to put beside the lines of a spreadsheet, in a column of their own. */
export interface Annotation {
  /** What stands in the column beside the header. */
  readonly title: string;
  /** Number of the header's line. */
  readonly headerLine: number;
  /** Index of the column, from 0. */
  readonly column: number;
  /** The column is there already, with the notes of an earlier time: they give way. */
  readonly isThere: boolean;
  /** In the order of the lines. */
  readonly notes: () => AsyncIterable<LineNote>;
}

/** `line` as a spreadsheet numbers it. */
export interface LineNote {
  readonly line: number;
  readonly text: string;
}

/** Finds the note of each line of a file that is read in order. */
export interface NoteFinder {
  /** The note of a line that stands after all those asked for before; empty where there is none. */
  readonly at: (line: number) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Walks along the notes as the lines of the file go by, so that neither is held in memory. */
export function findNotes({ title, headerLine, notes }: Annotation): NoteFinder {
  const iterator = notes()[Symbol.asyncIterator]();
  let next: LineNote | null = null;
  let isOver = false;
  return {
    async at(line) {
      while (!isOver && (next === null || next.line < line)) {
        const result = await iterator.next();
        isOver = result.done === true;
        next = result.done === true ? null : result.value;
      }
      const text = next?.line === line ? next.text : '';
      if (line !== headerLine) return text;
      return text === '' ? title : `${title}: ${text}`;
    },
    async close() {
      await iterator.return?.();
    },
  };
}
