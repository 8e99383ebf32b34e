import {
  contactMembers,
  type ContactMember,
  type Lang,
  translatedTexts,
  type TranslatedLang,
  type TranslatedText,
} from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { isDuplicate, type Db } from '../../platform/database/db.ts';
import { ApiError, changedMeanwhile, invalidField } from '../../platform/http/api-error.ts';
import { canOnOrganisation, isOwnOrganisation } from '../../policies/organisation.ts';
import {
  referenceService,
  searchKey,
  type CodeInPlace,
  type DescribedItem,
  type NewItemInput,
} from '../reference/index.ts';
import { outdatedAfter } from './outdated-texts.ts';
import { presentOrganisationNow } from './partners.presenter.ts';
import {
  partnersRepository,
  type OrganisationSummary,
  type Page,
  type PartnerChanges,
  type PartnerLinks,
  type PartnerRow,
} from './partners.repository.ts';

/** The data of a new organisation; `areas` are codes of SECTEUR_ACTIVITE. */
export interface NewOrganisation {
  readonly title: string;
  readonly description: string;
  readonly areas: readonly string[];
}

/** Changes of an organisation by an agent, as codes. Absent members stay unchanged. */
export interface OrganisationChanges extends Omit<NewOrganisation, 'areas'>, TextChanges {
  readonly areas?: readonly string[] | undefined;
  readonly supportTypes?: readonly string[] | undefined;
  /** Null removes it. */
  readonly category?: string | null | undefined;
  readonly services?: readonly string[] | undefined;
  /** Languages whose texts are still right after a change of the French texts. */
  readonly confirmed?: readonly TranslatedLang[] | undefined;
  /** The version of the form; not compared when absent. */
  readonly version?: number | undefined;
}
/** Contact details, and texts in languages other than French. Null removes a value, absent keeps it. */
type TextChanges = { readonly [M in ContactMember | TranslatedText]?: string | null | undefined };
const textMembers = [...translatedTexts, ...contactMembers];

export interface Call {
  /** Null for an administrator, who may change every organisation that was not refused. */
  readonly actor: Actor | null;
  readonly lang: Lang;
  readonly now: Date;
}

export interface PartnerQuery {
  readonly title: string | null;
  readonly areas: readonly string[];
  readonly services: readonly string[];
  readonly supportTypes: readonly string[];
}

const anyPartner: PartnerQuery = { title: null, areas: [], services: [], supportTypes: [] };

const inPlace = (
  member: string,
  parent: CodeInPlace['parent'],
  codes: readonly string[],
): CodeInPlace[] =>
  codes.map((code, index) => ({ path: `partner.${member}.${String(index)}`, parent, code }));

/**
 * The key for comparing titles, without case, accents and spaces. A title of signs only is refused, because all such
 * keys are equal.
 */
function titleKeyOf(title: string): string {
  const key = searchKey(title);
  if (!/[\p{L}\p{N}]/u.test(key)) throw invalidField('partner.title', 'invalid');
  return key;
}

function textsIn(input: TextChanges): { readonly [M in keyof TextChanges]?: string | null } {
  const sent = textMembers.flatMap((member) => {
    const value = input[member];
    return value === undefined ? [] : [[member, value] as const];
  });
  return Object.fromEntries(sent);
}

/** Whether an update would leave the organisation unchanged, as when an agent saves only their own details. */
function isUnchanged(current: PartnerRow, data: PartnerChanges, links: PartnerLinks): boolean {
  const isSet = (rows: PartnerRow['areas'], ids: readonly number[] | undefined) =>
    ids === undefined ||
    (rows.length === new Set(ids).size && rows.every(({ item }) => ids.includes(item.id)));
  return (
    current.title === data.title &&
    current.description === data.description &&
    (data.categoryId === undefined || (current.category?.id ?? null) === data.categoryId) &&
    textMembers.every(
      (member) => (data[member] ?? null) === current[member] || data[member] === undefined,
    ) &&
    isSet(current.areas, links.areas) &&
    isSet(current.supportTypes, links.supportTypes) &&
    isSet(current.services, links.services)
  );
}

async function refuseTakenTitle<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isDuplicate(error, 'title_key')) throw new ApiError('ORGANISATION_TAKEN', { cause: error });
    throw error;
  }
}

