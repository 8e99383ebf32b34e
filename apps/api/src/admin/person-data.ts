import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { administrator, requestWrites } from '../modules/requests/index.ts';
import { inTransaction } from '../platform/db.ts';
import type { Deps } from '../platform/deps.ts';
import { Refusal } from './command.ts';
import { personDataRepository } from './person-data.repository.ts';

async function findPerson(deps: Pick<Deps, 'db'>, email: string) {
  const person = await personDataRepository(deps.db).find(email.trim().toLowerCase());
  if (person === null) throw new Refusal('There is no account with this e-mail.');
  return person;
}

/** A file name that stays in its folder and means nothing to a shell. */
function safeName(name: string): string {
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(name)?.[0] ?? '';
  return `${name
    .slice(0, name.length - ending.length)
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .slice(0, 80)}${ending}`;
}

/**
 * Writes what the product knows of a person to a new folder: `person.json` and their files (law 09-08, right of access).
 * @returns how many files
 * @throws Refusal for an unknown e-mail or a folder that exists already
 */
export async function exportPerson(
  deps: Pick<Deps, 'db' | 'log' | 'storage'>,
  email: string,
  folder: string,
): Promise<number> {
  const person = await findPerson(deps, email);
  const repository = personDataRepository(deps.db);
  const { files, ...account } = await repository.collect(person.id);
  const mails = await repository.mailsTo(person.email);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new Refusal(`${folder} exists already; name a new folder.`, { cause });
    }
    throw cause;
  }
  const listed = files.map(({ key, ...file }) => ({
    key,
    file: { ...file, name: `${String(file.id)}-${safeName(file.originalName)}` },
  }));
  const content = { ...account, files: listed.map(({ file }) => file), mails };
  await writeFile(path.join(folder, 'person.json'), `${JSON.stringify(content, null, 2)}\n`, {
    mode: 0o600,
  });
  for (const { key, file } of listed) {
    const target = createWriteStream(path.join(folder, file.name), { mode: 0o600, flags: 'wx' });
    await pipeline(await deps.storage.open(key), target);
  }
  deps.log.info({ event: 'person exported', userId: person.id, by: 'administrator' });
  return listed.length;
}

export interface Erasure {
  readonly requestsWithdrawn: readonly string[];
  readonly filesRemoved: number;
}

/**
 * Erases a person (law 09-08): their open requests are withdrawn, their words and files removed, their account
 * emptied and closed. What was handled stays as figures without a name; the history keeps codes and days.
 * @param isTrial say what would be erased and erase nothing
 * @throws Refusal for an unknown e-mail
 */
export async function erasePerson(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'files'>,
  email: string,
  isTrial: boolean,
): Promise<Erasure> {
  const person = await findPerson(deps, email);
  if (isTrial) {
    const repository = personDataRepository(deps.db);
    const [open, { files }] = await Promise.all([
      repository.openRequests(person.id),
      repository.collect(person.id),
    ]);
    return { requestsWithdrawn: open.map((one) => one.numRequest), filesRemoved: files.length };
  }
  const now = deps.clock.now();
  const erasure = await inTransaction(deps.db, async (tx) => {
    const repository = personDataRepository(tx);
    await repository.lock(person.id);
    const open = await repository.openRequests(person.id);
    await repository.withdraw(open.map(({ id }) => id));
    await requestWrites(tx).record(
      administrator,
      open.map(({ id, status }) => ({
        requestId: id,
        kind: 'DELETED',
        fromStatus: status,
        toStatus: 'SUPPRIME',
      })),
      now,
    );
    await repository.emptyRequests(person.id);
    const files = await repository.detachFiles(person.id);
    for (const file of files) await deps.files.remove(tx, file);
    await repository.empty(person.id, person.email, now);
    return { requestsWithdrawn: open.map((one) => one.numRequest), filesRemoved: files.length };
  });
  deps.log.info({ event: 'person erased', userId: person.id, by: 'administrator' });
  return erasure;
}
