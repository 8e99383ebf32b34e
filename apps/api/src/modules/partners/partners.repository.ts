import type { ContactMember, TranslatedLang, TranslatedText } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';
import { type Expression, sql, type SqlBool } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

import { personName, personNameColumns } from '../../platform/database/person-name.ts';
import type { Db } from '../../platform/database/db.ts';
import {
  build,
  conditionOn,
  dateOf,
  read,
  rows,
} from '../../platform/database/statements.repository.ts';
import {
  describedItem,
  itemLabel,
  labelColumns,
  likeLiteral,
  type DescribedItem,
} from '../reference/index.ts';
import { contactColumns, organisationContact } from './organisation-contact.ts';
import { nameColumns, partnerName } from './organisation-name.ts';

const linked = { item: { select: { id: true, ...labelColumns } } } as const;
/** `partnerId` is the organisation that proposed the service, until it is shared. */
const service = { item: { select: { id: true, partnerId: true, ...labelColumns } } } as const;
const inOrder = { item: { position: 'asc' } } as const;

type LinkTable = 'partner_areas' | 'partner_services' | 'partner_support_types';

/** Columns for the presenter of an organisation, for the queries of every module that shows it. */
export const partnerColumns = {
  id: true,
  ...nameColumns,
  ...contactColumns,
  description: true,
  descriptionEn: true,
  descriptionAr: true,
  descriptionEs: true,
  outdatedLangs: true,
  approvedAt: true,
  version: true,
  logo: { select: { key: true } },
  category: { select: { id: true, ...labelColumns } },
  areas: { select: linked, orderBy: inOrder },
  supportTypes: { select: linked, orderBy: inOrder },
  services: { select: service, orderBy: inOrder },
} as const satisfies Prisma.PartnerSelect;

export type PartnerRow = Prisma.PartnerGetPayload<{ select: typeof partnerColumns }>;
const onPartner = conditionOn<'p'>();
const linkedItem = conditionOn<'l'>()
  .selectFrom('reference_items as i')
  .whereRef('i.id', '=', 'l.item_id');
const item = jsonObjectFrom(linkedItem.select(['i.id', ...itemLabel]))
  .$notNull()
  .as('item');
/** Links of `partners as p`, in the order of their items. */
const linksOf = (table: LinkTable) =>
  onPartner
    .selectFrom(`${table} as l` as 'partner_areas as l')
    .whereRef('l.partner_id', '=', 'p.id')
    .orderBy(linkedItem.select('i.position'));
/** The same of `partners as p` in a Kysely statement: `approvedAt` is text in JSON. */
const partner = [
  'p.id',
  ...partnerName,
  ...organisationContact,
  'p.description',
  'p.description_en as descriptionEn',
  'p.description_ar as descriptionAr',
  'p.description_es as descriptionEs',
  'p.outdated_langs as outdatedLangs',
  'p.approved_at as approvedAt',
  'p.version',
  jsonObjectFrom(
    onPartner
      .selectFrom('stored_files as f')
      .whereRef('f.id', '=', 'p.logo_file_id')
      .select('f.key'),
  ).as('logo'),
  jsonObjectFrom(
    onPartner
      .selectFrom('reference_items as i')
      .whereRef('i.id', '=', 'p.category_id')
      .select(['i.id', ...itemLabel]),
  ).as('category'),
  jsonArrayFrom(linksOf('partner_areas').select(item)).as('areas'),
  jsonArrayFrom(linksOf('partner_support_types').select(item)).as('supportTypes'),
  jsonArrayFrom(
    linksOf('partner_services').select(
      jsonObjectFrom(linkedItem.select(['i.id', 'i.partner_id as partnerId', ...itemLabel]))
        .$notNull()
        .as('item'),
    ),
  ).as('services'),
] as const;

export const authorColumns = {
  id: true,
  role: true,
  ...personNameColumns,
  partnerId: true,
} as const satisfies Prisma.UserSelect;
export type AuthorRow = Prisma.UserGetPayload<{ select: typeof authorColumns }>;
/** The same of `users as u` in a Kysely statement. */
export const author = ['u.id', 'u.role', ...personName, 'u.partner_id as partnerId'] as const;

/** Search criteria: any code within a member, and all members. An empty list means any. */
export interface PartnerSearch {
  /** Normalised with `searchKey`; null means any. */
  readonly titleKey: string | null;
  /** The title as typed, for the names in other languages. */
  readonly title: string;
  readonly areas: readonly string[];
  readonly services: readonly string[];
  readonly supportTypes: readonly string[];
}

export interface Page {
  readonly page: number;
  readonly size: number;
}

/** Item ids that an organisation is linked to. Absent lists stay unchanged. */
export interface PartnerLinks {
  readonly areas?: readonly number[] | undefined;
  readonly supportTypes?: readonly number[] | undefined;
  readonly services?: readonly number[] | undefined;
}

