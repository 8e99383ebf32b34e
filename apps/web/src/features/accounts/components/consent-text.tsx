import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import layout from '../../../ui/layout/layout.module.css';

const points = ['purpose', 'recipients', 'rights'] as const;

/** Privacy text of one version (`consent-versions.json` of the contracts). */
export function ConsentText() {
  const { t } = useTranslation('accounts');
  return (
    <>
      <p>{t('consent.lead')}</p>
      <Stack component="ul" gap={6} className={layout['bullets']}>
        {points.map((point) => (
          <li key={point}>{t(`consent.${point}`)}</li>
        ))}
      </Stack>
    </>
  );
}
