import { act, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { startTranslations } from '../i18n/index.ts';
import { renderInApp } from '../testing/render.tsx';
import { Notices } from './notices.tsx';
import { noticeDuration, notify } from './notify.ts';

// With real timers, which the translations need.
beforeAll(async () => {
  localStorage.setItem('lang', 'fr');
  await startTranslations();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  act(() => {
    vi.runAllTimers();
  });
  vi.useRealTimers();
});

const shown = () => screen.queryAllByTestId('notice').map((notice) => notice.textContent);

describe('short notices', () => {
  it('stay 3000 ms for accounts and 1300 ms elsewhere', async () => {
    await renderInApp(<Notices />);
    act(() => {
      notify.success('Votre compte a bien été créé', noticeDuration.account);
      notify.success('Le fichier a bien été chargé!');
    });
    expect(shown()).toEqual(['Votre compte a bien été créé', 'Le fichier a bien été chargé!']);
    act(() => {
      vi.advanceTimersByTime(1299);
    });
    expect(shown()).toHaveLength(2);
    act(() => {
      vi.advanceTimersByTime(1);
    });
    expect(shown()).toEqual(['Votre compte a bien été créé']);
    act(() => {
      vi.advanceTimersByTime(1699);
    });
    expect(shown()).toHaveLength(1);
    act(() => {
      vi.advanceTimersByTime(1);
    });
    expect(shown()).toEqual([]);
  });

  it('about a failure stay until they are closed', async () => {
    await renderInApp(<Notices />);
    act(() => notify.error('Une erreur est survenue'));
    act(() => {
      vi.advanceTimersByTime(600_000);
    });
    expect(shown()).toEqual(['Une erreur est survenue']);
    act(() => screen.getByRole('button', { name: 'Fermer' }).click());
    expect(shown()).toEqual([]);
  });

  it('are announced, at most three at a time, and never twice with the same text', async () => {
    await renderInApp(<Notices />);
    act(() => {
      for (const text of ['un', 'deux', 'deux', 'trois', 'quatre']) notify.info(text);
    });
    expect(shown()).toEqual(['deux', 'trois', 'quatre']);
    expect(screen.getByRole('status')).toHaveTextContent('deuxtroisquatre');
  });
});
