import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import layout from '../../../ui/layout/layout.module.css';

/** Two example needs, to help with an empty field. */
export function NeedExamples() {
  const { t } = useTranslation('wizard');
  return (
    <details>
      <summary>{t('need.exampleTitle')}</summary>
      {(['need.example1', 'need.example2'] as const).map((example) => (
        <Box component="blockquote" key={example} className={layout['quote']} maw="68ch" mb="sm">
          {t(example)}
        </Box>
      ))}
      <p className={layout['small']}>{t('need.exampleHint')}</p>
    </details>
  );
}
