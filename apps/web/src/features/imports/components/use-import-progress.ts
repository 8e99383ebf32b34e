import type { Endpoints, ResponseOf } from '@wasl/contracts';
import { useEffect, useState } from 'react';

import { call } from '../../../lib/http/api-client.ts';

export type ImportProgressData = ResponseOf<Endpoints['getImportRun']>;

const everyMs = 700;
/** Most imports end before this delay and need no poll. */
const firstMs = 400;

/** Polls the progress of a running import; null while unknown. */
export function useImportProgress(run: string | null): ImportProgressData | null {
  const [progress, setProgress] = useState<ImportProgressData | null>(null);
  useEffect(() => {
    if (run === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const ask = async (): Promise<void> => {
      try {
        const { data } = await call('getImportRun', { params: { run } });
        if (!isOver) setProgress(data);
      } catch {
        // Not started yet, or finished: the answer of the import has the result.
      }
      if (!isOver) later(everyMs);
    };
    const later = (ms: number): void => {
      timer = setTimeout(() => void ask(), ms);
    };
    later(firstMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [run]);
  return progress?.run === run ? progress : null;
}
