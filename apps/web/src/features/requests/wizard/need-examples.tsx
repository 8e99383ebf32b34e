import { useTranslation } from 'react-i18next';

import layout from '../../../ui/layout/layout.module.css';
import styles from './wizard.module.css';

/** Two needs as people write them, for those who face an empty field. */
export function NeedExamples() {
  const { t } = useTranslation('wizard');
  return (
    <details className={styles['examples']}>
      <summary>{t('need.exampleTitle')}</summary>
      <blockquote>{t('need.example1')}</blockquote>
      <blockquote>{t('need.example2')}</blockquote>
      <p className={layout['note']}>{t('need.exampleHint')}</p>
    </details>
  );
}
