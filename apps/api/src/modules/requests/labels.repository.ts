import type { CodeLibelle, Lang, RequestStatus, StepStatus } from '@wasl/contracts';

import type { Db } from '../../platform/database/db.ts';
import { cached } from '../../platform/database/cached.ts';
import { inEachLang, type EachLang } from '../../platform/i18n/in-lang.ts';
import { labelColumns, labelOf, type Labelled } from '../reference/index.ts';

interface CodesOf {
  STATUS: RequestStatus;
  PROCESSING_STEP_STATUS: StepStatus;
  DOCUMENT: string;
}
type Parent = keyof CodesOf;
const parents = ['STATUS', 'PROCESSING_STEP_STATUS', 'DOCUMENT'] satisfies Parent[];

export interface StatusLabels {
  /** `{code, libelle}`. A code that is missing from its list is its own label. */
  of<P extends Parent>(parent: P, code: CodesOf[P], lang: Lang): CodeLibelle;
  /** The same for a code that the history stores as text. */
  named(parent: Parent, code: string, lang: Lang): CodeLibelle;
  has(parent: Parent, code: string): boolean;
  inEachLang(status: RequestStatus): EachLang;
  /** 'REJECTED' for the status whose observation is shown as an error; else null. */
  marker(status: RequestStatus): string | null;
}

/** The labels of the three short lists, cached until a list changes. */
export async function loadStatusLabels(db: Db): Promise<StatusLabels> {
  return await cached(db, 'status labels', readStatusLabels);
}

async function readStatusLabels(db: Db): Promise<StatusLabels> {
  const items = await db.referenceItem.findMany({
    where: { parent: { in: [...parents] }, partnerId: null },
    select: { parent: true, string_1: true, ...labelColumns },
  });
  const byKey = new Map<string, Labelled & { string_1: string | null }>(
    items.map((item) => [`${item.parent} ${item.code}`, item]),
  );
  const named = (parent: Parent, code: string, lang: Lang): CodeLibelle => {
    const item = byKey.get(`${parent} ${code}`);
    return { code, libelle: item ? labelOf(item, lang) : code };
  };
  return {
    of: named,
    named,
    has: (parent, code) => byKey.has(`${parent} ${code}`),
    inEachLang: (status) => inEachLang((lang) => named('STATUS', status, lang).libelle),
    marker: (status) => byKey.get(`STATUS ${status}`)?.string_1 ?? null,
  };
}