export interface PartnerData {
  readonly title: string;
  readonly titleKey: string;
  readonly description: string;
}

/** Contact details. Null clears a value, absent keeps it. */
export type ContactData = { readonly [M in ContactMember]?: string | null };

/** The values of an update. Null clears a value, absent keeps it. */
export type PartnerChanges = PartnerData &
  ContactData & {
    readonly [T in TranslatedText]?: string | null;
  } & { readonly categoryId?: number | null };

export interface Author {
  /** Null for an administrator. */
  readonly userId: string | null;
  readonly at: Date;
}

/** The last change of an organisation, as far as known. */
export interface OrganisationChange {
  readonly at: Date | null;
  readonly author: AuthorRow | null;
  readonly isScript: boolean;
}

export interface OrganisationSummary {
  readonly id: number;
  readonly title: string;
  readonly description: string | null;
  readonly approvedAt: Date | null;
  readonly refusedAt: Date | null;
  readonly createdAt: Date;
  readonly agents: number;
}

/** Condition: `partners as p` is linked to an item with one of the codes by this table. */
function isLinkedTo(table: LinkTable, codes: readonly string[]): Expression<SqlBool> {
  const eb = conditionOn<'p'>();
  const links = eb
    .selectFrom(`${table} as l` as 'partner_areas as l')
    .innerJoin('reference_items as i', 'i.id', 'l.item_id')
    .whereRef('l.partner_id', '=', 'p.id')
    .where('i.code', '=', eb.fn.any(eb.val([...codes])))
    .select('i.id');
  return eb.exists(links);
}

/** Condition on `partners as p`: an approved organisation that matches. */
function isMatch({
  titleKey,
  title,
  areas,
  services,
  supportTypes,
}: PartnerSearch): Expression<SqlBool> {
  const eb = conditionOn<'p'>();
  const typed = `%${likeLiteral(title)}%`;
  return eb.and([
    eb('p.approved_at', 'is not', null),
    ...(titleKey === null
      ? []
      : [
          eb.or([
            eb('p.title_key', 'like', `%${likeLiteral(titleKey)}%`),
            eb('p.title_en', 'ilike', typed),
            eb('p.title_ar', 'ilike', typed),
            eb('p.title_es', 'ilike', typed),
          ]),
        ]),
    ...(areas.length === 0 ? [] : [isLinkedTo('partner_areas', areas)]),
    ...(services.length === 0 ? [] : [isLinkedTo('partner_services', services)]),
    ...(supportTypes.length === 0 ? [] : [isLinkedTo('partner_support_types', supportTypes)]),
  ]);
}

const changedBy = ({ userId, at }: Author) => ({
  version: { increment: 1 },
  changedAt: at,
  changedById: userId,
});
const linksTo = (ids: readonly number[]) => [...new Set(ids)].map((itemId) => ({ itemId }));
const replacedBy = (ids: readonly number[]) => ({ deleteMany: {}, create: linksTo(ids) });

