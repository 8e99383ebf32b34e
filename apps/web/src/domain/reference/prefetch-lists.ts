import type { ReferenceParent } from '@wasl/contracts';

import { prefetch } from '../../lib/http/prefetch.ts';

/** Prefetches reference lists, which `useReferenceChoices` then takes. */
export function prefetchLists(...parents: readonly ReferenceParent[]): void {
  for (const parent of parents) prefetch('paramsByParentI18n', { params: { parent } });
}
