import fs from 'node:fs';
import path from 'node:path';

import { createTestDatabase, type TestDatabase } from '@wasl/tooling/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openDatabase, type PrismaClient } from '../platform/database/db.ts';
import { findSeedFolder, readSeedFiles, SeedFault, seedReference } from './index.ts';
import { seedCopies } from './testing/seed-copies.ts';

const folder = findSeedFolder(undefined);
const clock = { now: () => new Date('2026-11-21T09:00:00Z') };
const copies = seedCopies(folder);

/** The seed files with a modified future rule set of the general scheme. */
function withFuture(change: (text: string) => string, more: Record<string, string> = {}): string {
  const text = fs.readFileSync(
    path.join(folder, 'reference/premium/general-2026-default.json'),
    'utf8',
  );
  const future = text.replace('"2026-default"', '"2027"').replace('"2026-01-01"', '"2027-01-01"');
  return copies.make({ 'premium/general-2027.json': change(future), ...more });
}

const faultsOf = (copy: string): string => {
  try {
    readSeedFiles(copy);
    return '';
  } catch (error) {
    if (error instanceof SeedFault) return error.faults.join('\n');
    throw error;
  }
};

const listText = (name: string) =>
  fs.readFileSync(path.join(folder, `reference/lists/${name}.json`), 'utf8');

describe('a future rule set', () => {
  it('is validated against provinces, sectors and industries before its first day', () => {
    expect(faultsOf(withFuture((text) => text))).toBe('');
    const province = faultsOf(withFuture((text) => text.replace('"01.511"', '"01.999"')));
    expect(province).toMatch(
      /premium\/general-2027\.json: line \d+: rules\.territoriale\.provinces\.01\.999: 01\.999 is no code of PROVINCE/,
    );
    const sector = faultsOf(
      withFuture((text) =>
        text
          .replace(/"sectorielle": \{\s+"\w+"/, '"sectorielle": {"INDUSTRI"')
          .replace('"secteur": "INDUSTRIE"', '"secteur": "INDUSTRI"'),
      ),
    );
    expect(sector).toMatch(/rules\.sectorielle\.INDUSTRI: INDUSTRI is no code of SECTEUR/);
    const industry = faultsOf(withFuture((text) => text.replace('"TEXTILE"', '"TEXTIL"')));
    expect(industry).toMatch(
      /rules\.integrationLocale\.seuilsPct\.TEXTIL: TEXTIL is no code of INDUSTRIE/,
    );
  });

  it('can use a new sector whose label already exists but is not offered yet', async () => {
    const label = { fr: 'Spatial', en: 'Space', ar: 'الفضاء', es: 'Espacio' };
    const list = JSON.parse(listText('SECTEUR')) as { items: unknown[] };
    const copy = withFuture(
      (text) => text.replace('"sectorielle": {', '"sectorielle": { "SPATIAL": 5,'),
      {
        'lists/SECTEUR.json': JSON.stringify({
          ...list,
          items: [...list.items, { code: 'SPATIAL', libelle: label }],
        }),
      },
    );
    const files = readSeedFiles(copy);
    await using seeded = await freshDatabase();
    const offered = async (day: string) => {
      await seedReference(seeded.db, files, { clock: { now: () => new Date(day) } });
      return await seeded.db.referenceItem.count({
        where: { parent: 'SECTEUR', code: 'SPATIAL', active: true },
      });
    };
    expect(await offered('2026-11-21T09:00:00Z')).toBe(0);
    expect(await offered('2027-01-01T09:00:00Z')).toBe(1);
  });
});

async function freshDatabase() {
  const database = await createTestDatabase();
  const db = openDatabase(database.url);
  return {
    db,
    [Symbol.asyncDispose]: async () => {
      await db.$disconnect();
      await database.drop();
    },
  };
}

describe('rule sets in the database', { tags: ['slow'] }, () => {
  let database: TestDatabase;
  let db: PrismaClient;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase(database.url);
  });
  afterAll(async () => {
    await db.$disconnect();
    await database.drop();
  });
  beforeEach(() => seedReference(db, readSeedFiles(folder), { clock }));
  const seed = async (copy: string, at = clock) =>
    (await seedReference(db, readSeedFiles(copy), { clock: at }))[0];
  const stored = async () =>
    await db.premiumRuleSet.findUnique({
      where: { scheme_version: { scheme: 'general', version: '2027' } },
    });

  it('are replaced by their file before their first day only', async () => {
    await seed(withFuture((text) => text));
    const corrected = withFuture((text) => text.replace('"metierAvenir": 3', '"metierAvenir": 4'));
    const changes = await seed(corrected);
    expect(changes?.updated).toEqual(['general 2027']);
    expect((await stored())?.rules).toMatchObject({ metierAvenir: 4 });
    const inForce = { now: () => new Date('2027-01-01T00:00:00Z') };
    await expect(
      seed(
        withFuture((text) => text),
        inForce,
      ),
    ).rejects.toThrow(/general 2027 is in force since 2027-01-01/);
  });

  it('are withdrawn with their file before their first day only', async () => {
    await seed(withFuture((text) => text));
    const changes = await seed(folder);
    expect(changes?.deactivated).toEqual(['general 2027']);
    expect(await stored()).toBeNull();
  });

  it('are compared with the previous set, and a tenfold change of a rate causes a warning', async () => {
    const changes = await seed(
      withFuture((text) =>
        text.replace('"metierAvenir": 3', '"metierAvenir": 4').replace('"A": 10', '"A": 0.1'),
      ),
    );
    expect(changes?.details.get('general 2027')).toEqual([
      'compared with 2026-default:',
      'metierAvenir: 3 → 4',
      'territoriale.taux.A: 10 → 0.1',
    ]);
    expect(changes?.warnings).toEqual([
      'premium: general 2027: rules.territoriale.taux.A is 0.1, and was 10: is it meant?',
    ]);
  });

  it('cause a warning when they begin in the past or on the day of another set', async () => {
    const past = await seed(withFuture((text) => text.replace('"2027-01-01"', '"2026-10-01"')));
    expect(past?.warnings.join()).toMatch(
      /general 2027 begins on 2026-10-01, which is past: .* since then were computed by 2026-default/,
    );
    await db.premiumRuleSet.deleteMany({ where: { version: '2027' } });
    const same = await seed(withFuture((text) => text.replace('"2027-01-01"', '"2026-01-01"')));
    expect(same?.warnings.join()).toMatch(
      /general 2027 begins on the day of 2026-default \(2026-01-01\): .* entered last/,
    );
    await db.premiumRuleSet.deleteMany({ where: { version: '2027' } });
  });
});
