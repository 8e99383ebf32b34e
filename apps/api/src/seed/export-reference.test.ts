import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { beforeAll, expect, it } from 'vitest';

import { adminOn } from '../testing/admin.ts';
import { useTestApp, useTestFolder } from '../testing/index.ts';
import { findSeedFolder, isUnchanged, readSeedFiles, seedReference } from './index.ts';

const folder = useTestFolder();
const app = useTestApp();
beforeAll(async () => {
  await seedReference(app.db, readSeedFiles(findSeedFolder(undefined)), { clock: app.deps.clock });
});

const exported = async (name: string) => {
  const output = path.join(folder, name);
  const words: string[] = [];
  const print = (line: string) => words.push(line);
  const code = await adminOn(app, ['export-reference', '--output', output], print);
  return { code, printed: words.join('\n'), output };
};

it('an export without changes equals the files of lists, places and journeys byte for byte', async () => {
  const { output } = await exported('untouched');
  const atHand = findSeedFolder(undefined);
  const others: string[] = [];
  for (const file of await readdir(output, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const place = path.join(file.parentPath, file.name);
    const name = path.relative(output, place);
    // An organisation's services and a rule set's codes are sets, in the order of the database.
    if (/organisations|premium/.test(name)) continue;
    const here = await readFile(path.join(atHand, name), 'utf8').catch(() => '');
    if (here !== (await readFile(place, 'utf8'))) others.push(name);
  }
  expect(others).toEqual([]);
});

it('an export with changes by users seeds without further changes', async () => {
  const organisation = await app.db.partner.findFirstOrThrow({
    where: { title: { contains: 'ANAPEC' } },
  });
  await app.db.partner.update({
    where: { id: organisation.id },
    data: { description: 'Agence, dite autrement', phone: '+212539300300' },
  });
  await app.db.referenceItem.updateMany({
    where: { parent: 'SERVICE', code: 'FINANCEMENT' },
    data: { libelleFr: 'Financer' },
  });
  const proposed = await app.make.anItem('SERVICE', {
    libelleFr: 'Conseil, proposé par un agent',
    partnerId: organisation.id,
  });
  const approved = await app.make.anItem('SERVICE', {
    code: 'CONSEIL_APPROUVE',
    libelleFr: 'Conseil approuvé',
  });
  await app.db.partnerService.createMany({
    data: [proposed, approved].map(({ id }) => ({ partnerId: organisation.id, itemId: id })),
  });

  const { code, output, printed } = await exported('first');
  expect(printed).toMatch(/^\d+ files are in /);
  expect(code).toBe(0);
  const files = readSeedFiles(output);
  expect(JSON.stringify(files.organisations)).toContain('Agence, dite autrement');
  expect(files.organisations.flatMap(({ contact }) => contact ?? [])).toEqual([
    { phone: '+212539300300' },
  ]);
  expect(JSON.stringify(files.lists)).toContain('"Financer"');
  expect(JSON.stringify(files)).not.toContain('proposé par un agent');
  expect(JSON.stringify(files.lists)).toContain('"Conseil approuvé"');
  expect(JSON.stringify(files.organisations)).toContain('"CONSEIL_APPROUVE"');
  const dry = await seedReference(app.db, files, { clock: app.deps.clock, dryRun: true });
  expect(dry.filter((changes) => !isUnchanged(changes))).toEqual([]);
  const done = await seedReference(app.db, files, { clock: app.deps.clock });
  expect(done.filter((changes) => !isUnchanged(changes))).toEqual([]);
  expect(await app.db.partner.findUniqueOrThrow({ where: { id: organisation.id } })).toMatchObject({
    description: 'Agence, dite autrement',
    phone: '+212539300300',
  });
  const links = { partnerId: organisation.id, itemId: { in: [proposed.id, approved.id] } };
  expect(await app.db.partnerService.count({ where: links })).toBe(2);

  // A file without a contact leaves it unchanged; a file with one overwrites it.
  const edited = (contact: object) => ({
    ...files,
    organisations: files.organisations.map(({ contact: _, ...one }) =>
      one.title === files.organisations.find(({ contact: own }) => own !== undefined)?.title
        ? { ...one, ...contact }
        : one,
    ),
  });
  const phoneAfter = async (contact: object) => {
    await seedReference(app.db, edited(contact), { clock: app.deps.clock });
    const { phone, website } = await app.db.partner.findUniqueOrThrow({
      where: { id: organisation.id },
    });
    return { phone, website };
  };
  expect(await phoneAfter({})).toEqual({ phone: '+212539300300', website: null });
  const website = 'https://www.example.org';
  expect(await phoneAfter({ contact: { website } })).toEqual({ phone: null, website });
  await seedReference(app.db, files, { clock: app.deps.clock });

  // A second export produces the same files.
  const { output: again } = await exported('second');
  expect(readSeedFiles(again)).toEqual(files);
});

it('an export is written into a new folder only', async () => {
  const { code, printed } = await exported('first');
  expect({ code, printed }).toEqual({
    code: 1,
    printed: `${path.join(folder, 'first')} is there already: name a new folder.`,
  });
});
