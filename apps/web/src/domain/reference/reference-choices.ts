import type { ReferenceParent } from '@wasl/contracts';
import { useMemo } from 'react';

import { useEndpoint } from '../../lib/use-endpoint.ts';

/** An item of a reference list as a field offers it; `parent` is the code of the place it lies in. */
export interface ReferenceChoice {
  readonly value: string;
  readonly label: string;
  readonly parent: string | null;
}

/** A reference list in the reader's language, as choices; undefined until it has come. */
export function useReferenceChoices(list: ReferenceParent) {
  const { data, error, reload } = useEndpoint('paramsByParentI18n', { params: { parent: list } });
  const choices = useMemo(
    () =>
      data?.map((item): ReferenceChoice => ({
        value: item.code,
        label: item.libelle,
        parent: item.string_1,
      })),
    [data],
  );
  return { choices, error, reload };
}
