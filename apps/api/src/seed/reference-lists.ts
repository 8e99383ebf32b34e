import { intoColumns, noWords } from '../platform/i18n/localized.ts';
import type { Db } from '../platform/database/db.ts';
import { searchKey } from '../modules/reference/index.ts';
import { noChanges, type AreaChanges } from './changes.ts';
import type { ItemOfList } from './list-items.ts';
import { memberChanges } from './member-changes.ts';
import { contentHash, readMarks, removeMarks, writeMarks, type SeedMark } from './seed-records.ts';

const prefix = 'item/';

export function itemColumns(item: Omit<ItemOfList, 'parent' | 'code'>) {
  const { libelle, description, position, string_1, days } = item;
  return {
    position,
    string_1,
    days: days ?? null,
    ...intoColumns('libelle', libelle),
    ...intoColumns('description', description ?? noWords),
    libelleKey: searchKey(libelle.fr),
  };
}

const comparedColumns = [
  'libelleFr',
  'libelleEn',
  'libelleAr',
  'libelleEs',
  'descriptionFr',
  'descriptionEn',
  'descriptionAr',
  'descriptionEs',
  'string_1',
  'days',
  'active',
] as const;
type ComparedColumn = (typeof comparedColumns)[number];

/**
 * Members that an administrator sees as a change: without the position and computed values. A missing translation
 * equals the French text, which people see in its place.
 */
function ownMembers(columns: Partial<Record<ComparedColumn, unknown>>) {
  return Object.fromEntries(
    comparedColumns.map((column) => {
      const french = /^(.+)(?:En|Ar|Es)$/.exec(column)?.[1];
      const shown = french === undefined ? undefined : columns[`${french}Fr` as ComparedColumn];
      return [column, columns[column] ?? shown];
    }),
  );
}

/** Updates the lists from the files. Items without a file entry become inactive; items that agents added stay. */
export async function storeLists(db: Db, items: readonly ItemOfList[]): Promise<AreaChanges> {
  const changes = noChanges('reference items');
  const parents = [...new Set(items.map(({ parent }) => parent))];
  await db.referenceList.createMany({
    data: parents.map((code) => ({ code })),
    skipDuplicates: true,
  });

  const marks = await readMarks(db, prefix);
  const stored = await db.referenceItem.findMany();
  const storedBy = new Map(stored.map((row) => [`${row.parent}/${row.code}`, row]));

  const written: SeedMark[] = [];
  const missing: ItemOfList[] = [];
  for (const item of items) {
    const name = `${item.parent}/${item.code}`;
    const sha256 = contentHash(item);
    const row = storedBy.get(name);
    if (row === undefined) {
      missing.push(item);
      continue;
    }
    if (marks.get(prefix + name)?.sha256 === sha256) {
      changes.unchanged += 1;
      continue;
    }
    const columns = { ...itemColumns(item), active: true, partnerId: null };
    await db.referenceItem.update({ where: { id: row.id }, data: columns });
    const differences = memberChanges(ownMembers(row), ownMembers(columns));
    if (differences.length === 0 && row.partnerId === null) changes.unchanged += 1;
    else {
      changes.updated.push(name);
      changes.details.set(name, differences);
    }
    written.push({ key: prefix + name, recordId: row.id, sha256 });
  }

  const created = await db.referenceItem.createManyAndReturn({
    data: missing.map((item) => ({
      parent: item.parent,
      code: item.code,
      ...itemColumns(item),
    })),
    select: { id: true, parent: true, code: true },
  });
  const hashOf = new Map(missing.map((item) => [`${item.parent}/${item.code}`, contentHash(item)]));
  for (const { id, parent, code } of created) {
    const name = `${parent}/${code}`;
    changes.created.push(name);
    written.push({ key: prefix + name, recordId: id, sha256: hashOf.get(name) ?? '' });
  }

  const wanted = new Set(items.map(({ parent, code }) => `${prefix}${parent}/${code}`));
  const gone = [...marks.keys()].filter((key) => !wanted.has(key));
  for (const key of gone) {
    const row = storedBy.get(key.slice(prefix.length));
    if (row?.active === true) {
      await db.referenceItem.update({ where: { id: row.id }, data: { active: false } });
      changes.deactivated.push(key.slice(prefix.length));
    }
  }
  await removeMarks(db, gone);
  await writeMarks(db, written);
  return changes;
}
