import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { FormDraft } from '../../lib/drafts/draft.ts';
import { formatClock, formatMoment, isolated } from '../../lib/format/formats.ts';
import layout from '../layout/layout.module.css';
import styles from './form.module.css';

/** Offers a draft of an earlier visit, another window or another device; then shows when the present one was saved. */
export function DraftNotice({
  draft,
  part = 'both',
}: {
  draft: FormDraft;
  /** A long form uses two notices, to avoid an empty line on top: `question` above its fields and `saved` below them. */
  part?: 'both' | 'question' | 'saved';
}) {
  const { t } = useTranslation();
  const saved =
    draft.savedAt === null ? null : t('form.saved', { time: formatClock(draft.savedAt) });
  const quiet = draft.isRefused ? t('form.notStored') : saved;
  const question =
    draft.otherWindowSavedAt !== null || draft.device !== undefined ? (
      <>
        <p>
          {draft.device === undefined
            ? t('form.elsewhere', { time: formatClock(draft.otherWindowSavedAt ?? 0) })
            : draft.device.question}
        </p>
        <Button size="sm" variant="light" onClick={draft.applyTheirs}>
          {t('form.useTheirs')}
        </Button>
        <Button size="sm" variant="default" onClick={draft.keepMine}>
          {draft.device?.keep ?? t('form.useMine')}
        </Button>
      </>
    ) : draft.pendingSavedAt !== null ? (
      <>
        <p>
          {t('form.found', { date: isolated(formatMoment(new Date(draft.pendingSavedAt))) })}{' '}
          {draft.hasChanged ? t('form.foundOld') : null}
        </p>
        <Button size="sm" variant="light" onClick={draft.resume}>
          {t('actions.resume')}
        </Button>
        <Button size="sm" variant="default" onClick={draft.discard}>
          {t('actions.discard')}
        </Button>
      </>
    ) : null;
  const isEmpty = part === 'question' && question === null && !draft.isResumed;
  if (part === 'saved' && question !== null) return null;
  // A persistent live region: only changes are announced, at most once a minute.
  return (
    <div
      role="status"
      className={question === null ? styles['saved'] : styles['draft']}
      {...(isEmpty ? { style: { position: 'absolute' } } : {})}
      data-resumed={(part !== 'saved' && draft.isResumed) || undefined}
      data-asks={(part !== 'question' && draft.keepOnDevice !== null) || undefined}
    >
      {question ?? (
        <>
          {part !== 'saved' && draft.isResumed ? (
            <>
              <p>{t('form.resumed')}</p>
              <button type="button" className={layout['link']} onClick={draft.startOver}>
                {t('actions.discard')}
              </button>
            </>
          ) : null}
          {quiet === null || part === 'question' ? null : <p>{quiet}</p>}
          {part === 'question' || draft.savedAt === null || draft.keepOnDevice === null ? null : (
            <button type="button" className={layout['link']} onClick={draft.keepOnDevice}>
              {t('form.storeDrafts')}
            </button>
          )}
        </>
      )}
    </div>
  );
}
