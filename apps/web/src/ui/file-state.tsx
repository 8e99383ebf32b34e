import type { FileState } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { StatusTag } from './status-tag.tsx';

/** What the scanner says of a file that cannot be opened; nothing of a clean one. */
export function FileStateTag({ state }: { state: FileState | null }) {
  const { t } = useTranslation();
  if (state === null || state === 'CLEAN') return null;
  return (
    <StatusTag tone={state === 'INFECTED' ? 'danger' : 'waiting'} label={t(`fileState.${state}`)} />
  );
}
