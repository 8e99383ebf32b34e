import {
  maxViews,
  worklistColumns,
  type BodyOf,
  type Endpoints,
  type SavedView,
  type WorklistColumn,
} from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, changedMeanwhile } from '../../platform/http/api-error.ts';
import { viewsRepository, type ViewRow } from './views.repository.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The colleague whose steps a view shows, read from the query string of the client's address. */
function assigneeOf(query: string): string | null {
  const id = new URLSearchParams(query).get('assignee');
  return id !== null && uuid.test(id) ? id : null;
}

const present = ({ id, name, query, isShared, isColleagueGone, version }: ViewRow): SavedView => ({
  id,
  name,
  query,
  isShared,
  isColleagueGone,
  version,
});

/**
 * Saved views of the worklist. A private view belongs to its agent. Every agent of the organisation can change and
 * delete a shared view, so it stays usable after its author leaves.
 */
export function viewsService({ db }: Pick<Deps, 'db'>) {
  async function read(tx: Db, actor: Actor, id: number): Promise<SavedView> {
    const [view] = await viewsRepository(tx).list(actor, id);
    if (view === undefined) throw new ApiError('NOT_FOUND');
    return present(view);
  }
  const refuseTaken = async (
    tx: Db,
    actor: Actor,
    asked: { name: string; isShared: boolean; except?: number },
  ): Promise<void> => {
    if (await viewsRepository(tx).isNameTaken(actor, asked))
      throw new ApiError('ALREADY_EXISTS', { fields: [{ path: 'name', key: 'labelTaken' }] });
  };

  return {
    async list(actor: Actor): Promise<SavedView[]> {
      return (await viewsRepository(db).list(actor)).map(present);
    },

    /** @throws ApiError ALREADY_EXISTS for a name in use; QUOTA_EXCEEDED beyond `maxViews` */
    async create(actor: Actor, view: BodyOf<Endpoints['createView']>): Promise<SavedView> {
      return await inTransaction(db, async (tx) => {
        const views = viewsRepository(tx);
        await views.lockOrganisation(actor);
        await refuseTaken(tx, actor, view);
        if ((await views.count(actor, view.isShared)) >= maxViews)
          throw new ApiError('QUOTA_EXCEEDED');
        const id = await views.create(actor, { ...view, assigneeId: assigneeOf(view.query) });
        return await read(tx, actor, id);
      });
    },

    /** @throws ApiError NOT_FOUND, ALREADY_EXISTS; VIEW_CHANGED with the current view */
    async change(
      actor: Actor,
      id: number,
      { name, query, version }: BodyOf<Endpoints['changeView']>,
    ): Promise<SavedView> {
      return await inTransaction(db, async (tx) => {
        const views = viewsRepository(tx);
        await views.lockOrganisation(actor);
        const before = await read(tx, actor, id);
        const isDone =
          (name === undefined || name === before.name) &&
          (query === undefined || query === before.query);
        // A repeated or identical change is accepted.
        if (isDone) return before;
        if (version !== before.version) throw changedMeanwhile('VIEW_CHANGED', before);
        if (name !== undefined)
          await refuseTaken(tx, actor, { name, isShared: before.isShared, except: id });
        await views.change(id, {
          ...(name === undefined ? {} : { name }),
          ...(query === undefined ? {} : { query, assigneeId: assigneeOf(query) }),
        });
        return await read(tx, actor, id);
      });
    },

    /** @throws ApiError NOT_FOUND */
    async remove(actor: Actor, id: number): Promise<{ success: true }> {
      if (!(await viewsRepository(db).remove(actor, id))) throw new ApiError('NOT_FOUND');
      return { success: true };
    },

    /** The columns that the agent chose, in the order of the table; null until they choose. */
    async columns(actor: Actor): Promise<WorklistColumn[] | null> {
      const stored = (await viewsRepository(db).columns(actor))?.split(',');
      return stored === undefined ? null : worklistColumns.filter((key) => stored.includes(key));
    },

    async saveColumns(actor: Actor, columns: readonly WorklistColumn[]): Promise<void> {
      const chosen = worklistColumns.filter((key) => columns.includes(key));
      await viewsRepository(db).saveColumns(actor, chosen.join(','));
    },
  };
}
