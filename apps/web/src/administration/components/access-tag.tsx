import type { Access } from '@wasl/contracts/administration';
import { useTranslation } from 'react-i18next';

import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx';

const tones: Readonly<Record<Access, StatusTone>> = {
  open: 'done',
  unconfirmed: 'waiting',
  awaitingApproval: 'yours',
  closed: 'danger',
};

/** Whether a person can sign in. */
export function AccessTag({ access, isSmall = false }: { access: Access; isSmall?: boolean }) {
  const { t } = useTranslation('administration');
  return <StatusTag tone={tones[access]} label={t(`people.access.${access}`)} isSmall={isSmall} />;
}
