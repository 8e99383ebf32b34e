import type { ReferenceParent } from '@wasl/contracts';

import type { Db } from '../../platform/database/db.ts';
import { cached } from '../../platform/database/cached.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { provinceFinder } from './find-item.ts';
import { codeFromText, freeCode } from './new-code.ts';
import type { DescribedItem } from './reference.presenter.ts';
import { referenceRepository, type CodedItem } from './reference.repository.ts';
import { searchKey } from './search-key.ts';

/** A code from a caller, with its list and its member. */
export interface CodeInPlace {
  readonly path: string;
  readonly parent: ReferenceParent;
  readonly code: string;
}

export interface NewItemInput {
  readonly code: string | null;
  readonly libelle: string;
  readonly description: string | null;
  readonly string_1: string | null;
}

export function referenceService(db: Db) {
  const repository = referenceRepository(db);
  return {
    /** Active shared items of a list, in its order. @throws ApiError NOT_FOUND for an unknown list */
    async listItems(parent: string): Promise<DescribedItem[]> {
      const lists = await cached(db, 'lists', (from) => referenceRepository(from).lists());
      if (!lists.has(parent)) throw new ApiError('NOT_FOUND');
      return await cached(db, `items of ${parent}`, (from) =>
        referenceRepository(from).itemsOf(parent),
      );
    },

    /** Shared items of a list followed by those of one organisation. */
    async listItemsFor(parent: ReferenceParent, partnerId: number): Promise<DescribedItem[]> {
      return await repository.itemsOf(parent, partnerId);
    },

    /** The shared items of a list by code, including inactive items. */
    async codes(parent: ReferenceParent): Promise<ReadonlyMap<string, CodedItem>> {
      return await cached(db, `codes of ${parent}`, async (from) => {
        const items = await referenceRepository(from).codesOf(parent);
        return new Map(items.map((item) => [item.code, item]));
      });
    },

    /**
     * Resolves codes to item ids.
     * @param allowedIds items that the record uses already: they stay valid when inactive or not shared yet
     * @returns ids by path
     * @throws ApiError INVALID_INPUT naming every path whose code is not in its list
     */
    async resolveCodes(
      wanted: readonly CodeInPlace[],
      allowedIds: readonly number[] = [],
    ): Promise<(path: string) => number> {
      const parents = new Set(wanted.map(({ parent }) => parent));
      const [only] = parents;
      // For a single list the cached codes are enough.
      const found =
        only !== undefined && parents.size === 1
          ? [...(await this.codes(only)).values()].filter(
              ({ id, active }) => active || allowedIds.includes(id),
            )
          : await repository.itemsByCode(wanted, allowedIds);
      const ids = new Map(found.map(({ parent, code, id }) => [`${parent} ${code}`, id]));
      const byPath = new Map<string, number>();
      const unknown: string[] = [];
      for (const { path, parent, code } of wanted) {
        const id = ids.get(`${parent} ${code}`);
        if (id === undefined) unknown.push(path);
        else byPath.set(path, id);
      }
      if (unknown.length > 0) {
        throw new ApiError('INVALID_INPUT', {
          fields: [...new Set(unknown)].map((path) => ({ path, key: 'unknownCode' })),
        });
      }
      return (path) => {
        const id = byPath.get(path);
        if (id === undefined) throw new TypeError(`No code was asked for at ${path}`);
        return id;
      };
    },

    /** The code of a province given by its code or a usual name; any other text unchanged. */
    async normaliseProvince(text: string): Promise<string> {
      return provinceFinder(await repository.itemsOf('PROVINCE'))(text)?.code ?? text;
    },

    /**
     * Adds an item to a list. Call it in a transaction, because it locks the list.
     * @param partnerId the organisation that owns the item; for a service, until the administrator approves it
     * @throws ApiError ALREADY_EXISTS for an existing label. An existing code gets a number instead.
     */
    async addItem(
      parent: 'SERVICE' | 'DOCUMENT',
      input: NewItemInput,
      partnerId: number,
    ): Promise<DescribedItem> {
      await repository.lockList(parent);
      const libelleKey = searchKey(input.libelle);
      // A service may become shared, so its label must be unique across all organisations.
      const among = parent === 'SERVICE' ? 'anybody' : partnerId;
      if (await repository.hasLabel(parent, libelleKey, among)) {
        throw new ApiError('ALREADY_EXISTS', { fields: [{ path: 'libelle', key: 'labelTaken' }] });
      }
      const wanted = codeFromText(input.code ?? '') || codeFromText(input.libelle);
      const taken = await repository.codesLike(parent, wanted === '' ? parent : wanted);
      const code = freeCode(wanted, parent, taken);
      const { libelle, description, string_1 } = input;
      return await repository.insert({
        parent,
        code,
        libelle,
        libelleKey,
        description,
        string_1,
        partnerId,
      });
    },

    /** Proposed services for the administrator that await approval, oldest first. */
    async proposedServices() {
      return await repository.proposedServices();
    },
  };
}
