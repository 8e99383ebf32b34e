import type { RequestView } from '@wasl/contracts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Returns why the server forbids updating a row's progress; null when it allows it. */
export function useUpdateRefusal(): (row: RequestView) => string | null {
  const { t } = useTranslation(['worklist', 'words']);
  return useCallback(
    (row) => {
      if (row.percent === 100) return t('words:errors.STEP_FULLY_CLAIMED');
      if (row.abilities.canUpdate) return null;
      if (row.status.code === 'RETIREE') return t('refusal.withdrawn');
      if (row.status.code === 'EN_ATTENTE') return t('words:errors.REQUEST_ON_HOLD');
      switch (row.processingStepStatus?.code) {
        case 'REJECTED':
        case 'PROCESSED':
          return t('words:errors.STEP_CLOSED');
        case 'NOT_STARTED':
          return t('refusal.notStarted');
        default:
          return t('words:errors.STATE_CONFLICT');
      }
    },
    [t],
  );
}
