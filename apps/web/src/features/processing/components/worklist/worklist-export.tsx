import { useTranslation } from 'react-i18next';

import { today } from '../../../../lib/format/formats.ts';
import { saveResponse } from '../../../../lib/uploads/uploads.ts';
import { useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { ExportMenu } from '../../../../ui/export-menu.tsx';
import { notify } from '../../../../ui/notify.ts';
import { useAttempt } from '../../../../ui/use-failure.ts';
import {
  type Owners,
  tabQuery,
  type Tab,
  worklistCriteriaOf,
  type WorklistFilter,
} from '../../rules/worklist-state.ts';

/** Exports all pages of the list to a file. */
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
  const attempt = useAttempt();
  const { run, isRunning } = useEndpointAction('exportWorklist');
  const save = (format: 'csv' | 'xlsx') =>
    attempt(async () => {
      const query = { format, ...tabQuery(part) };
      const answer = await run({ query, body: worklistCriteriaOf(filter) });
      saveResponse(answer, `demandes_${today()}.${format}`);
      notify.success(t('export.done'));
    });
  return (
    <ExportMenu
      words={{
        label: t('export.label'),
        short: t('export.short'),
        running: t('export.running'),
        xlsx: t('export.xlsx'),
        csv: t('export.csv'),
      }}
      isRunning={isRunning}
      isEmpty={isEmpty}
      onChoose={save}
    />
  );
}
