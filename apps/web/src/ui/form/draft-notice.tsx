import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { FormDraft } from '../../lib/draft.ts';
import { formatClock, formatMoment, isolated } from '../../lib/formats.ts';
import styles from './form.module.css';

/** Offers a draft of an earlier visit; afterwards says quietly when the present one was saved. */
export function DraftNotice({ draft }: { draft: FormDraft }) {
  const { t } = useTranslation();
  const saved =
    draft.savedAt === null ? null : t('form.saved', { time: formatClock(draft.savedAt) });
  const quiet = draft.isRefused ? t('form.notKept') : saved;
  // One region that stays: only what changes in it is read out, once a minute at most.
  return (
    <div
      role="status"
      className={draft.found === null ? styles['saved'] : styles['draft']}
      data-resumed={draft.isResumed || undefined}
    >
      {draft.found === null ? (
        <>
          {draft.isResumed ? <p>{t('form.resumed')}</p> : null}
          {quiet === null ? null : <p>{quiet}</p>}
        </>
      ) : (
        <>
          <p>{t('form.found', { date: isolated(formatMoment(new Date(draft.found))) })}</p>
          <Button size="sm" onClick={draft.resume}>
            {t('actions.resume')}
          </Button>
          <Button size="sm" variant="default" onClick={draft.discard}>
            {t('actions.discard')}
          </Button>
        </>
      )}
    </div>
  );
}
