import type { ReferenceParent } from '@wasl/contracts';

import type { Db } from '../../platform/database/db.ts';
import { readMarks } from '../seed-records.ts';
import { SeedFault } from '../seed-fault.ts';

/** Ids of the names in the demonstration files. Each function throws SeedFault for an unknown name. */
export interface Lookup {
  item(parent: ReferenceParent, code: string): number;
  documentLabel(code: string): string;
  organisation(slug: string): number;
  journey(slug: string): { readonly id: number; readonly taskDefIds: readonly number[] };
}

const dayMs = 86_400_000;

/**
 * An instant in working hours this many days before `now`; negative numbers mean after. It is deterministic, and a
 * larger number gives an earlier instant.
 */
export function daysBefore(now: Date, days: number): Date {
  const day = new Date(now.getTime() - days * dayMs);
  const spread = Math.abs(days);
  day.setUTCHours(8 + ((spread * 7) % 9), (spread * 13) % 60, 0, 0);
  return day;
}

export async function loadLookup(db: Db): Promise<Lookup> {
  const items = await db.referenceItem.findMany({
    select: { id: true, parent: true, code: true, libelleFr: true },
  });
  const documentLabels = new Map(
    items
      .filter(({ parent }) => parent === 'DOCUMENT')
      .map(({ code, libelleFr }) => [code, libelleFr]),
  );
  const itemIds = new Map(items.map(({ id, parent, code }) => [`${parent}/${code}`, id]));
  const organisations = await readMarks(db, 'organisation/');
  const journeys = await db.journeyDef.findMany({
    select: {
      id: true,
      slug: true,
      taskDefs: { select: { id: true }, orderBy: { position: 'asc' } },
    },
  });
  const found = <T>(value: T | null | undefined, what: string): T => {
    if (value === null || value === undefined) {
      throw new SeedFault([`demo: ${what} is not in the reference data`]);
    }
    return value;
  };
  return {
    item: (parent, code) => found(itemIds.get(`${parent}/${code}`), `${code} of ${parent}`),
    documentLabel: (code) => found(documentLabels.get(code), `${code} of DOCUMENT`),
    organisation: (slug) =>
      found(organisations.get(`organisation/${slug}`)?.recordId, `the organisation ${slug}`),
    journey: (slug) => {
      const journey = found(
        journeys.find((one) => one.slug === slug),
        `the journey ${slug}`,
      );
      return { id: journey.id, taskDefIds: journey.taskDefs.map(({ id }) => id) };
    },
  };
}
