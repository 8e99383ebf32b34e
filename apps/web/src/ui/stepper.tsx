import { Box, Group, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import layout from './layout/layout.module.css';
import styles from './stepper.module.css';

export interface Step {
  readonly label: string;
  readonly isDone: boolean;
}

/**
 * Progress of a form with several steps. Reachable steps are buttons. Mantine's Stepper is a row of buttons, without a
 * list and without `aria-current`.
 */
export function Stepper({
  steps,
  current,
  onGo,
}: {
  steps: readonly Step[];
  current: number;
  /** With it, completed steps are buttons. */
  onGo?: (step: number) => void;
}) {
  const { t } = useTranslation();
  const label = steps[current]?.label ?? '';
  return (
    <nav aria-label={t('stepper.label')}>
      <Group component="ol" gap="xs" wrap="nowrap" align="stretch">
        {steps.map((step, index) => {
          const isCurrent = index === current;
          const state = isCurrent ? 'open' : step.isDone ? 'done' : 'later';
          const inner = (
            <>
              <span className={layout['mark']} data-state={state} aria-hidden>
                {step.isDone && !isCurrent ? <IconCheck size={16} /> : index + 1}
              </span>
              <span>
                {step.label}
                {step.isDone ? <VisuallyHidden> ({t('stepper.done')})</VisuallyHidden> : null}
              </span>
            </>
          );
          return (
            <Group
              component="li"
              key={step.label}
              flex={1}
              align="stretch"
              data-state={state}
              aria-current={isCurrent ? 'step' : undefined}
            >
              {onGo !== undefined && step.isDone && !isCurrent ? (
                <button type="button" className={styles['inner']} onClick={() => onGo(index)}>
                  {inner}
                </button>
              ) : (
                <span className={styles['inner']}>{inner}</span>
              )}
            </Group>
          );
        })}
      </Group>
      <Box component="p" className={layout['narrow']} fw={600} aria-hidden>
        {t('stepper.position', { step: current + 1, steps: steps.length })} · {label}
      </Box>
    </nav>
  );
}
