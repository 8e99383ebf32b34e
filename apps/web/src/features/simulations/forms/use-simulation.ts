import type { ValidationKey } from '@wasl/contracts';
import { useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';

import type { Scheme } from '../../../domain/simulations/pending-simulation.ts';
import { useFormDraft } from '../../../lib/drafts/draft.ts';
import { hasFieldFaults } from '../../../lib/http/http.ts';
import { useStepHistory } from '../../../lib/routing/step-history.ts';
import { type Fault, stepResolver } from './faults.ts';
import {
  type InitialSimulation,
  type Computed,
  draftNames,
  type SimulatorMode,
  useInitialSimulation,
  useSimulationInAddress,
} from './use-initial-simulation.ts';

/**
 * State of a simulator: a form of several steps with a draft, and its result. A step can be left only without errors;
 * after going back, the following steps must be passed again.
 */
export function useSimulation<
  V extends FieldValues & { step: number },
  A extends { readonly id: number | null },
>({
  scheme,
  mode,
  empty,
  isCarried = false,
  saved,
  faultsOf,
  required,
  lastStep,
  send,
}: {
  scheme: Scheme;
  mode: SimulatorMode;
  empty: V;
  /** `empty` contains the project of a link. */
  isCarried?: boolean;
  saved: InitialSimulation<V, A> | null;
  faultsOf: (values: V) => readonly Fault[];
  /** Message of an empty field. */
  required: ValidationKey;
  /** Last step with fields; the result follows it. */
  lastStep: number;
  /** Sends the form; null when the answer is a dialog instead of a result. */
  send: (values: V) => Promise<A | null>;
}) {
  const { begin, isBrought, onComputed } = useInitialSimulation(
    scheme,
    mode,
    empty,
    saved,
    isCarried,
  );
  const form = useForm<V, unknown, V>({
    defaultValues: (begin?.values ?? empty) as DefaultValues<V>,
    mode: 'onTouched',
    resolver: stepResolver<V>(faultsOf, required),
    // The error summary takes the focus instead.
    shouldFocusError: false,
  });
  const draft = useFormDraft(form, draftNames[scheme], { alwaysAsks: true });
  const [computed, setComputed] = useState<Computed<V, A> | null>(() =>
    begin === null || begin.answer === null ? null : { values: begin.values, answer: begin.answer },
  );
  const [isFailed, setFailed] = useState(false);
  const values = form.watch();
  // A draft does not contain the result.
  const step = computed === null ? Math.min(values.step, lastStep) : lastStep + 1;
  const { isDirty, touchedFields } = form.formState;

  const show = (next: Computed<V, A> | null) => {
    setComputed(next);
    onComputed(next);
  };
  const go = (to: number) => {
    show(null);
    setFailed(false);
    form.setValue('step' as Path<V>, to as V[Path<V>], { shouldDirty: true });
  };
  useStepHistory(step, (to) => {
    // Going forward cannot open the result: it must be computed again.
    go(Math.min(to, lastStep));
  });
  const calculate = async (sent: V) => {
    setFailed(false);
    try {
      const answer = await send(sent);
      if (answer === null) return;
      show({ answer, values: sent });
      // The account has saved it.
      if (answer.id !== null) draft.discard();
    } catch (error) {
      // The form shows field errors.
      if (hasFieldFaults(error)) throw error;
      setFailed(true);
    }
  };
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current || begin === null || begin.answer !== null) return;
    isBegun.current = true;
    // Rules or lists may have changed: the user corrects invalid input in the form.
    const [fault] = faultsOf(begin.values);
    if (fault === undefined) calculate(begin.values).catch(() => undefined);
    else form.setValue('step' as Path<V>, fault.step as V[Path<V>]);
  });
  useSimulationInAddress(computed?.answer.id ?? null);

  return {
    scheme,
    mode,
    isBrought,
    form,
    draft,
    step,
    lastStep,
    computed,
    isFailed,
    isTouched: isDirty || Object.keys(touchedFields).length > 0,
    isComplete: !faultsOf(values).some((fault) => fault.step === step),
    go,
    submit: async (sent: V) => {
      if (step < lastStep) go(step + 1);
      else await calculate(sent);
    },
  };
}
