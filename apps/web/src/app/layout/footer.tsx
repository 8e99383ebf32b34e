import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import useSWR from 'swr';

import { loadConfig } from '../../lib/http/config.ts';
import frame from '../../theme/frame.module.css';
import styles from './layout.module.css';

const thisYear = new Date().getFullYear();
const pages = [
  ['estimation', 'estimate'],
  ['comment-ca-marche', 'howItWorks'],
  ['questions', 'questions'],
  ['help', 'help'],
  ['contact', 'contact'],
  ['legal', 'legal'],
  ['privacy', 'privacy'],
] as const;

export function Footer() {
  const { t } = useTranslation('layout');
  const { data } = useSWR('config', loadConfig);
  return (
    <footer className={`${frame['foot'] ?? ''} ${styles['foot'] ?? ''}`}>
      <span>{t('footer.copyright', { year: thisYear })}</span>
      <nav aria-label={t('footer.pages')}>
        <ul>
          {pages.map(([page, title]) => (
            <li key={page}>
              <Link to={`/${page}`}>{t(`titles.${title}`)}</Link>
            </li>
          ))}
        </ul>
      </nav>
      <span>
        <bdi>{t('footer.version', { version: data?.version ?? '1.0.0' })}</bdi>
      </span>
    </footer>
  );
}
