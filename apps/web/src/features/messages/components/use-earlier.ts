import { useState } from 'react';

import { useFailure } from '../../../ui/use-failure.ts';
import { mergeEntries } from '../rules/merge-entries.ts';

/** The pages before the last one, as far back as was asked for. */
export function useEarlier<E extends { readonly id: number }>(
  read: (before: number) => Promise<{ entries: readonly E[]; hasEarlier: boolean }>,
) {
  const fail = useFailure();
  const [entries, setEntries] = useState<readonly E[]>([]);
  const [hasEarlier, setHasEarlier] = useState<boolean | undefined>(undefined);
  const [isLoading, setLoading] = useState(false);
  const load = async (before: number): Promise<void> => {
    setLoading(true);
    try {
      const page = await read(before);
      setEntries((now) => mergeEntries(now, page.entries));
      setHasEarlier(page.hasEarlier);
    } catch (error) {
      fail(error);
    } finally {
      setLoading(false);
    }
  };
  return { entries, hasEarlier, isLoading, load };
}
