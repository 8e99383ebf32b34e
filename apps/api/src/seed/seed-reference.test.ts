import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { referenceParents } from '@wasl/contracts';
import { createTestDatabase, type TestDatabase } from '@wasl/tooling/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { openDatabase, type PrismaClient } from '../platform/database/db.ts';
import {
  findSeedFolder,
  isUnchanged,
  readSeedFiles,
  SeedFault,
  seedReference,
  type SeedFiles,
} from './index.ts';

const clock = { now: () => new Date('2026-11-21T09:00:00Z') };
const folder = findSeedFolder(undefined);
const scratch: string[] = [];
afterEach(() => {
  for (const copy of scratch.splice(0)) fs.rmSync(copy, { recursive: true, force: true });
});

function filesWith(name: string, change: (text: string) => string): string {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'wasl-seed-'));
  scratch.push(copy);
  fs.cpSync(folder, copy, { recursive: true });
  const file = path.join(copy, 'reference', name);
  const before = fs.readFileSync(file, 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  fs.writeFileSync(file, after);
  return copy;
}

function faultsOf(name: string, change: (text: string) => string): readonly string[] {
  try {
    readSeedFiles(filesWith(name, change));
  } catch (error) {
    if (error instanceof SeedFault) return error.faults;
    throw error;
  }
  return [];
}

describe('the seed files', () => {
  it('contain every list of the product, with each label in four languages', () => {
    const files = readSeedFiles(folder);
    const listed = [...files.lists.map((list) => list.parent), 'REGION', 'PROVINCE', 'COMMUNE'];
    expect(listed.sort()).toEqual([...referenceParents].sort());
    expect([files.regions.length, files.provinces.length, files.communes.length]).toEqual([
      12, 75, 146,
    ]);
  });

  it.each([
    [
      'a label is missing',
      'lists/PROFIL.json',
      '"ar": "طالب",',
      '',
      'items.0.libelle.ar: must be a text',
    ],
    [
      'a code is there twice',
      'lists/PROFIL.json',
      '"EMPLOYE"',
      '"ETUDIANT"',
      'items.2.code: the code ETUDIANT is there twice',
    ],
    [
      'a member is misspelt',
      'lists/PROFIL.json',
      '"items"',
      '"itemes"',
      'lists/PROFIL.json: line 1: items: must be of type array',
    ],
    [
      'a file is no JSON',
      'journeys/concours-tdc.json',
      '{',
      '{{',
      'journeys/concours-tdc.json: line 1: is not JSON',
    ],
    [
      'an organisation names an unknown service',
      'organisations/anapec.json',
      '"EMPLOI_RECRUTEMENT"',
      '"EMPLOI"',
      'services.0: EMPLOI is no code of SERVICE',
    ],
    [
      'a journey names an unknown organisation',
      'journeys/concours-tdc.json',
      '"cgem-nord"',
      '"cgem-sud"',
      'tasks.1.partner: cgem-sud is no organisation',
    ],
    [
      'a province has no region',
      'places/provinces.json',
      '"parent": "01"',
      '"parent": "99"',
      'items.0.parent: 01.511: its parent 99 is no place above it',
    ],
    [
      'a rate is above 100',
      'premium/general-2026-default.json',
      '"plafondCumulPct": 30',
      '"plafondCumulPct": 101',
      'premium/general-2026-default.json: line',
    ],
  ])('are refused, with file and member, when %s', (_case, name, from, to, fault) => {
    const faults = faultsOf(name, (text) => text.replace(from, to));
    expect(faults.join('\n')).toContain(fault);
  });
});

