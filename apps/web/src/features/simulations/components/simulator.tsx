import { Box, Button, Stack } from '@mantine/core';
import type { RuleSet } from '@wasl/premium';
import { type ReactNode, Suspense } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { useStepTitle } from '../../../lib/routing/step-title.ts';
import { Banner } from '../../../ui/banner.tsx';
import { DraftNotice, Form } from '../../../ui/form/index.ts';
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { PageSkeleton } from '../../../ui/states.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import type { Computed } from '../forms/use-initial-simulation.ts';
import type { useSimulation } from '../forms/use-simulation.ts';
import { RulesNote } from './result-parts.tsx';
import styles from './simulations.module.css';

// The result is loaded after the form.
export const fetchAfterResult = () => import('./after-result.tsx');
const AfterResult = lazyWithRetry(fetchAfterResult);

export function Simulator<
  V extends FieldValues & { step: number },
  A extends { readonly id: number | null },
>({
  simulation,
  labels,
  ruleSet,
  isRunning,
  mustBeTouched = false,
  fieldsOf,
  figureOf,
  resultOf,
}: {
  simulation: ReturnType<typeof useSimulation<V, A>>;
  /** One label per step; the result's is last. */
  labels: readonly string[];
  ruleSet: RuleSet;
  isRunning: boolean;
  /** An untouched form cannot be sent. */
  mustBeTouched?: boolean;
  fieldsOf: (step: number) => ReactNode;
  /** Figure that changes with the input, above the buttons. */
  figureOf?: (step: number) => ReactNode;
  /** @param actions buttons for the place below the figure */
  resultOf: (computed: Computed<V, A>, actions: ReactNode) => ReactNode;
}) {
  const { t } = useTranslation(['simulations', 'common']);
  const { scheme, mode, isBrought, form, draft, step, lastStep, computed } = simulation;
  const { isFailed, isTouched, isComplete, go, submit } = simulation;
  const title = useStepTitle(step);
  const back = (isDisabled: boolean) => (
    <Button variant="default" disabled={isDisabled || isRunning} onClick={() => go(step - 1)}>
      {t('common:actions.back')}
    </Button>
  );
  return (
    <Stack gap="lg">
      {computed === null ? <DraftNotice draft={draft} part="question" /> : null}
      <Stack className={layout['card']} gap="lg">
        <Stepper
          // Later steps must be passed again.
          steps={labels.map((label, index) => ({ label, isDone: index < step }))}
          current={step}
          onGo={go}
        />
        <Box component="h2" fz="1.375rem" ref={title} tabIndex={-1}>
          {labels[step]}
        </Box>
        {computed === null ? (
          <Form form={form} label={labels[step] ?? ''} onSubmit={submit}>
            {fieldsOf(step)}
            {isFailed ? (
              <Banner tone="error" live>
                {t('failures.calculation')}
              </Banner>
            ) : null}
            <Stack className={styles['bar']} gap="xs">
              {figureOf?.(step)}
              <Actions justify="space-between">
                {back(step === 0)}
                <Button
                  type="submit"
                  disabled={!isComplete || (mustBeTouched && !isTouched)}
                  loading={isRunning}
                >
                  {step === lastStep ? t('actions.calculate') : t('common:actions.next')}
                </Button>
              </Actions>
            </Stack>
          </Form>
        ) : (
          <>
            <Suspense fallback={<PageSkeleton />}>
              {resultOf(
                computed,
                <AfterResult
                  scheme={scheme}
                  mode={mode}
                  values={computed.values}
                  id={computed.answer.id}
                  isBrought={isBrought}
                />,
              )}
            </Suspense>
            <Actions justify="flex-start">{back(false)}</Actions>
          </>
        )}
      </Stack>
      {computed === null ? (
        <>
          <DraftNotice draft={draft} part="saved" />
          <RulesNote ruleSet={ruleSet} />
        </>
      ) : null}
    </Stack>
  );
}
