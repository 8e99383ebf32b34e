import { jsonObjectFrom } from 'kysely/helpers/postgres';

import { localizedSelect } from '../../platform/i18n/localized.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, conditionOn, rows } from '../../platform/database/statements.repository.ts';
import type { DescribedItem } from './reference.presenter.ts';

/** Label columns, for the queries of every module that shows a label. */
export const labelColumns = {
  code: true,
  ...localizedSelect('libelle'),
} as const;

/** The same of `reference_items as i` in a Kysely statement. */
export const itemLabel = [
  'i.code',
  'i.libelle_fr as libelleFr',
  'i.libelle_en as libelleEn',
  'i.libelle_ar as libelleAr',
  'i.libelle_es as libelleEs',
] as const;

/** The task of `processing_steps as s` in a Kysely statement. */
export const stepTitle = jsonObjectFrom(
  conditionOn<'s'>()
    .selectFrom('reference_items as i')
    .whereRef('i.id', '=', 's.title_item_id')
    .select(itemLabel),
)
  .$notNull()
  .as('titleItem');

const itemColumns = {
  id: true,
  string_1: true,
  ...labelColumns,
  ...localizedSelect('description'),
} as const;
/** The same of `reference_items as i` in a Kysely statement. */
export const describedItem = [
  'i.id',
  'i.string_1',
  ...itemLabel,
  'i.description_fr as descriptionFr',
  'i.description_en as descriptionEn',
  'i.description_ar as descriptionAr',
  'i.description_es as descriptionEs',
] as const;

export interface ListCode {
  readonly parent: string;
  readonly code: string;
}

export interface CodedItem extends ListCode {
  readonly id: number;
  readonly active: boolean;
}

export interface NewItem extends ListCode {
  readonly libelle: string;
  readonly libelleKey: string;
  readonly description: string | null;
  readonly string_1: string | null;
  /** The organisation that owns the item; null for a shared item. */
  readonly partnerId: number | null;
}

function referenceReads(db: Db) {
  return {
    async lists(): Promise<ReadonlySet<string>> {
      const lists = await db.referenceList.findMany({ select: { code: true } });
      return new Set(lists.map(({ code }) => code));
    },

    /** Active shared items in the list's order, followed by those of one organisation. */
    async itemsOf(parent: string, partnerId: number | null = null): Promise<DescribedItem[]> {
      return await db.referenceItem.findMany({
        where: {
          parent,
          active: true,
          OR: [{ partnerId: null }, ...(partnerId === null ? [] : [{ partnerId }])],
        },
        orderBy: [
          { partnerId: { sort: 'asc', nulls: 'first' } },
          { position: 'asc' },
          { id: 'asc' },
        ],
        select: itemColumns,
      });
    },

    async codesOf(parent: string): Promise<CodedItem[]> {
      return await db.referenceItem.findMany({
        where: { parent, partnerId: null },
        select: { id: true, parent: true, code: true, active: true },
      });
    },

    /** Active shared items with these codes, and any item in `allowedIds`. */
    async itemsByCode(
      wanted: readonly ListCode[],
      allowedIds: readonly number[],
    ): Promise<(ListCode & { id: number })[]> {
      if (wanted.length === 0) return [];
      const parents = [...new Set(wanted.map(({ parent }) => parent))];
      return await db.referenceItem.findMany({
        where: {
          AND: [
            { OR: [{ active: true, partnerId: null }, { id: { in: [...allowedIds] } }] },
            {
              OR: parents.map((parent) => ({
                parent,
                code: {
                  in: wanted.filter((item) => item.parent === parent).map(({ code }) => code),
                },
              })),
            },
          ],
        },
        select: { id: true, parent: true, code: true },
      });
    },

    /** Whether a label exists among the shared items and those of the organisation, or of `anybody`. */
    async hasLabel(
      parent: string,
      libelleKey: string,
      partnerId: number | 'anybody',
    ): Promise<boolean> {
      const found = await db.referenceItem.findFirst({
        where: {
          parent,
          libelleKey,
          active: true,
          ...(partnerId === 'anybody' ? {} : { OR: [{ partnerId: null }, { partnerId }] }),
        },
        select: { id: true },
      });
      return found !== null;
    },

    /** Codes of the list that begin with `start`, of any organisation. */
    async codesLike(parent: string, start: string): Promise<Set<string>> {
      const found = await rows(
        db,
        build
          .selectFrom('reference_items')
          .select('code')
          .where('parent', '=', parent)
          .where((eb) => eb.fn<boolean>('starts_with', ['code', eb.val(start)])),
      );
      return new Set(found.map(({ code }) => code));
    },

    /** Proposed services that await approval, oldest first. */
    async proposedServices() {
      return await db.referenceItem.findMany({
        where: { parent: 'SERVICE', active: true, partnerId: { not: null } },
        orderBy: { id: 'asc' },
        select: {
          ...labelColumns,
          ...localizedSelect('description'),
          createdAt: true,
          partner: {
            select: { id: true, title: true, titleEn: true, titleAr: true, titleEs: true },
          },
        },
      });
    },
  };
}

function referenceWrites(db: Db) {
  return {
    /** Locks a list until the transaction ends, so that a label is added once. */
    async lockList(parent: string): Promise<void> {
      const list = build.selectFrom('reference_lists').select('code').where('code', '=', parent);
      await rows(db, list.forUpdate());
    },

    /**
     * Makes a proposed service shared.
     * @returns the organisation that proposed it; undefined when no such service awaits approval
     */
    async shareService(code: string): Promise<number | undefined> {
      const query = build
        .with('proposed', (part) =>
          part
            .selectFrom('reference_items')
            .where('parent', '=', 'SERVICE')
            .where('code', '=', code)
            .where('partner_id', 'is not', null)
            .where('active', '=', true)
            .select(['id', 'partner_id'])
            .forUpdate(),
        )
        .updateTable('reference_items as i')
        .from('proposed as p')
        .set({ partner_id: null })
        .whereRef('i.id', '=', 'p.id')
        .returning((eb) => eb.ref('p.partner_id').$notNull().as('partnerId'));
      const [shared] = await rows(db, query);
      return shared?.partnerId;
    },

    /**
     * Makes a proposed service unavailable. Its organisation no longer offers it.
     * @returns the organisation that proposed it; undefined when no such service awaits approval
     */
    async refuseService(code: string): Promise<number | undefined> {
      const query = build
        .updateTable('reference_items')
        .set({ active: false })
        .where('parent', '=', 'SERVICE')
        .where('code', '=', code)
        .where('partner_id', 'is not', null)
        .where('active', '=', true)
        .returning((eb) => ['id', eb.ref('partner_id').$notNull().as('partnerId')]);
      const [refused] = await rows(db, query);
      if (refused === undefined) return undefined;
      await db.partnerService.deleteMany({ where: { itemId: refused.id } });
      return refused.partnerId;
    },

    /** Adds an item at the end of its list. */
    async insert(item: NewItem): Promise<DescribedItem> {
      const { _max: last } = await db.referenceItem.aggregate({
        where: { parent: item.parent },
        _max: { position: true },
      });
      return await db.referenceItem.create({
        data: {
          parent: item.parent,
          code: item.code,
          position: (last.position ?? 0) + 1,
          libelleFr: item.libelle,
          libelleKey: item.libelleKey,
          descriptionFr: item.description,
          string_1: item.string_1,
          partnerId: item.partnerId,
        },
        select: itemColumns,
      });
    },
  };
}

export function referenceRepository(db: Db) {
  return { ...referenceReads(db), ...referenceWrites(db) };
}
