import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import layout from '../../ui/layout/layout.module.css';
import styles from './layout.module.css';

/** Milliseconds after which the page is there and what is kept for later does not delay it. */
const afterMs = 4000;

/** Keeps the page without a line on the device of whoever is signed in, and offers a new version; never takes it unasked. */
export function NewVersion() {
  const { t } = useTranslation('layout');
  const [offer, setOffer] = useState<{ readonly take: () => void } | null>(null);
  useEffect(() => {
    if (!import.meta.env.PROD) return undefined;
    let stop: (() => void) | null = () => undefined;
    const timer = setTimeout(() => {
      import('../../offline/register.ts').then(
        ({ keepOffline }) => {
          if (stop === null) return;
          stop = keepOffline((take) => setOffer({ take }));
        },
        () => undefined,
      );
    }, afterMs);
    return () => {
      clearTimeout(timer);
      stop?.();
      stop = null;
    };
  }, []);
  return (
    <div role="status" className={offer === null ? undefined : styles['ending']}>
      {offer === null ? null : (
        <>
          <p>{t('version.ready')}</p>
          <button
            type="button"
            className={`${layout['outlined'] ?? ''} ${layout['strong'] ?? ''}`}
            onClick={offer.take}
          >
            {t('version.take')}
          </button>
        </>
      )}
    </div>
  );
}
