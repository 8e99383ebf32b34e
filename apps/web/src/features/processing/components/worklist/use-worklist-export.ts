import { useTranslation } from 'react-i18next';

import { today } from '../../../../lib/format/formats.ts';
import { saveResponse } from '../../../../lib/uploads/uploads.ts';
import type { StateOf } from '../../../../lib/routing/address-state.ts';
import { useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { notify } from '../../../../ui/notify.ts';
import { useAttempt } from '../../../../ui/use-failure.ts';
import { tabQuery, worklistCriteriaOf, type worklistState } from '../../rules/worklist-state.ts';

/** Exports all pages of the list to a file. */
export function useWorklistExport(state: StateOf<typeof worklistState>) {
  const { t } = useTranslation('worklist');
  const attempt = useAttempt();
  const { run, isRunning } = useEndpointAction('exportWorklist');
  const save = (format: 'csv' | 'xlsx') =>
    attempt(async () => {
      const query = { format, ...tabQuery(state) };
      const answer = await run({ query, body: worklistCriteriaOf(state) });
      saveResponse(answer, `demandes_${today()}.${format}`);
      notify.success(t('export.done'));
    });
  return { save, isRunning };
}
