import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import {
  exportedName,
  personDataService,
  personJson,
  type Erasure,
} from '../modules/accounts/index.ts';
import type { Deps } from '../platform/program/deps.ts';
import { Refusal } from './command.ts';
import { noProgress, type ShowProgress } from './progress.ts';

type PersonDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'files' | 'mail' | 'additions' | 'storage'>;

async function findPerson(deps: PersonDeps, email: string) {
  const person = await personDataService(deps).find(email);
  if (person === null) throw new Refusal('There is no account with this e-mail.');
  return person;
}

/**
 * Exports the data of a person to a new folder: `person.json` and their files (law 09-08, right of access).
 * @param as the acting person
 * @returns how many files
 * @throws Refusal for an unknown e-mail or an existing folder
 */
export async function exportPerson(
  deps: PersonDeps,
  email: string,
  folder: string,
  as: string,
  showProgress: ShowProgress = noProgress,
): Promise<number> {
  const person = await findPerson(deps, email);
  const files = await personDataService(deps).filesOf(person.id);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new Refusal(`${folder} exists already; name a new folder.`, { cause });
    }
    throw cause;
  }
  const write = (name: string) =>
    createWriteStream(path.join(folder, name), { mode: 0o600, flags: 'wx' });
  await pipeline(Readable.from(personJson(deps, person, exportedName)), write('person.json'));
  const progress = showProgress('Files', files.length);
  try {
    for (const file of files) {
      await pipeline(await deps.storage.open(file.key), write(exportedName(file)));
      progress.advance();
    }
  } finally {
    progress.end();
  }
  await personDataService(deps).noteExport(person.id, as);
  return files.length;
}

/**
 * Erases a person (law 09-08) at once.
 * @param as the acting person
 * @param isTrial reports what would be erased, without erasing it
 * @throws Refusal for an unknown e-mail
 */
export async function erasePerson(
  deps: PersonDeps,
  email: string,
  isTrial: boolean,
  as: string,
): Promise<Erasure> {
  const person = await findPerson(deps, email);
  const people = personDataService(deps);
  const erasure = isTrial
    ? await people.trial(person.id)
    : await people.erase(person.id, 'administrator', { as });
  return erasure ?? { requestsWithdrawn: [], filesRemoved: 0 };
}
