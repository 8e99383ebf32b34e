import { contactMembers, type ReferenceParent } from '@wasl/contracts';

import type { Db } from '../platform/database/db.ts';
import { defaultPartnerKey } from '../platform/database/default-partner.repository.ts';
import { searchKey } from '../modules/reference/index.ts';
import { noChanges, type AreaChanges } from './changes.ts';
import { memberChanges } from './member-changes.ts';
import { organisationsAsFiles } from './read-back.ts';
import { itemColumns } from './reference-lists.ts';
import { byLanguage, type SeedOrganisation } from './seed-files.schema.ts';
import { contentHash, readMarks, removeMarks, writeMarks } from './seed-records.ts';

const prefix = 'organisation/';

type ItemIds = (parent: ReferenceParent, codes: readonly string[]) => number[];

async function itemIdsOf(db: Db): Promise<ItemIds> {
  const rows = await db.referenceItem.findMany({
    where: {
      parent: { in: ['CATEGORIE_ORGANISME', 'SECTEUR_ACTIVITE', 'TYPE_SUPPORT', 'SERVICE'] },
    },
    select: { id: true, parent: true, code: true },
  });
  const ids = new Map(rows.map((row) => [`${row.parent}/${row.code}`, row.id]));
  return (parent, codes) =>
    codes.map((code) => {
      const id = ids.get(`${parent}/${code}`);
      // The cross-check has verified these references.
      if (id === undefined) throw new TypeError(`no item ${parent}/${code} in the database`);
      return id;
    });
}

/** Upserts the file's document types; types that an agent added stay. */
async function storeDocumentTypes(
  db: Db,
  partnerId: number,
  types: SeedOrganisation['documentTypes'],
): Promise<void> {
  for (const [position, { code, libelle }] of types.entries()) {
    const columns = itemColumns({ libelle, position, string_1: null, description: null });
    await db.referenceItem.upsert({
      where: { parent_code: { parent: 'DOCUMENT', code } },
      create: { parent: 'DOCUMENT', code, partnerId, ...columns },
      update: { partnerId, active: true, ...columns },
    });
  }
}

async function storeLinks(
  db: Db,
  partnerId: number,
  organisation: SeedOrganisation,
  itemIds: ItemIds,
): Promise<void> {
  const links = (parent: ReferenceParent, codes: readonly string[]) =>
    itemIds(parent, codes).map((itemId) => ({ partnerId, itemId }));
  await db.partnerArea.deleteMany({ where: { partnerId } });
  await db.partnerSupportType.deleteMany({ where: { partnerId } });
  await db.partnerArea.createMany({ data: links('SECTEUR_ACTIVITE', organisation.areas) });
  await db.partnerSupportType.createMany({
    data: links('TYPE_SUPPORT', organisation.supportTypes),
  });

  // A service that an agent added is in no file, so it stays.
  const seeded = await readMarks(db, 'item/SERVICE/');
  const seededIds = [...seeded.values()].flatMap(({ recordId }) =>
    recordId === null ? [] : [recordId],
  );
  await db.partnerService.deleteMany({ where: { partnerId, itemId: { in: seededIds } } });
  await db.partnerService.createMany({
    data: links('SERVICE', organisation.services),
    skipDuplicates: true,
  });
}

/** Contact columns; none where the file has no contact: the responsables' entries stay. */
export function contactColumns({ contact }: Pick<SeedOrganisation, 'contact'>) {
  if (contact === undefined) return {};
  return Object.fromEntries(contactMembers.map((member) => [member, contact[member] ?? null]));
}

/** The stored organisation, restricted to members of the file. */
function comparable(stored: SeedOrganisation | undefined, file: SeedOrganisation) {
  if (stored === undefined || file.contact !== undefined) return stored;
  const { contact: _, ...rest } = stored;
  return rest;
}

/**
 * Adds new organisations, approved, and updates those whose file changed. Agents' edits of the profile stay until the
 * file changes. An organisation without a file is no longer listed and receives no steps.
 */
