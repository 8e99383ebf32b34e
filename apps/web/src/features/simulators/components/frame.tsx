import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { Stepper } from '../../../ui/stepper.tsx';
import styles from './simulators.module.css';

/** Stepper, title of the step and its content; the title takes the focus when the step changes. */
export function SimulatorFrame({
  labels,
  step,
  onGo,
  children,
}: {
  labels: readonly string[];
  step: number;
  onGo: (step: number) => void;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  return (
    <div className={styles['card']}>
      <Stepper
        // What lies ahead has to be gone through again.
        steps={labels.map((label, index) => ({ label, isDone: index < step }))}
        current={step}
        onGo={onGo}
      />
      <h2 className={styles['heading']} ref={heading} tabIndex={-1}>
        {labels[step]}
      </h2>
      {children}
    </div>
  );
}

/** A titled group of fields. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles['section']}>
      <legend>{title}</legend>
      <div className={styles['fields']}>{children}</div>
    </fieldset>
  );
}

/** Back, and the one way forward of the step. */
export function StepActions({
  onBack,
  isBackDisabled,
  isNextDisabled,
  isRunning = false,
  nextLabel,
}: {
  onBack: () => void;
  isBackDisabled: boolean;
  isNextDisabled: boolean;
  isRunning?: boolean;
  nextLabel: string;
}) {
  const { t } = useTranslation();
  return (
    <div className={styles['actions']}>
      <Button variant="default" disabled={isBackDisabled || isRunning} onClick={onBack}>
        {t('actions.back')}
      </Button>
      <Button type="submit" disabled={isNextDisabled} loading={isRunning}>
        {nextLabel}
      </Button>
    </div>
  );
}

/** Words and their values, two by two. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className={styles['facts']}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
