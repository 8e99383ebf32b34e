import { loadNewVersion, useNewVersion } from '../lib/http/use-new-version.ts';
import frame from '../theme/frame.module.css';
import styles from './landing.module.css';
import type { Translate } from './landing-texts.ts';

export function NewVersion({ t }: { t: Translate }) {
  const isOffered = useNewVersion() !== null;
  return (
    <div role="status" className={isOffered ? styles['offer'] : undefined}>
      {isOffered ? (
        <>
          <p>{t('version.ready')}</p>
          <button
            type="button"
            className={`${frame['button'] ?? ''} ${styles['plain'] ?? ''}`}
            onClick={() => void loadNewVersion()}
          >
            {t('version.take')}
          </button>
        </>
      ) : null}
    </div>
  );
}
