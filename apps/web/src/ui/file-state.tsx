import type { FileState } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { StatusTag } from './status-tag.tsx';

const tones = { INFECTED: 'danger', PENDING: 'waiting', CAUTION: 'yours' } as const;

/** Scan result of a file that cannot be opened, or only with care; nothing for a clean file. */
export function FileStateTag({ state }: { state: FileState | null }) {
  const { t } = useTranslation();
  if (state === null || state === 'CLEAN') return null;
  return <StatusTag tone={tones[state]} label={t(`fileState.${state}`)} />;
}
