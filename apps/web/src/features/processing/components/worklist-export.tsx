import { IconFileSpreadsheet, IconFileText, IconFileDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useErrorText } from '../../../i18n/error-text.ts';
import { today } from '../../../lib/formats.ts';
import { saveFile } from '../../../lib/uploads.ts';
import { useEndpointAction } from '../../../lib/use-endpoint.ts';
import { Menu } from '../../../ui/menu.tsx';
import { notify } from '../../../ui/notify.ts';
import {
  type Owners,
  partQuery,
  type Tab,
  worklistCriteriaOf,
  type WorklistFilter,
} from '../rules/worklist-state.ts';

/** Hands over what is listed, every page of it, as a file. Busy until it is there. */
export function WorklistExport({
  filter,
  part,
  isEmpty,
}: {
  filter: WorklistFilter;
  part: { readonly tab: Tab; readonly owner: Owners };
  isEmpty: boolean;
}) {
  const { t } = useTranslation('worklist');
  const errorText = useErrorText();
  const { run, isRunning } = useEndpointAction('exportWorklist');
  const save = async (format: 'csv' | 'xlsx') => {
    try {
      const query = { format, ...partQuery(part) };
      const { data, filename } = await run({ query, body: worklistCriteriaOf(filter) });
      saveFile(data, filename ?? `demandes_${today()}.${format}`);
      notify.success(t('export.done'));
    } catch (error) {
      notify.error(errorText(error));
    }
  };
  return (
    <Menu
      label={t(isRunning ? 'export.running' : 'export.label')}
      button={{
        variant: 'default',
        color: 'teal',
        loading: isRunning,
        disabled: isEmpty,
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
