import { administrationPageSize, type ActView } from '@wasl/contracts/administration';

import { administratorActsRepository } from '../../platform/database/administrator-acts.repository.ts';
import { displayName } from '../../platform/database/person-name.ts';
import { invalidField } from '../../platform/http/api-error.ts';
import type { Deps } from '../../platform/program/deps.ts';

/** Acts of all administrators. */
export function historyService({ db }: Pick<Deps, 'db'>) {
  return {
    /** Newest first. @throws ApiError INVALID_INPUT at `after` */
    async read(after?: string): Promise<{ rows: ActView[]; next: string | null }> {
      if (after !== undefined && !/^\d{1,9}$/.test(after)) throw invalidField('after', 'invalid');
      const before = after === undefined ? null : Number(after);
      const found = await administratorActsRepository(db).page(before, administrationPageSize + 1);
      const acts = found.slice(0, administrationPageSize);
      const last = acts.at(-1);
      return {
        rows: acts.map(({ at, byName, user, partner, request, ...act }) => ({
          ...act,
          at: at.toISOString(),
          by: byName,
          person: user === null ? null : { email: user.email, name: displayName(user) },
          organisation: partner,
          numRequest: request?.numRequest ?? null,
        })),
        next: found.length > acts.length && last !== undefined ? String(last.id) : null,
      };
    },
  };
}
