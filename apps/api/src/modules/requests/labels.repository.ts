import type { CodeLibelle, Lang } from '@wasl/contracts';

import type { Db } from '../../platform/db.ts';
import { labelColumns, labelOf, type Labelled } from '../reference/index.ts';

/** Lists whose codes requests and steps carry as text. */
const parents = ['STATUS', 'PROCESSING_STEP_STATUS', 'DOCUMENT'] as const;
type Parent = (typeof parents)[number];

/** Labels of the codes that requests, steps and documents carry. */
export interface StatusLabels {
  /** `{code, libelle}`; a code that is missing from its list is its own label. */
  of(parent: Parent, code: string, lang: Lang): CodeLibelle;
  /** 'REJECTED' on the status whose observation is an error. */
  marker(status: string): string | null;
}

/** Reads the three short lists in one query. */
export async function loadStatusLabels(db: Db): Promise<StatusLabels> {
  const items = await db.referenceItem.findMany({
    where: { parent: { in: [...parents] }, partnerId: null },
    select: { parent: true, string_1: true, ...labelColumns },
  });
  const byKey = new Map<string, Labelled & { string_1: string | null }>(
    items.map((item) => [`${item.parent} ${item.code}`, item]),
  );
  return {
    of(parent, code, lang) {
      const item = byKey.get(`${parent} ${code}`);
      return { code, libelle: item ? labelOf(item, lang) : code };
    },
    marker: (status) => byKey.get(`STATUS ${status}`)?.string_1 ?? null,
  };
}
