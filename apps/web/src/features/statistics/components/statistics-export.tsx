import { useTranslation } from 'react-i18next';

import { saveResponse } from '../../../lib/uploads/uploads.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { ExportMenu } from '../../../ui/export-menu.tsx';
import { notify } from '../../../ui/notify.ts';
import { useAttempt } from '../../../ui/use-failure.ts';
import type { Period } from '../rules/period.ts';

export function StatisticsExport({ period }: { period: Period }) {
  const { t } = useTranslation('statistics');
  const attempt = useAttempt();
  const { run, isRunning } = useEndpointAction('exportStatistics');
  const save = (format: 'csv' | 'xlsx') =>
    attempt(async () => {
      const answer = await run({ query: { ...period, format } });
      saveResponse(answer, `statistiques_${period.from}_${period.to}.${format}`);
      notify.success(t('export.done'));
    });
  return (
    <ExportMenu
      words={{
        label: t('export.label'),
        running: t('export.running'),
        xlsx: t('export.xlsx'),
        csv: t('export.csv'),
      }}
      isRunning={isRunning}
      onChoose={save}
    />
  );
}
