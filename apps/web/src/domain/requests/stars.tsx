import { Box, Group } from '@mantine/core';
import { IconStar } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import styles from './stars.module.css';

const scale = [1, 2, 3, 4, 5] as const;
const fillOf = (isLit: boolean) => (isLit ? 'currentcolor' : 'none');

export function StarsField({
  value,
  onChange,
}: {
  /** 0 without a choice. */
  value: number;
  onChange: (stars: number) => void;
}) {
  const { t } = useTranslation('follow-up');
  const name = useId();
  return (
    <Group component="fieldset" gap={2}>
      <legend>{t('rating.stars')}</legend>
      {scale.map((stars) => (
        <label
          key={stars}
          className={styles['star']}
          data-lit={stars <= value || undefined}
          title={t('rating.count', { count: stars })}
        >
          <input
            type="radio"
            name={name}
            checked={value === stars}
            aria-label={t('rating.count', { count: stars })}
            onChange={() => onChange(stars)}
          />
          <IconStar size={28} stroke={1.6} fill={fillOf(stars <= value)} aria-hidden />
        </label>
      ))}
    </Group>
  );
}

export function StarsGiven({ value }: { value: number }) {
  const { t } = useTranslation('follow-up');
  return (
    <Box
      component="span"
      c="var(--wasl-focus)"
      role="img"
      aria-label={t('rating.count', { count: value })}
    >
      {scale.map((stars) => (
        <IconStar key={stars} size={20} fill={fillOf(stars <= value)} aria-hidden />
      ))}
    </Box>
  );
}