function partnerReads(db: Db) {
  const repository = partnersRepository(db);
  return {
    async list(page: Page): Promise<[PartnerRow[], number]> {
      return await this.search(anyPartner, page);
    },

    /**
     * Approved organisations whose title contains the text, without case and accents, and that have a code of each
     * list.
     */
    async search(query: PartnerQuery, page: Page): Promise<[PartnerRow[], number]> {
      const titleKey = query.title === null ? null : searchKey(query.title);
      return await repository.search(
        { ...query, title: query.title ?? '', titleKey: titleKey === '' ? null : titleKey },
        page,
      );
    },

    /** @throws ApiError NOT_FOUND also for an organisation that is not approved */
    async get(id: number): Promise<PartnerRow> {
      const partner = await this.find(id);
      if (!partner) throw new ApiError('NOT_FOUND');
      return partner;
    },

    /** An approved organisation; else null. */
    async find(id: number): Promise<PartnerRow | null> {
      const partner = await repository.find(id);
      return partner?.approvedAt ? partner : null;
    },

    /** Locks an organisation and its agents' access until the transaction ends. */
    async lock(id: number): Promise<void> {
      await repository.lock(id);
    },

    async isApproved(id: number): Promise<boolean> {
      return await repository.isApproved(id);
    },

    /** Document types that the organisation can ask for: its own, then the shared ones. @throws ApiError NOT_FOUND */
    async documentTypes(id: number): Promise<DescribedItem[]> {
      const types = await repository.documentTypes(id);
      if (types === undefined) throw new ApiError('NOT_FOUND');
      return types;
    },
  };
}

/** Changes of an organisation by sign-ups and agents. */
function partnerChanges(db: Db) {
  const repository = partnersRepository(db);
  const reference = referenceService(db);
  return {
    /**
     * Adds a document type to the actor's organisation. Other organisations are not found.
     * @throws ApiError NOT_FOUND, ALREADY_EXISTS
     */
    async addDocumentType(actor: Actor, id: number, input: NewItemInput): Promise<DescribedItem> {
      if (!canOnOrganisation(actor, 'add-document-type', { id })) throw new ApiError('NOT_FOUND');
      return await reference.addItem('DOCUMENT', input, id);
    },

    /**
     * Proposes a service. The agent's organisation offers it at once; others see it after the administrator's approval.
     * @throws ApiError ALREADY_EXISTS
     */
    async addService(
      actor: Actor,
      input: NewItemInput,
      now: Date,
    ): Promise<DescribedItem & { readonly partnerVersion: number }> {
      const id = actor.partnerId;
      if (id === null || !canOnOrganisation(actor, 'add-service', { id }))
        throw new ApiError('FORBIDDEN');
      await repository.lock(id);
      const service = await reference.addItem('SERVICE', input, id);
      const author = { userId: actor.userId, at: now };
      const partnerVersion = await repository.offerService(id, service.id, author);
      return { ...service, partnerVersion };
    },

    /**
     * Creates an organisation at sign-up. It is listed and receives requests only after its approval.
     * @throws ApiError ORGANISATION_TAKEN, INVALID_INPUT for unknown areas
     */
    async create(input: NewOrganisation, approvedAt: Date | null): Promise<number> {
      const places = inPlace('areas', 'SECTEUR_ACTIVITE', input.areas);
      const idAt = await reference.resolveCodes(places);
      const data = {
        title: input.title,
        titleKey: titleKeyOf(input.title),
        description: input.description,
      };
      return await refuseTakenTitle(
        repository.insert(
          data,
          places.map(({ path }) => idAt(path)),
          approvedAt,
        ),
      );
    },

    /**
     * Changes the actor's organisation, unless it would stay the same. Call it in a transaction.
     * @returns whether it changed
     * @throws ApiError NOT_FOUND, RESPONSIBLE_REQUIRED, ORGANISATION_TAKEN, PROFILE_CHANGED, INVALID_INPUT for unknown
     * codes
     */
    async update(
      { actor, lang, now }: Call,
      id: number,
      input: OrganisationChanges,
    ): Promise<boolean> {
      if (actor !== null && !isOwnOrganisation(actor, { id })) throw new ApiError('NOT_FOUND');
      await repository.lock(id);
      const current = await repository.find(id);
      if (!current) throw new ApiError('NOT_FOUND');
      // The title of a refused organisation is free, and a change would take it.
      if (actor === null && (await repository.decided({ id }))?.refusedAt)
        throw new ApiError('STATE_CONFLICT');
      const { category: code } = input;
      const category: CodeInPlace[] =
        typeof code !== 'string'
          ? []
          : [{ path: 'partner.category', parent: 'CATEGORIE_ORGANISME', code }];
      const lists = {
        areas: input.areas && inPlace('areas', 'SECTEUR_ACTIVITE', input.areas),
        supportTypes:
          input.supportTypes && inPlace('supportTypes', 'TYPE_SUPPORT', input.supportTypes),
        services: input.services && inPlace('services', 'SERVICE', input.services),
      };
      const currentItemIds = [...current.areas, ...current.supportTypes, ...current.services].map(
        ({ item }) => item.id,
      );
      const idAt = await reference.resolveCodes(
        [...Object.values(lists).flatMap((places) => places ?? []), ...category],
        [...currentItemIds, ...(current.category ? [current.category.id] : [])],
      );
      const idsOf = (places: readonly CodeInPlace[] | undefined) =>
        places?.map(({ path }) => idAt(path));
      const data = {
        title: input.title,
        titleKey: titleKeyOf(input.title),
        description: input.description,
        ...(code === undefined ? {} : { categoryId: idsOf(category)?.[0] ?? null }),
        ...textsIn(input),
      };
      const outdatedLangs = outdatedAfter(current, data, input.confirmed ?? []);
      const links = {
        areas: idsOf(lists.areas),
        supportTypes: idsOf(lists.supportTypes),
        services: idsOf(lists.services),
      };
      // A client of the specification sends the whole organisation with the agent's details. Every agent may send it
      // unchanged.
      const isConfirming = outdatedLangs.length !== current.outdatedLangs.length;
      if (!isConfirming && isUnchanged(current, data, links)) return false;
      if (actor !== null && !canOnOrganisation(actor, 'update', { id }))
        throw new ApiError('RESPONSIBLE_REQUIRED');
      if (input.version !== undefined && input.version !== current.version) {
        const change = await repository.lastChange(id);
        throw changedMeanwhile(
          'PROFILE_CHANGED',
          presentOrganisationNow(current, change, { actor, lang }),
        );
      }
      await refuseTakenTitle(
        repository.update(current, { ...data, outdatedLangs }, links, {
          userId: actor?.userId ?? null,
          at: now,
        }),
      );
      return true;
    },
  };
}

