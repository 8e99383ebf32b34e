import type { ReferenceParent } from '@wasl/contracts';

import { useEndpoint } from '../../../lib/use-endpoint.ts';
import type { Choice } from '../../../ui/form/index.ts';

/** A reference list as the choices of a field; undefined while it loads. */
export function useChoices(parent: ReferenceParent) {
  const { data, error, reload } = useEndpoint('paramsByParentI18n', { params: { parent } });
  const choices = data?.map((item): Choice => ({ value: item.code, label: item.libelle }));
  return { choices, error, reload };
}
