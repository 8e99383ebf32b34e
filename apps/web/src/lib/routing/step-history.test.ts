import { act, renderHook, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';

import { useStepHistory } from './step-history.ts';

const opened = () =>
  renderHook(() => {
    const [step, setStep] = useState(0);
    useStepHistory(step, setStep);
    return { step, setStep };
  });
const trailNow = () => (window.history.state as { trail: number[] }).trail;

/** The next moment at which the browser has gone to another entry. */
const moved = () =>
  new Promise((resolve) => {
    window.addEventListener('popstate', resolve, { once: true });
  });

it('shows the last selected step when Next follows Back faster than the browser navigates', async () => {
  const { result } = opened();
  const choose = (step: number) => act(() => result.current.setStep(step));
  for (const step of [1, 2]) choose(step);
  const back = moved();
  for (const step of [1, 2]) choose(step);
  await act(() => back);
  await waitFor(() => expect(trailNow()).toEqual([0, 1, 2]));
  expect(result.current.step).toBe(2);
});

it('goes back over both steps when Back is chosen twice at once', async () => {
  const { result } = opened();
  const choose = (step: number) => act(() => result.current.setStep(step));
  for (const step of [1, 2]) choose(step);
  const back = moved();
  for (const step of [1, 0]) choose(step);
  await act(() => back);
  await waitFor(() => expect(trailNow()).toEqual([0]));
  expect(result.current.step).toBe(0);
});

it('returns to the previous step with the Back of the browser', async () => {
  const { result } = opened();
  act(() => result.current.setStep(1));
  act(() => window.history.back());
  await waitFor(() => expect(result.current.step).toBe(0));
});
