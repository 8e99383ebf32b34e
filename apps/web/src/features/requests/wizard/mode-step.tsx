import { IconAdjustments, IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { Columns } from '../../../ui/layout/columns.tsx';
import type { WizardMode } from './wizard-rules.ts';
import styles from './wizard.module.css';

const modes = [
  { mode: 'predefined', Icon: IconRoute },
  { mode: 'personalised', Icon: IconAdjustments },
] as const;

/** Step 0: a predefined journey or a personalised request. */
export function ModeStep({
  value,
  onChange,
}: {
  value: WizardMode | null;
  onChange: (mode: WizardMode) => void;
}) {
  const { t } = useTranslation('wizard');
  return (
    <Columns min={280} align="stretch" component="fieldset" aria-label={t('mode.title')}>
      {modes.map(({ mode, Icon }) => (
        <label key={mode} className={styles['mode']}>
          <input
            type="radio"
            name="mode"
            checked={value === mode}
            aria-describedby={`mode-${mode}`}
            aria-label={t(`mode.${mode}`)}
            onChange={() => onChange(mode)}
          />
          <Icon size={36} stroke={1.4} aria-hidden />
          <strong>{t(`mode.${mode}`)}</strong>
          <small id={`mode-${mode}`}>{t(`mode.${mode}Hint`)}</small>
        </label>
      ))}
    </Columns>
  );
}
