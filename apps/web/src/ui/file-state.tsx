import type { FileState } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { StatusTag } from './status-tag.tsx';

/** Scan result of a file that cannot be opened; nothing for a clean file. */
export function FileStateTag({ state }: { state: FileState | null }) {
  const { t } = useTranslation();
  if (state === null || state === 'CLEAN') return null;
  return (
    <StatusTag tone={state === 'INFECTED' ? 'danger' : 'waiting'} label={t(`fileState.${state}`)} />
  );
}
