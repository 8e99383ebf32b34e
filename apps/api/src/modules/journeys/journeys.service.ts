import type { Db } from '../../platform/database/db.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { searchKey } from '../reference/index.ts';
import { isJourneyOpen } from './journey-days.ts';
import { journeysRepository, type JourneyRow } from './journeys.repository.ts';

export interface JourneyQuery {
  /** Part of the title in any language, without case and accents. */
  readonly title: string | null;
  readonly type: string;
  readonly active: boolean;
}

export function journeysService(db: Db) {
  const repository = journeysRepository(db);
  return {
    /** Matching journeys: open journeys first, then by id. */
    async search(
      query: JourneyQuery,
      { page, size }: { page: number; size: number },
      now: Date,
    ): Promise<{ rows: JourneyRow[]; total: number }> {
      const key = searchKey(query.title ?? '');
      const found = (await repository.all()).filter(
        ({ type, active, titleFr, titleEn, titleAr, titleEs }) =>
          type === query.type &&
          active === query.active &&
          [titleFr, titleEn, titleAr, titleEs].some(
            (title) => title !== null && searchKey(title).includes(key),
          ),
      );
      const rows = [
        ...found.filter((journey) => isJourneyOpen(journey, now)),
        ...found.filter((journey) => !isJourneyOpen(journey, now)),
      ];
      return { rows: rows.slice(page * size, (page + 1) * size), total: found.length };
    },

    /** A journey, open or not. @throws ApiError NOT_FOUND */
    async get(id: number): Promise<JourneyRow> {
      const journey = (await repository.all()).find((one) => one.id === id);
      if (!journey) throw new ApiError('NOT_FOUND');
      return journey;
    },
  };
}