function partnerReads(db: Db) {
  return {
    /** Matching approved organisations by title, with their total, in one statement. */
    async search(search: PartnerSearch, { page, size }: Page): Promise<[PartnerRow[], number]> {
      const matching = build.selectFrom('partners as p').where(isMatch(search));
      const shown = matching
        .selectAll('p')
        .orderBy('p.title_key')
        .orderBy('p.id')
        .limit(size)
        .offset(page * size);
      const listed = build
        .selectFrom(shown.as('p'))
        .orderBy('p.title_key')
        .orderBy('p.id')
        .select(partner);
      const query = build.selectNoFrom([
        matching
          .select(sql<number>`count(*)::int`.as('count'))
          .$asScalar()
          .$notNull()
          .as('total'),
        jsonArrayFrom(listed).as('rows'),
      ]);
      const [found] = await read(db, 'organisations', query);
      const partners = (found?.rows ?? []).map(({ approvedAt, ...row }) => ({
        ...row,
        approvedAt: dateOf(approvedAt),
      }));
      return [partners, found?.total ?? 0];
    },

    /** An organisation, approved or not. */
    async find(id: number): Promise<PartnerRow | undefined> {
      return (await db.partner.findUnique({ where: { id }, select: partnerColumns })) ?? undefined;
    },

    /**
     * Document types that an approved organisation can ask for as a file: its own, then the shared ones; undefined for
     * any other organisation. A video is a link, so a step cannot receive it.
     */
    async documentTypes(id: number): Promise<DescribedItem[] | undefined> {
      const query = build
        .selectFrom('partners as p')
        .where('p.id', '=', id)
        .where('p.approved_at', 'is not', null)
        .select((partner) =>
          jsonArrayFrom(
            partner
              .selectFrom('reference_items as i')
              .where('i.parent', '=', sql.lit('DOCUMENT'))
              .where('i.active', '=', sql.lit(true))
              .where('i.code', '<>', sql.lit('ILLUSTRATIVE_VIDEO'))
              .where((eb) =>
                eb.or([eb('i.partner_id', 'is', null), eb('i.partner_id', '=', eb.ref('p.id'))]),
              )
              .orderBy('i.partner_id', (order) => order.asc().nullsLast())
              .orderBy('i.position')
              .orderBy('i.id')
              .select(describedItem),
          ).as('items'),
        );
      const [found] = await read(db, 'document types', query);
      return found?.items;
    },

    async isApproved(id: number): Promise<boolean> {
      return (await db.partner.count({ where: { id, approvedAt: { not: null } } })) > 0;
    },

    /** The time and author of the version's last increment; `author` is null for a script. */
    async lastChange(id: number): Promise<OrganisationChange> {
      const { changedAt, changedById } = await db.partner.findUniqueOrThrow({
        where: { id },
        select: { changedAt: true, changedById: true },
      });
      const author =
        changedById === null
          ? null
          : await db.user.findUnique({ where: { id: changedById }, select: authorColumns });
      return { at: changedAt, author, isScript: changedById === null };
    },

    async list(state: 'all' | 'awaiting'): Promise<OrganisationSummary[]> {
      const partners = await db.partner.findMany({
        where: state === 'awaiting' ? { approvedAt: null, refusedAt: null } : {},
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: {
          id: true,
          title: true,
          description: true,
          approvedAt: true,
          refusedAt: true,
          createdAt: true,
          _count: { select: { agents: true } },
        },
      });
      return partners.map(({ _count, ...row }) => ({ ...row, agents: _count.agents }));
    },

    /** The administrator's decision on an organisation; for several refused under one title, the last. */
    async decided(
      by: { id: number } | { titleKey: string } | { refusedTitle: string },
    ): Promise<Pick<OrganisationSummary, 'id' | 'title' | 'approvedAt' | 'refusedAt'> | undefined> {
      const where =
        'refusedTitle' in by
          ? ({
              title: { equals: likeLiteral(by.refusedTitle), mode: 'insensitive' },
              refusedAt: { not: null },
            } as const)
          : by;
      const found = await db.partner.findFirst({
        where,
        orderBy: { refusedAt: 'desc' },
        select: { id: true, title: true, approvedAt: true, refusedAt: true },
      });
      return found ?? undefined;
    },
  };
}

function partnerWrites(db: Db) {
  return {
    /** @throws a duplicate on `title_key` when the title is taken */
    async insert(
      data: PartnerData,
      areas: readonly number[],
      approvedAt: Date | null,
    ): Promise<number> {
      const { id } = await db.partner.create({
        data: { ...data, approvedAt, areas: { create: linksTo(areas) } },
        select: { id: true },
      });
      return id;
    },

    /** Increments the version. @throws a duplicate on `title_key` when the title is taken */
    async update(
      current: PartnerRow,
      data: PartnerChanges & { readonly outdatedLangs: readonly TranslatedLang[] },
      links: PartnerLinks,
      author: Author,
    ): Promise<void> {
      const { areas, supportTypes, services } = links;
      await db.partner.update({
        where: { id: current.id },
        data: {
          ...data,
          outdatedLangs: [...data.outdatedLangs],
          ...changedBy(author),
          ...(areas ? { areas: replacedBy(areas) } : {}),
          ...(supportTypes ? { supportTypes: replacedBy(supportTypes) } : {}),
          ...(services ? { services: replacedBy(services) } : {}),
        },
        select: { id: true },
      });
    },

    /** Locks the organisation until the transaction ends. */
    async lock(id: number): Promise<void> {
      await rows(db, build.selectFrom('partners').select('id').where('id', '=', id).forUpdate());
    },

    /** Adds a service and increments the version. @returns the new version */
    async offerService(id: number, itemId: number, author: Author): Promise<number> {
      const { version } = await db.partner.update({
        where: { id },
        data: { ...changedBy(author), services: { create: { itemId } } },
        select: { version: true },
      });
      return version;
    },

    /**
     * Approves an organisation.
     * @param titleKey restores the key of a refused organisation
     * @throws a duplicate on `title_key` when the title is taken
     */
    async approve(id: number, at: Date, titleKey: string | undefined): Promise<void> {
      await db.partner.update({
        where: { id },
        data: { approvedAt: at, refusedAt: null, ...(titleKey === undefined ? {} : { titleKey }) },
        select: { id: true },
      });
    },

    /** Refuses a pending organisation. @returns whether this call refused it */
    async refuse(id: number, at: Date): Promise<boolean> {
      const { count } = await db.partner.updateMany({
        where: { id, approvedAt: null, refusedAt: null },
        // Keys are lower-case, so no title has this key.
        data: { refusedAt: at, titleKey: `REFUSED ${String(id)}` },
      });
      return count > 0;
    },
  };
}

export function partnersRepository(db: Db) {
  return { ...partnerReads(db), ...partnerWrites(db) };
}
