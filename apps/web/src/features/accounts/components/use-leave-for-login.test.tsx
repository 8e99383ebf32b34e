import { act, screen } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import { startTranslations } from '../../../i18n/index.ts';
import { renderInApp } from '../../../testing/render.tsx';
import { useLeaveForLogin } from './use-leave-for-login.ts';

// With real timers, which the translations need.
beforeAll(async () => {
  localStorage.setItem('lang', 'fr');
  await startTranslations();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function Page({ isOver, before }: { isOver: boolean; before?: () => void }) {
  useLeaveForLogin(isOver, before);
  return <p data-testid="place">{useLocation().pathname}</p>;
}

const place = () => screen.getByTestId('place').textContent;

it('redirects to /login exactly three seconds after the end', async () => {
  const before = vi.fn();
  await renderInApp(<Page isOver before={before} />, '/signUp');
  act(() => {
    vi.advanceTimersByTime(2999);
  });
  expect(place()).toBe('/signUp');
  expect(before).not.toHaveBeenCalled();
  act(() => {
    vi.advanceTimersByTime(1);
  });
  expect(place()).toBe('/login');
  expect(before).toHaveBeenCalledOnce();
});

it('stays on the page before the end', async () => {
  await renderInApp(<Page isOver={false} />, '/forgotPassword');
  act(() => {
    vi.advanceTimersByTime(60_000);
  });
  expect(place()).toBe('/forgotPassword');
});
