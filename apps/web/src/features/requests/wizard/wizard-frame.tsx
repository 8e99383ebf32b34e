import { Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useStepTitle } from '../../../lib/routing/step-title.ts';
import layout from '../../../ui/layout/layout.module.css';
import { Stepper } from '../../../ui/stepper.tsx';
import type { WizardMode } from './wizard-rules.ts';
import styles from './wizard.module.css';

/** Labels of the four steps; the second one depends on the mode. */
export function useStepLabels(mode: WizardMode | null): readonly string[] {
  const { t } = useTranslation('wizard');
  return [
    t('steps.mode'),
    t(mode === 'predefined' ? 'steps.journey' : 'steps.services'),
    t('steps.need'),
    t('steps.documents'),
  ];
}

/** Stepper, title of the step and its content; the title takes the focus when the step changes. */
export function WizardFrame({
  labels,
  step,
  reachable,
  isExisting,
  onGo,
  lead,
  children,
}: {
  labels: readonly string[];
  step: number;
  reachable: number;
  /** All steps of an existing request count as completed. */
  isExisting: boolean;
  onGo: (step: number) => void;
  lead?: string;
  children: ReactNode;
}) {
  const title = useStepTitle(step);
  const [visited, setVisited] = useState(step);
  if (step > visited) setVisited(step);
  const furthest = isExisting ? reachable : Math.min(reachable, visited);
  return (
    <Stack className={layout['card']} gap="lg">
      <Stepper
        steps={labels.map((label, index) => ({
          label,
          isDone: index !== step && index <= furthest,
        }))}
        current={step}
        onGo={onGo}
      />
      <Stack className={styles['step'] ?? ''}>
        <h2 ref={title} tabIndex={-1}>
          {labels[step]}
        </h2>
        {lead === undefined ? null : <p className={layout['lead']}>{lead}</p>}
        {children}
      </Stack>
    </Stack>
  );
}
