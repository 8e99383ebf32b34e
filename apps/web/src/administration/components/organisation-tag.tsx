import type { OrganisationState } from '@wasl/contracts/administration';
import { useTranslation } from 'react-i18next';

import { StatusTag } from '../../ui/status-tag.tsx';

const tones = {
  active: 'done',
  unattended: 'danger',
  awaiting: 'waiting',
  refused: 'neutral',
} as const;

export function OrganisationTag({ state }: { state: OrganisationState }) {
  const { t } = useTranslation('administration');
  return <StatusTag tone={tones[state]} label={t(`organisations.states.${state}`)} isSmall />;
}
