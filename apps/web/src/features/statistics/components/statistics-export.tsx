import { IconFileDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useErrorText } from '../../../i18n/error-text.ts';
import { saveFile } from '../../../lib/uploads.ts';
import { useEndpointAction } from '../../../lib/use-endpoint.ts';
import { Menu } from '../../../ui/menu.tsx';
import { notify } from '../../../ui/notify.ts';
import type { Period } from '../rules/period.ts';

/** Hands over the figures that are shown as a table. */
export function StatisticsExport({ period }: { period: Period }) {
  const { t } = useTranslation('statistics');
  const errorText = useErrorText();
  const { run, isRunning } = useEndpointAction('exportStatistics');
  const save = async (format: 'csv' | 'xlsx') => {
    try {
      const { data, filename } = await run({ query: { ...period, format } });
      saveFile(data, filename ?? `statistiques_${period.from}_${period.to}.${format}`);
      notify.success(t('export.done'));
    } catch (error) {
      notify.error(errorText(error));
    }
  };
  return (
    <Menu
      label={t('export.label')}
      button={{
        variant: 'default',
        loading: isRunning,
        leftSection: <IconFileDownload size={18} aria-hidden />,
      }}
      entries={[
        {
          key: 'xlsx',
          label: t('export.xlsx'),
          icon: <IconFileSpreadsheet size={18} aria-hidden />,
          onChoose: () => save('xlsx'),
        },
        {
          key: 'csv',
          label: t('export.csv'),
          icon: <IconFileText size={18} aria-hidden />,
          onChoose: () => save('csv'),
        },
      ]}
    >
      {t('export.label')}
    </Menu>
  );
}
