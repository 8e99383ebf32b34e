import type { Prisma } from '@wasl/db';
import { sql } from 'kysely';

import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { localizedSelect } from '../../platform/i18n/localized.ts';

const itemColumns = {
  id: true,
  code: true,
  active: true,
  string_1: true,
  days: true,
  ...localizedSelect('libelle'),
  ...localizedSelect('description'),
} as const satisfies Prisma.ReferenceItemSelect;
export type ListItemRow = Prisma.ReferenceItemGetPayload<{ select: typeof itemColumns }>;
export type ListItemChange = Omit<Prisma.ReferenceItemUncheckedUpdateInput, 'id'>;

/** Lists that show the labels of another list. */
const derivedLists: Readonly<Record<string, readonly string[]>> = {
  SECTEUR: ['PRIME_SECTORIELLE'],
  PROVINCE: ['PRIME_TERRITORIALE', 'LOCALISATION_NORDEV'],
};

/** Shared items of the lists, hidden ones too, for administrators. */
export function referenceListsRepository(db: Db) {
  return {
    /** The items in their order. */
    async itemsOf(list: string): Promise<ListItemRow[]> {
      return await db.referenceItem.findMany({
        where: { parent: list, partnerId: null },
        orderBy: [{ position: 'asc' }, { id: 'asc' }],
        select: itemColumns,
      });
    },

    /** Numbers of items by list. */
    async counts() {
      const query = build
        .selectFrom('reference_items')
        .where('partner_id', 'is', null)
        .groupBy('parent')
        .select([
          'parent',
          sql<number>`count(*)::int`.as('items'),
          sql<number>`count(*) filter (where not active)::int`.as('hidden'),
        ]);
      return await rows(db, query);
    },

    /** Codes of a list, those of organisations' own items too. */
    async codesOf(list: string): Promise<Set<string>> {
      const items = await db.referenceItem.findMany({
        where: { parent: list },
        select: { code: true },
      });
      return new Set(items.map(({ code }) => code));
    },

    /** Changes an item, and the same item of lists that show its labels. */
    async update(list: string, code: string, change: ListItemChange): Promise<void> {
      await db.referenceItem.updateMany({ where: { parent: list, code }, data: change });
      const lists = derivedLists[list];
      if (lists === undefined) return;
      const { string_1: _, ...labels } = change;
      await db.referenceItem.updateMany({
        where: { parent: { in: [...lists] }, code },
        data: labels,
      });
    },

    async add(
      list: string,
      code: string,
      item: ListItemChange & { libelleFr: string; libelleKey: string },
    ) {
      const data = { ...item, parent: list, code } as Prisma.ReferenceItemUncheckedCreateInput;
      await db.referenceItem.create({ data, select: { id: true } });
    },

    /** Gives the items the order of their codes. */
    async arrange(list: string, codes: readonly string[]): Promise<void> {
      const places = sql<{
        code: string;
        place: number;
      }>`unnest(${[...codes]}::text[]) with ordinality`;
      await rows(
        db,
        build
          .updateTable('reference_items as i')
          .from(places.as<'o'>(sql`o (code, place)`))
          .set({ position: sql<number>`o.place - 1` })
          .where('i.parent', '=', list)
          .whereRef('i.code', '=', 'o.code')
          .where('i.position', '!=', sql<number>`o.place - 1`),
      );
    },

    /** Approved organisations by title, with the codes of services that they offer. */
    async organisations() {
      return await db.partner.findMany({
        where: { approvedAt: { not: null } },
        orderBy: [{ titleKey: 'asc' }, { id: 'asc' }],
        select: {
          id: true,
          title: true,
          titleEn: true,
          titleAr: true,
          titleEs: true,
          services: { select: { item: { select: { code: true } } } },
        },
      });
    },
  };
}
