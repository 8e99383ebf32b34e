import type { PremiumDetail } from '@wasl/premium';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../lib/formats.ts';
import styles from './simulators.module.css';
import { type Labels, type PremiumKey, useExplanation } from './words.ts';

/** Each premium: its rate, green or red, why it is so, and what would raise it. */
export function PremiumLines({
  premiums,
  labels,
}: {
  premiums: readonly PremiumDetail[];
  labels: Labels;
}) {
  const { t } = useTranslation('simulators');
  const formats = useFormats();
  const { why, raise } = useExplanation(labels);
  return (
    <ul className={styles['lines']}>
      {premiums.map((detail) => {
        const change = raise(detail);
        return (
          <li key={detail.key}>
            <div className={styles['line']}>
              <span>{t(`premiums.${detail.key as PremiumKey}`)}</span>
              <bdi className={styles['rate']} data-granted={detail.rate > 0}>
                {formats.percent(detail.rate)}
              </bdi>
            </div>
            <details>
              <summary>{t('why.title')}</summary>
              {why(detail).map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
              {change === null ? null : (
                <p>
                  <strong>{t('raise.title')}</strong> {change}
                </p>
              )}
            </details>
          </li>
        );
      })}
    </ul>
  );
}

/** The three footnotes under every result. */
export function Footnotes() {
  const { t } = useTranslation('simulators');
  return (
    <ol className={styles['footnotes']}>
      <li>{t('footnotes.declarative')}</li>
      <li>{t('footnotes.indicative')}</li>
      <li>{t('footnotes.caps')}</li>
    </ol>
  );
}
