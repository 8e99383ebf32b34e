import { useTranslation } from 'react-i18next';

import { loadNewVersion, useNewVersion } from '../../lib/http/use-new-version.ts';
import layout from '../../ui/layout/layout.module.css';
import styles from './layout.module.css';

/** Offers a new version; it loads only when the user accepts. */
export function NewVersion() {
  const { t } = useTranslation('layout');
  const offer = useNewVersion();
  return (
    <div role="status" className={offer === null ? undefined : styles['ending']}>
      {offer === null ? null : (
        <>
          <p>{t(offer === 'files' ? 'version.readyFiles' : 'version.ready')}</p>
          <button
            type="button"
            className={`${layout['outlined'] ?? ''} ${layout['strong'] ?? ''}`}
            onClick={() => void loadNewVersion()}
          >
            {t('version.take')}
          </button>
        </>
      )}
    </div>
  );
}
