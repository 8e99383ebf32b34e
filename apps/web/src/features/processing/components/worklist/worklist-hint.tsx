import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { StateOf } from '../../../../lib/routing/address-state.ts';
import layout from '../../../../ui/layout/layout.module.css';
import type { worklistState } from '../../rules/worklist-state.ts';
import { DeadlineSort } from './deadline-sort.tsx';

/** What a part of the list contains, and how it is sorted. */
export default function WorklistHint({ state }: { state: StateOf<typeof worklistState> }) {
  const { t } = useTranslation('worklist');
  if (state.tab === 'all') return null;
  const isOldestFirst = state.sort.field === 'assignedAt' && state.sort.direction === 'asc';
  return (
    <Box component="p" className={layout['small']} flex="1 1 160px" lh={1.25}>
      {t(`tabs.hint.${state.tab}`)} {isOldestFirst ? t('tabs.oldestFirst') : null}{' '}
      <DeadlineSort state={state} />
    </Box>
  );
}
