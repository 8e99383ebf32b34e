import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { renderInApp } from '../../testing/render.tsx';
import Calendar from './calendar.tsx';

it('selects a distant day in three choices: the year, the month, the day', async () => {
  const onPick = vi.fn();
  await renderInApp(
    <Calendar value={null} min="2026-11-22" max={undefined} around="2031-11-01" onPick={onPick} />,
  );
  await userEvent.click(screen.getByRole('button', { name: '2034' }));
  await userEvent.click(screen.getByRole('button', { name: /^mars|^Mars/ }));
  await userEvent.click(screen.getByRole('button', { name: /^17 / }));
  expect(onPick).toHaveBeenCalledWith('2034-03-17');
});

it('shows the selected day in its month', async () => {
  await renderInApp(
    <Calendar
      value="2029-05-04"
      min="2026-11-22"
      max={undefined}
      around="2031-11-01"
      onPick={() => undefined}
    />,
  );
  expect(screen.getByRole('button', { name: 'mai 2029' })).toBeTruthy();
});
