import { useState } from 'react';

import { useAttempt } from '../../../ui/use-failure.ts';
import { mergeEntries } from '../rules/merge-entries.ts';

export function useEarlierEntries<E extends { readonly id: number }>(
  read: (before: number) => Promise<{ entries: readonly E[]; hasEarlier: boolean }>,
) {
  const attempt = useAttempt();
  const [entries, setEntries] = useState<readonly E[]>([]);
  const [hasEarlier, setHasEarlier] = useState<boolean | undefined>(undefined);
  const [isLoading, setLoading] = useState(false);
  const load = async (before: number): Promise<void> => {
    setLoading(true);
    await attempt(async () => {
      const page = await read(before);
      setEntries((now) => mergeEntries(now, page.entries));
      setHasEarlier(page.hasEarlier);
    });
    setLoading(false);
  };
  return { entries, hasEarlier, isLoading, load };
}