export async function storeOrganisations(
  db: Db,
  organisations: readonly SeedOrganisation[],
  now: Date,
): Promise<AreaChanges> {
  const changes = noChanges('organisations');
  const marks = await readMarks(db, prefix);
  const itemIds = await itemIdsOf(db);
  const stored = await organisationsAsFiles(db, 'seeded');
  let defaultId: number | null = null;

  for (const organisation of organisations) {
    const key = prefix + organisation.slug;
    const sha256 = contentHash(organisation);
    const mark = marks.get(key);
    if (mark?.sha256 === sha256 && mark.recordId !== null) {
      changes.unchanged += 1;
      if (organisation.isDefault === true) defaultId = mark.recordId;
      continue;
    }
    const title = byLanguage(organisation.title);
    const titleKey = searchKey(title.fr);
    // Found by its mark, because agents may rename it; by title when it signed up before its file existed.
    const found = await db.partner.findFirst({
      where: mark?.recordId ? { id: mark.recordId } : { titleKey },
      select: { id: true, approvedAt: true },
    });
    const differences = memberChanges(
      comparable(stored.get(organisation.slug), organisation),
      organisation,
    );
    if (found !== null && found.approvedAt !== null && differences.length === 0) {
      // Only the order differs, or an agent already wrote the same.
      await writeMarks(db, [{ key, recordId: found.id, sha256 }]);
      changes.unchanged += 1;
      if (organisation.isDefault === true) defaultId = found.id;
      continue;
    }
    const description = byLanguage(organisation.description);
    const [categoryId] =
      organisation.category === null
        ? [null]
        : itemIds('CATEGORIE_ORGANISME', [organisation.category]);
    const columns = {
      title: title.fr,
      titleEn: title.en,
      titleAr: title.ar,
      titleEs: title.es,
      titleKey,
      description: description.fr,
      descriptionEn: description.en,
      descriptionAr: description.ar,
      descriptionEs: description.es,
      outdatedLangs: [],
      categoryId: categoryId ?? null,
      ...contactColumns(organisation),
    };
    const { id } =
      found === null
        ? await db.partner.create({ data: { ...columns, approvedAt: now }, select: { id: true } })
        : await db.partner.update({
            where: { id: found.id },
            // Counts as a profile change, so an agent who is editing gets a conflict.
            data: {
              ...columns,
              approvedAt: found.approvedAt ?? now,
              version: { increment: 1 },
              changedAt: now,
              changedById: null,
            },
            select: { id: true },
          });
    await storeLinks(db, id, organisation, itemIds);
    await storeDocumentTypes(db, id, organisation.documentTypes);
    await writeMarks(db, [{ key, recordId: id, sha256 }]);
    if (found === null) changes.created.push(organisation.slug);
    else {
      changes.updated.push(organisation.slug);
      changes.details.set(organisation.slug, differences);
    }
    if (organisation.isDefault === true) defaultId = id;
  }

  const wanted = new Set(organisations.map(({ slug }) => prefix + slug));
  const gone = [...marks.values()].filter(({ key }) => !wanted.has(key));
  for (const { key, recordId } of gone) {
    if (recordId !== null)
      await db.partner.updateMany({ where: { id: recordId }, data: { approvedAt: null } });
    changes.deactivated.push(key.slice(prefix.length));
  }
  await removeMarks(
    db,
    gone.map(({ key }) => key),
  );
  await storeDefault(db, defaultId);
  return changes;
}

async function storeDefault(db: Db, recordId: number | null): Promise<void> {
  const before = (await readMarks(db, defaultPartnerKey)).get(defaultPartnerKey);
  if (recordId === null) await removeMarks(db, [defaultPartnerKey]);
  else if (before?.recordId !== recordId) {
    await writeMarks(db, [{ key: defaultPartnerKey, recordId, sha256: '' }]);
  }
}
