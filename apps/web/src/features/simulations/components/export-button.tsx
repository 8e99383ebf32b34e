import { IconFileDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { today } from '../../../lib/format/formats.ts';
import { notify } from '../../../ui/notify.ts';
import { ProgressButton } from '../../../ui/progress-button.tsx';
import { exportReport } from '../api/reports.ts';

export default function ExportButton({ scheme, id }: { scheme: 'general' | 'nordev'; id: number }) {
  const { t } = useTranslation('simulations');
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    try {
      const name = scheme === 'general' ? 'simulation' : 'simulation_nordev';
      await exportReport(scheme, id, `${name}_${today()}.pdf`);
    } catch {
      notify.error(t('failures.export'));
    } finally {
      setRunning(false);
    }
  };
  return (
    <ProgressButton
      variant="default"
      isRunning={isRunning}
      leftSection={<IconFileDownload size={18} aria-hidden />}
      onClick={() => void run()}
    >
      {t('actions.export')}
    </ProgressButton>
  );
}
