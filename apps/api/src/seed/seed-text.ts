import fs from 'node:fs';
import path from 'node:path';

import { brokenLineOf, doubledMembersOf, lineOf } from '@wasl/premium/source-line';

/** A place in the seed files: the file under `reference` and the path of members. */
export interface SeedPlaceOf {
  readonly file: string;
  readonly path: readonly string[];
}

export interface SeedTexts {
  /** The JSON of a file without its `$schema`; undefined and a fault when it is unreadable. */
  read: (file: string) => unknown;
  readonly faults: string[];
  readonly warnings: string[];
  /** Unreadable files: references to them cause no further faults. */
  readonly unread: Set<string>;
  /** Readable files of an invalid form. Their own references are checked as far as possible. */
  readonly invalid: Map<string, unknown>;
  /** `lists/PROFIL.json: line 12: items.1.code: …` */
  sentence: (place: SeedPlaceOf, message: string) => string;
}

/**
 * Reads the files of one folder.
 * @param root the folder `reference`
 */
export function seedTexts(root: string): SeedTexts {
  const texts = new Map<string, string>();
  const faults: string[] = [];
  const warnings: string[] = [];
  const unread = new Set<string>();
  const invalid = new Map<string, unknown>();
  const refuse = (file: string, message: string): void => {
    unread.add(file);
    faults.push(`${file}: ${message}`);
  };

  const textOf = (file: string): string | undefined => {
    let bytes;
    try {
      bytes = fs.readFileSync(path.join(root, file));
    } catch (error) {
      refuse(file, `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
      return undefined;
    }
    try {
      // Removes the byte order mark of Windows editors.
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      const line = linesBefore(bytes);
      refuse(
        file,
        `line ${String(line)}: is not UTF-8: save it as UTF-8 (in the editor: "Save as", encoding UTF-8)`,
      );
      return undefined;
    }
  };

  return {
    faults,
    warnings,
    unread,
    invalid,
    sentence: ({ file, path: members }, message) => {
      const text = texts.get(file);
      const line = text === undefined ? '' : ` line ${String(lineOf(text, members))}:`;
      const where = members.length === 0 ? '' : ` ${members.join('.')}:`;
      return `${file}:${line}${where} ${message}`;
    },
    read: (file) => {
      const text = textOf(file);
      if (text === undefined) return undefined;
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch (error) {
        refuse(
          file,
          `line ${String(brokenLineOf(text))}: is not JSON: ${error instanceof Error ? error.message : ''}`,
        );
        return undefined;
      }
      texts.set(file, text);
      for (const { path: member, line } of doubledMembersOf(text)) {
        warnings.push(
          `${file}: line ${String(line)}: ${member}: stands twice in one object; only this one, the last, is read`,
        );
      }
      return withoutSchema(value);
    },
  };
}

function linesBefore(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (const byte of bytes) {
    try {
      if (decoder.decode(Uint8Array.of(byte), { stream: true }) === '\n') line += 1;
    } catch {
      return line;
    }
  }
  return line;
}

/** Removes `$schema`, which is for editors. A list, as some files of an earlier release were, becomes its `items`. */
export function withoutSchema(value: unknown): unknown {
  if (Array.isArray(value)) return { items: value };
  if (typeof value !== 'object' || value === null) return value;
  const { $schema: _, ...rest } = value as Record<string, unknown>;
  return rest;
}