describe('seeding', { tags: ['slow'] }, () => {
  let database: TestDatabase;
  let db: PrismaClient;
  let files: SeedFiles;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase(database.url);
    files = readSeedFiles(folder);
    await seedReference(db, files, { clock });
  });
  afterAll(async () => {
    await db.$disconnect();
    await database.drop();
  });

  const seedFrom = async (copy: string, dryRun = false) =>
    await seedReference(db, readSeedFiles(copy), { clock, dryRun });

  it('stores every list', async () => {
    const lists = await db.referenceList.findMany({
      include: { _count: { select: { items: true } } },
    });
    expect(lists.map((list) => list.code).sort()).toEqual([...referenceParents].sort());
    expect(lists.filter((list) => list._count.items === 0)).toEqual([]);
    const untranslated = await db.referenceItem.count({
      where: { OR: [{ libelleEn: null }, { libelleAr: null }, { libelleEs: null }] },
    });
    expect(untranslated).toBe(0);
  });

  it('shows the figures of the premium rules in the lists', async () => {
    const figure = async (parent: string, code: string) =>
      (await db.referenceItem.findUniqueOrThrow({ where: { parent_code: { parent, code } } }))
        .string_1;
    expect(await figure('PRIME_TERRITORIALE', '01.051')).toBe('15');
    expect(await figure('LOCALISATION_NORDEV', '01.331')).toBe('10');
    expect(await figure('INDUSTRIE', 'AGROALIMENTAIRE')).toBe('20');
    expect(await figure('PRIME_SECTORIELLE', 'NUMERIQUE')).toBe('5');
    expect(await figure('PROVINCE', '01.051')).toBe('01');
    expect(await figure('STATUS', 'A_REFOURMULER')).toBe('REJECTED');
    expect(await db.referenceItem.count({ where: { parent: 'LOCALISATION_NORDEV' } })).toBe(8);
  });

  it('changes nothing the second time', async () => {
    const changes = await seedReference(db, files, { clock });
    expect(changes.map((area) => [area.area, isUnchanged(area)])).toEqual([
      ['premium rule sets', true],
      ['reference items', true],
      ['organisations', true],
      ['journeys', true],
    ]);
  });

  it('skips the comparison at a start with unchanged files, and compares a changed file', async () => {
    expect(await seedReference(db, files, { clock, isQuick: true })).toEqual([]);
    const copy = filesWith('lists/PROFIL.json', (text) =>
      text.replace('"Jubilado"', '"Pensionista"'),
    );
    const quick = { clock, isQuick: true };
    const changes = await seedReference(db, readSeedFiles(copy), quick);
    expect(changes.flatMap((area) => area.updated)).toEqual(['PROFIL/RETRAITE']);
    const back = await seedReference(db, files, quick);
    expect(back.flatMap((area) => area.updated)).toEqual(['PROFIL/RETRAITE']);
  });

  it('reports its changes in a dry run without applying them', async () => {
    const copy = filesWith('lists/PROFIL.json', (text) =>
      text.replace('"Salarié"', '"Salarié du privé"'),
    );
    const changes = await seedFrom(copy, true);
    expect(changes.flatMap((area) => area.updated)).toEqual(['PROFIL/EMPLOYE']);
    expect(await db.referenceItem.count({ where: { libelleFr: 'Salarié du privé' } })).toBe(0);
  });

  it('shows each changed record before and after, and ignores another order', async () => {
    const refusalOf = async (name: string, from: string | RegExp, to: string) => {
      const copy = filesWith(name, (text) => text.replace(from, to));
      const changes = await seedFrom(copy, true);
      return changes.flatMap(({ details }) =>
        [...details].flatMap(([of, lines]) => [of, ...lines]),
      );
    };
    expect(await refusalOf('lists/PROFIL.json', '"Salarié"', '"Salarié du privé"')).toEqual([
      'PROFIL/EMPLOYE',
      'libelleFr: "Salarié" → "Salarié du privé"',
    ]);
    expect(await refusalOf('journeys/concours-tdc.json', '"days": 25', '"days": 20')).toEqual([
      'concours-tdc',
      'tasks.1.days: 25 → 20',
    ]);
    expect(
      await refusalOf('organisations/anapec.json', '"FORMATION_MENTORAT"', '"FINANCEMENT"'),
    ).toEqual(['anapec', 'services.2: "FORMATION_MENTORAT" → "FINANCEMENT"']);
    const turned = filesWith('lists/PROFIL.json', (text) => {
      const list = JSON.parse(text) as { items: unknown[] };
      return JSON.stringify({ ...list, items: list.items.reverse() });
    });
    expect((await seedFrom(turned)).every(isUnchanged)).toBe(true);
    const [first] = (
      JSON.parse(fs.readFileSync(path.join(turned, 'reference/lists/PROFIL.json'), 'utf8')) as {
        items: { code: string }[];
      }
    ).items;
    const where = { parent_code: { parent: 'PROFIL', code: first?.code ?? '' } };
    expect((await db.referenceItem.findUniqueOrThrow({ where })).position).toBe(0);
    expect((await seedReference(db, files, { clock })).every(isUnchanged)).toBe(true);
  });

  it('writes nothing when a part of the files does not fit the database', async () => {
    const copy = filesWith('premium/general-2026-default.json', (text) =>
      text.replace('"metierAvenir": 3', '"metierAvenir": 4'),
    );
    const profil = path.join(copy, 'reference/lists/PROFIL.json');
    fs.writeFileSync(profil, fs.readFileSync(profil, 'utf8').replace('"Salarié"', '"Autre mot"'));
    await expect(seedFrom(copy)).rejects.toThrow(SeedFault);
    expect(await db.referenceItem.count({ where: { libelleFr: 'Autre mot' } })).toBe(0);
  });

  it('deactivates a removed item and reactivates it with its id', async () => {
    const where = { parent_code: { parent: 'PROFIL', code: 'MRE' } };
    const before = await db.referenceItem.findUniqueOrThrow({ where });
    const without = filesWith('lists/PROFIL.json', (text) => {
      const list = JSON.parse(text) as { items: { code: string }[] };
      return JSON.stringify({ ...list, items: list.items.filter((item) => item.code !== 'MRE') });
    });
    const changes = await seedFrom(without);
    expect(changes.flatMap((area) => area.deactivated)).toEqual(['PROFIL/MRE']);
    expect(await db.referenceItem.findUniqueOrThrow({ where })).toMatchObject({ active: false });
    await seedReference(db, files, { clock });
    expect(await db.referenceItem.findUniqueOrThrow({ where })).toMatchObject({
      active: true,
      id: before.id,
    });
  });

  it('keeps changes by users until the file is edited', async () => {
    const mark = await db.seedRecord.findUniqueOrThrow({ where: { key: 'organisation/ads' } });
    const id = mark.recordId ?? 0;
    const added = await db.referenceItem.create({
      data: {
        parent: 'SERVICE',
        code: 'MICROFINANCE',
        libelleFr: 'Microfinance',
        libelleKey: 'microfinance',
      },
    });
    await db.partner.update({
      where: { id },
      data: { description: 'Écrit par un agent', services: { create: { itemId: added.id } } },
    });
    await seedReference(db, files, { clock });
    expect(await db.partner.findUniqueOrThrow({ where: { id } })).toMatchObject({
      description: 'Écrit par un agent',
    });

    const edited = filesWith('organisations/ads.json', (text) =>
      text.replace('Agence de développement social', 'Agence de développement social (ADS)'),
    );
    const changes = await seedFrom(edited);
    expect(changes.flatMap((area) => area.updated)).toEqual(['ads']);
    const after = await db.partner.findUniqueOrThrow({
      where: { id },
      include: { services: true },
    });
    expect(after.title).toContain('(ADS)');
    expect(after.services.map((link) => link.itemId)).toContain(added.id);
    expect(await db.referenceItem.findUniqueOrThrow({ where: { id: added.id } })).toMatchObject({
      active: true,
    });
  });

  it('refuses a rule set with a known version and other content', async () => {
    const copy = filesWith('premium/general-2026-default.json', (text) =>
      text.replace('"metierAvenir": 3', '"metierAvenir": 4'),
    );
    await expect(seedFrom(copy)).rejects.toThrow(
      /general 2026-default is in force since 2026-01-01 .* give the new one another version/,
    );
  });

  it('uses the values of a new rule set only once it is in force', async () => {
    const own = await createTestDatabase();
    const fresh = openDatabase(own.url);
    try {
      const copy = filesWith('lists/PROFIL.json', (text) => `${text} `);
      const premium = path.join(copy, 'reference', 'premium');
      const rules = fs.readFileSync(path.join(premium, 'nordev-2026-default.json'), 'utf8');
      fs.writeFileSync(
        path.join(premium, 'nordev-2027.json'),
        rules
          .replace('"2026-default"', '"2027"')
          .replace('"2026-01-01"', '"2027-01-01"')
          .replace('"01.331": 10', '"01.331": 12'),
      );
      const larache = async (day: string) => {
        // Also for a quick start, which runs only after a change.
        const at = { now: () => new Date(day) };
        await seedReference(fresh, readSeedFiles(copy), { clock: at, isQuick: true });
        const where = { parent_code: { parent: 'LOCALISATION_NORDEV', code: '01.331' } };
        return (await fresh.referenceItem.findUniqueOrThrow({ where })).string_1;
      };
      expect(await larache('2026-11-21T09:00:00Z')).toBe('10');
      expect(await larache('2027-01-01T09:00:00Z')).toBe('12');
    } finally {
      await fresh.$disconnect();
      await own.drop();
    }
  });

  it('hides an organisation without a file, and closes a journey without a file', async () => {
    const copy = filesWith('journeys/concours-tdc.json', (text) =>
      text.replace('cgem-nord', 'ccis-tta'),
    );
    fs.rmSync(path.join(copy, 'reference', 'organisations', 'cgem-nord.json'));
    fs.rmSync(path.join(copy, 'reference', 'journeys', 'appel-projets-littoral-2024.json'));
    const changes = await seedFrom(copy);
    expect(changes.flatMap((area) => area.deactivated)).toEqual([
      'cgem-nord',
      'appel-projets-littoral-2024',
    ]);
    expect(await db.partner.findFirst({ where: { title: { contains: 'CGEM' } } })).toMatchObject({
      approvedAt: null,
    });
    expect(
      await db.journeyDef.findUniqueOrThrow({ where: { slug: 'appel-projets-littoral-2024' } }),
    ).toMatchObject({ active: false });
  });

  it('succeeds when two processes seed one database at once', async () => {
    const own = await createTestDatabase();
    const [one, other] = [openDatabase(own.url), openDatabase(own.url)];
    try {
      await Promise.all([
        seedReference(one, files, { clock }),
        seedReference(other, files, { clock }),
      ]);
      expect(await one.partner.count()).toBe(files.organisations.length);
      expect(await one.referenceItem.count({ where: { parent: 'SERVICE' } })).toBe(15);
    } finally {
      await one.$disconnect();
      await other.$disconnect();
      await own.drop();
    }
  });
});
