import { Box } from '@mantine/core';
import type { ImportRunView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { StatusTag, type StatusTone } from '../../../ui/status-tag.tsx';
import layout from '../../../ui/layout/layout.module.css';

const tones: Readonly<Record<ImportRunView['status'], StatusTone>> = {
  RUNNING: 'progress',
  DONE: 'done',
  REFUSED: 'danger',
  FAILED: 'danger',
  INTERRUPTED: 'waiting',
};

export function ImportResult({ run }: { run: ImportRunView }) {
  const { t } = useTranslation('imports');
  const { status, refusal, faults } = run;
  return (
    <span>
      <StatusTag tone={tones[status]} label={t(`list.status.${status}`)} />
      {status === 'REFUSED' && refusal !== null ? (
        <Box component="span" className={layout['small']} display="block" maw="40ch" mt={4}>
          {refusal.message}
        </Box>
      ) : null}
      {status === 'REFUSED' && faults > 0 ? (
        <Box component="span" className={layout['small']} display="block" mt={4}>
          {t('list.faults', { count: faults })}
        </Box>
      ) : null}
    </span>
  );
}