function partnerDecisions(db: Db) {
  const repository = partnersRepository(db);
  return {
    async listAll(state: 'all' | 'awaiting'): Promise<OrganisationSummary[]> {
      return await repository.list(state);
    },

    /**
     * Approves an organisation for the administrator.
     * @param isWaiting whether to approve only a pending organisation; else also a refused one
     * @returns whether this call approved it, and the time of an earlier refusal
     * @throws ApiError NOT_FOUND; ORGANISATION_TAKEN when another took the title of a refused organisation
     */
    async approve(
      id: number,
      at: Date,
      isWaiting: boolean,
    ): Promise<{ isNow: boolean; refusedAt: Date | null }> {
      await repository.lock(id);
      const before = await repository.decided({ id });
      if (before === undefined) throw new ApiError('NOT_FOUND');
      const { approvedAt, refusedAt, title } = before;
      if (approvedAt !== null || (isWaiting && refusedAt !== null))
        return { isNow: false, refusedAt: null };
      const titleKey = refusedAt === null ? undefined : titleKeyOf(title);
      await refuseTakenTitle(repository.approve(id, at, titleKey));
      return { isNow: true, refusedAt };
    },

    /**
     * Refuses a pending organisation for the administrator. Its title becomes free.
     * @param given its id, or its title
     * @throws ApiError NOT_FOUND
     */
    async refuse(
      given: string,
      at: Date,
    ): Promise<{ id: number; title: string; isNow: boolean; isApproved: boolean }> {
      const text = given.trim();
      const found =
        (/^\d{1,9}$/.test(text) ? await repository.decided({ id: Number(text) }) : undefined) ??
        (await repository.decided({ titleKey: searchKey(text) })) ??
        (await repository.decided({ refusedTitle: text }));
      if (found === undefined) throw new ApiError('NOT_FOUND');
      const { id } = found;
      await repository.lock(id);
      const isNow = await repository.refuse(id, at);
      return { id, title: found.title, isNow, isApproved: await repository.isApproved(id) };
    },
  };
}

export function partnersService(db: Db) {
  return { ...partnerReads(db), ...partnerChanges(db), ...partnerDecisions(db) };
}
