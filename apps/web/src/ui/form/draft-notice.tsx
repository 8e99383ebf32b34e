import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { FormDraft } from '../../lib/draft.ts';
import { formatClock, formatMoment } from '../../lib/formats.ts';
import styles from './form.module.css';

/** Offers a draft of an earlier visit; afterwards says quietly when the present one was saved. */
export function DraftNotice({ draft }: { draft: FormDraft }) {
  const { t } = useTranslation();
  if (draft.found !== null) {
    return (
      <div className={styles['draft']} role="status">
        <p>{t('form.found', { date: formatMoment(new Date(draft.found)) })}</p>
        <Button size="sm" onClick={draft.resume}>
          {t('actions.resume')}
        </Button>
        <Button size="sm" variant="default" onClick={draft.discard}>
          {t('actions.discard')}
        </Button>
      </div>
    );
  }
  if (draft.savedAt === null) return null;
  return <p className={styles['saved']}>{t('form.saved', { time: formatClock(draft.savedAt) })}</p>;
}
