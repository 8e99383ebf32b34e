import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';

import { renderInApp } from '../../testing/render.tsx';

// The set-up has had lists fetched; here they are still to come.
vi.resetModules();
const { LateSelect } = await import('./late-select.tsx');

function Services() {
  const [value, setValue] = useState<string | null>(null);
  return (
    <>
      <LateSelect
        label="Service"
        searchable
        value={value}
        onChange={setValue}
        data={['Aides et primes', 'Recrutement et emploi', 'Export']}
      />
      <p>chosen: {value}</p>
    </>
  );
}

it('searches for what was typed before it came', async () => {
  await renderInApp(<Services />);
  const early = screen.getByRole('combobox', { name: 'Service' });
  // At once: what draws lists is on its way from here on.
  act(() => early.focus());
  fireEvent.change(early, { target: { value: 'Recr' } });
  expect(await screen.findAllByRole('option')).toHaveLength(1);
  const field = screen.getByRole('combobox', { name: 'Service' });
  expect(field).not.toBe(early);
  expect(field).toHaveFocus();
  expect(field).toHaveValue('Recr');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(screen.getByText('chosen: Recrutement et emploi')).toBeVisible();
});
