import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';

import { renderInApp } from '../../testing/render.tsx';

// The test set-up preloads lists; here they are not loaded yet.
vi.resetModules();
const { LazySelect } = await import('./lazy-select.tsx');

/** Resolves in the task in which an element leaves the page; the next key comes after it. */
function afterTaskWithout(element: Element): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = () => {
      port1.close();
      done();
    };
    const watcher = new MutationObserver(() => {
      if (element.isConnected) return;
      watcher.disconnect();
      port2.postMessage(null);
    });
    watcher.observe(document.body, { childList: true, subtree: true });
  });
}

function Services() {
  const [value, setValue] = useState<string | null>(null);
  return (
    <>
      <LazySelect
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

it('applies text that was typed before it loaded', async () => {
  await renderInApp(<Services />);
  const early = screen.getByRole('combobox', { name: 'Service' });
  // Immediately: loading starts here, and any timer would be too late.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const swapped = afterTaskWithout(early);
  act(() => early.focus());
  fireEvent.change(early, { target: { value: 'Recr' } });
  await swapped;
  vi.useRealTimers();
  const field = screen.getByRole('combobox', { name: 'Service' });
  expect(field).not.toBe(early);
  expect(field).toHaveFocus();
  expect(field).toHaveValue('Recr');
  expect(await screen.findAllByRole('option')).toHaveLength(1);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(screen.getByText('chosen: Recrutement et emploi')).toBeVisible();
});
