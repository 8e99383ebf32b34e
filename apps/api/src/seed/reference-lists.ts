import type { Db } from '../platform/db.ts';
import { searchKey } from '../modules/reference/index.ts';
import { noChanges, type AreaChanges } from './changes.ts';
import type { ItemOfList } from './list-items.ts';
import { contentHash, readMarks, removeMarks, writeMarks, type SeedMark } from './seed-records.ts';

const prefix = 'item/';

/** The columns of an item. */
export function itemColumns(item: Omit<ItemOfList, 'parent' | 'code'>) {
  const { libelle, description, position, string_1, days } = item;
  return {
    position,
    string_1,
    days: days ?? null,
    libelleFr: libelle.fr,
    libelleEn: libelle.en,
    libelleAr: libelle.ar,
    libelleEs: libelle.es,
    descriptionFr: description?.fr ?? null,
    descriptionEn: description?.en ?? null,
    descriptionAr: description?.ar ?? null,
    descriptionEs: description?.es ?? null,
    libelleKey: searchKey(libelle.fr),
  };
}

/**
 * Brings the lists to what the files say. An item that the files no longer have stays in the database,
 * inactive; items that agents added are left alone.
 */
export async function storeLists(db: Db, items: readonly ItemOfList[]): Promise<AreaChanges> {
  const changes = noChanges('reference items');
  const parents = [...new Set(items.map(({ parent }) => parent))];
  await db.referenceList.createMany({
    data: parents.map((code) => ({ code })),
    skipDuplicates: true,
  });

  const marks = await readMarks(db, prefix);
  const stored = await db.referenceItem.findMany({
    select: { id: true, parent: true, code: true, active: true },
  });
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
    await db.referenceItem.update({
      where: { id: row.id },
      data: { ...itemColumns(item), active: true, partnerId: null },
    });
    changes.updated.push(name);
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
