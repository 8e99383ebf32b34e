import { useTranslation } from 'react-i18next';
import useSWR from 'swr';

import { loadConfig } from '../../lib/config.ts';
import styles from './layout.module.css';

/** The copyright line and the version. */
export function Footer() {
  const { t } = useTranslation('layout');
  const { data } = useSWR('config', loadConfig);
  return (
    <footer className={styles['foot']}>
      <span>{t('footer.copyright', { year: new Date().getFullYear() })}</span>
      <span>
        <bdi>{t('footer.version', { version: data?.version ?? '1.0.0' })}</bdi>
      </span>
    </footer>
  );
}
