import { PassThrough, Readable } from 'node:stream';

import { ZipFile } from 'yazl';

import type { Deps } from '../../platform/program/deps.ts';
import type { PersonFile } from './person-data.repository.ts';
import { personJson } from './person-data.service.ts';

/** A file name without path separators and shell characters. */
function safeName(name: string): string {
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(name)?.[0] ?? '';
  return `${name
    .slice(0, name.length - ending.length)
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .slice(0, 80)}${ending}`;
}

/** Name of an exported file: its id and its own name. */
export const exportedName = ({
  id,
  originalName,
}: Pick<PersonFile, 'id' | 'originalName'>): string => `${String(id)}-${safeName(originalName)}`;

/**
 * Packs the data of a person while it is read: `person.json` and their files (law 09-08, right of access). A file that
 * cannot be read ends the stream with its error.
 */
export function personArchive(
  deps: Pick<Deps, 'db' | 'additions' | 'storage'>,
  person: { readonly id: string; readonly email: string },
  files: readonly PersonFile[],
): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  // One file is open at a time.
  let opened: Readable | undefined;
  output.on('close', () => opened?.destroy());
  const add = (name: string, open: () => Promise<Readable>): void => {
    zip.addReadStreamLazy(name, {}, (use) => {
      open().then(
        (content) => {
          // yazl does not forward errors of its sources.
          content.on('error', (error) => output.destroy(error));
          opened = content;
          if (output.destroyed) content.destroy();
          use(null, content);
        },
        (error: unknown) => output.destroy(error as Error),
      );
    });
  };
  add('person.json', () =>
    Promise.resolve(Readable.from(personJson(deps, person, exportedName), { objectMode: false })),
  );
  for (const file of files) add(exportedName(file), () => deps.storage.open(file.key));
  zip.end();
  return output;
}
