import { useTranslation } from 'react-i18next';

import styles from './layout.module.css';

/** First stop of the keyboard: past the menus, to the content. */
export function SkipLink() {
  const { t } = useTranslation('layout');
  return (
    <a
      href="#content"
      className={styles['skip']}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}
    >
      {t('skip')}
    </a>
  );
}
