import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { changeLanguage } from '../../i18n/index.ts';
import { trackWork } from '../../lib/session/running-work.ts';
import { sessionOf, startSession, storedToken } from '../../lib/session/session.ts';
import { renderInApp } from '../../testing/render.tsx';
import { signedToken } from '../../testing/token.ts';
import { Footer } from './footer.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { LoadingBar } from './loading-bar.tsx';
import { Navigation } from './navigation.tsx';
import { UserMenu } from './user-menu.tsx';

function session(role: 'BENEFICIAIRE' | 'PARTENAIRE') {
  const made = sessionOf(signedToken({ role }));
  if (made === null) throw new Error('The token is good');
  return made;
}

beforeEach(() => {
  // jsdom has no popovers.
  Object.assign(HTMLElement.prototype, { showPopover: vi.fn(), hidePopover: vi.fn() });
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(() =>
      Promise.resolve(
        new Response('{"success":true}', { headers: { 'content-type': 'application/json' } }),
      ),
    ),
  );
});
afterEach(async () => {
  vi.unstubAllGlobals();
  if (i18next.isInitialized) await act(() => changeLanguage('fr'));
});

const entries = () =>
  within(screen.getByRole('navigation'))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

function Place() {
  return <p data-testid="place">{useLocation().pathname}</p>;
}

// Without popovers, the content of a menu counts as hidden.
const item = (name: string) => screen.getByRole('menuitem', { name, hidden: true });

describe('the sidebar', () => {
  it('has requests and messages for everyone, simulators for beneficiaries, and counter, statistics and organisation for agents', async () => {
    const view = await renderInApp(<Navigation session={session('BENEFICIAIRE')} />);
    expect(entries()).toEqual([
      '/requests',
      '/messages',
      '/estimation',
      '/simulator-nordev',
      '/simulator',
    ]);
    view.unmount();
    await renderInApp(<Navigation session={session('PARTENAIRE')} />);
    expect(entries()).toEqual([
      '/today',
      '/requests',
      '/messages',
      '/fileRequest',
      '/statistics',
      '/organisation',
    ]);
  });

  it.each([
    ['/home', 'Demandes'],
    ['/requests/7/receipt', 'Demandes'],
    ['/newRequest', 'Demandes'],
    ['/editRequest/7', 'Demandes'],
    ['/simulator-nordev', /^Simulateur NORDEV/],
  ])('marks exactly one entry for %s', async (at, name) => {
    await renderInApp(<Navigation session={session('BENEFICIAIRE')} />, at);
    expect(screen.getAllByRole('link', { current: 'page' })).toEqual([
      screen.getByRole('link', { name }),
    ]);
  });
});

describe('the top bar', () => {
  it('links to the profile', async () => {
    await renderInApp(
      <>
        <UserMenu session={session('PARTENAIRE')} />
        <Place />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: /^Mon compte/ }));
    await userEvent.click(item('Gestion du profil'));
    expect(screen.getByTestId('place')).toHaveTextContent('/profileSettings');
  });

  it.each([
    [
      'PARTENAIRE',
      ['Gestion du profil', 'Notifications', 'Absence', 'Sécurité', 'Données du compte'],
    ],
    ['BENEFICIAIRE', ['Gestion du profil', 'Notifications', 'Sécurité', 'Données du compte']],
  ] as const)('links a %s to the pages of the account', async (role, pages) => {
    await renderInApp(
      <>
        <UserMenu session={session(role)} />
        <Place />
      </>,
    );
    const names = screen.getAllByRole('menuitem', { hidden: true }).map((one) => one.textContent);
    expect(names).toEqual([...pages, 'Se déconnecter']);
    await userEvent.click(screen.getByRole('button', { name: /^Mon compte/ }));
    await userEvent.click(item('Sécurité'));
    expect(screen.getByTestId('place')).toHaveTextContent('/account/security');
  });

  it('signs out: deletes the person’s data from the device, and redirects to /login', async () => {
    startSession(signedToken());
    localStorage.setItem('typeBeneficiaire', 'entreprise');
    await renderInApp(
      <>
        <UserMenu session={session('BENEFICIAIRE')} />
        <Place />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: /^Mon compte/ }));
    await userEvent.click(item('Se déconnecter'));
    expect(screen.getByTestId('place')).toHaveTextContent('/login');
    expect(storedToken()).toBeNull();
    expect(localStorage.getItem('typeBeneficiaire')).toBeNull();
  });

  it('offers the four languages, each in its own language, and mirrors the page for Arabic', async () => {
    await renderInApp(<LanguageMenu />);
    await userEvent.click(screen.getByRole('button', { name: 'Langue\u00a0: Français' }));
    const names = screen
      .getAllByRole('menuitemradio', { hidden: true })
      .map((one) => one.textContent);
    expect(names).toEqual(['Français', 'English', 'العربية', 'Español']);
    await userEvent.click(screen.getByText('العربية'));
    await waitFor(() => expect(document.documentElement).toMatchObject({ lang: 'ar', dir: 'rtl' }));
  });
});

describe('the frame of the pages', () => {
  it('shows the copyright line and the version', async () => {
    await renderInApp(<Footer />);
    expect(screen.getByText(/©.*Wasl\. Tous droits réservés\./)).toBeInTheDocument();
    expect(screen.getByText('Version 1.0.0')).toBeInTheDocument();
  });

  it('links to the estimate, how it works, questions, help, contact, legal notice and privacy', async () => {
    await renderInApp(<Footer />);
    const pages = within(screen.getByRole('navigation', { name: 'Informations' }));
    expect(
      pages.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Estimer mon aide', '/estimation'],
      ['Comment ça marche', '/comment-ca-marche'],
      ['Questions fréquentes', '/questions'],
      ['Aide', '/help'],
      ['Contact', '/contact'],
      ['Mentions légales', '/legal'],
      ['Données personnelles', '/privacy'],
    ]);
  });

  it('shows a bar while data is loading', async () => {
    await renderInApp(<LoadingBar />);
    const bar = () => screen.queryByTestId('loading-bar');
    expect(bar()).toBeNull();
    const ends: (() => void)[] = [];
    const work = () =>
      trackWork(
        () =>
          new Promise<void>((resolve) => {
            ends.push(resolve);
          }),
      );
    act(() => {
      void work();
      void work();
    });
    expect(bar()).not.toBeNull();
    await act(async () => {
      ends[0]?.();
      await Promise.resolve();
    });
    expect(bar()).not.toBeNull();
    act(() => {
      ends[1]?.();
    });
    await waitFor(() => expect(bar()).toBeNull());
  });
});
