import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';

import { renderInApp } from '../testing/render.tsx';
import { lazyWithRetry } from './lazy-with-retry.tsx';
import type { DialogProps } from './modal.tsx';
import { Notices } from './notices.tsx';
import { noticeStore } from './notify.ts';
import { lazyDialog } from './slots.ts';

// Error notices stay until they are closed.
afterEach(() => {
  for (const { id } of noticeStore.snapshot()) noticeStore.dismiss(id);
});

/** A file whose load fails several times before it succeeds. */
function lostTimes<P>(times: number, Part: (props: P) => React.ReactNode) {
  let left = times;
  return () => {
    left -= 1;
    return left < 0
      ? Promise.resolve({ default: Part })
      : Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  };
}

const network = 'Impossible de joindre le serveur. Vérifiez votre connexion et réessayez.';

describe('a part of a page whose file failed to load', () => {
  it('shows an error and loads on retry', async () => {
    const Part = lazyWithRetry(lostTimes(2, () => <p>Douze dossiers</p>));
    await renderInApp(
      <Suspense>
        <Part />
      </Suspense>,
    );
    expect(await screen.findByText(network)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText('Douze dossiers')).toBeVisible();
  });

  it('loads automatically when the connection returns', async () => {
    const Part = lazyWithRetry(lostTimes(1, () => <p>Douze dossiers</p>));
    await renderInApp(
      <Suspense>
        <Part />
      </Suspense>,
    );
    await screen.findByText(network);
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('Douze dossiers')).toBeVisible();
    expect(screen.queryByText(network)).toBeNull();
  });

  it('loads at the next visit of its page', async () => {
    const Part = lazyWithRetry(lostTimes(1, () => <p>Douze dossiers</p>));
    const { unmount } = await renderInApp(
      <Suspense>
        <Part />
      </Suspense>,
    );
    await screen.findByText(network);
    unmount();
    await renderInApp(
      <Suspense>
        <Part />
      </Suspense>,
    );
    expect(await screen.findByText('Douze dossiers')).toBeVisible();
  });
});

const Question = ({ opened }: DialogProps) => (opened ? <p>Retirer la demande ?</p> : null);

describe('a dialog whose file failed to load', () => {
  for (const [name, makeDialog] of [
    ['of one page', lazyWithRetry<DialogProps>],
    ['of many pages', lazyDialog<DialogProps>],
  ] as const)
    it(`shows an error, leaves its page intact, and opens with the next press (${name})`, async () => {
      const Dialog = makeDialog(lostTimes(1, Question));
      function Page() {
        const [opened, setOpened] = useState(false);
        return (
          <>
            <input aria-label="Commentaire" />
            <button type="button" onClick={() => setOpened(true)}>
              Retirer
            </button>
            <Suspense fallback={null}>
              {opened ? <Dialog opened={opened} onClose={() => setOpened(false)} /> : null}
            </Suspense>
            <Notices />
          </>
        );
      }
      await renderInApp(<Page />);
      await userEvent.type(screen.getByLabelText('Commentaire'), 'Bonjour');
      await userEvent.click(screen.getByRole('button', { name: 'Retirer' }));
      expect(await screen.findByText(network)).toBeInTheDocument();
      expect(screen.queryByText('Retirer la demande ?')).toBeNull();
      expect(screen.getByLabelText('Commentaire')).toHaveValue('Bonjour');
      await userEvent.click(screen.getByRole('button', { name: 'Retirer' }));
      expect(await screen.findByText('Retirer la demande ?')).toBeVisible();
      expect(screen.getByLabelText('Commentaire')).toHaveValue('Bonjour');
    });
});
