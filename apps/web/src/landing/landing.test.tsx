import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { clearLandingParams, storeLandingParams } from '../lib/session/landing-params.ts';
import { endSession } from '../lib/session/session.ts';
import { signedToken } from '../testing/token.ts';
import { Landing } from './landing.tsx';
import { renderLandingPages } from './prerender.tsx';
import { trySignIn } from './sign-in.ts';
import { loadWords } from './landing-texts.ts';

const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
});

const refuse = (status: number, code: string, message: string, details?: object) => {
  fetchMock.mockImplementation((url) =>
    Promise.resolve(
      typeof url === 'string' && url.endsWith('/config.json')
        ? new Response('{}')
        : new Response(JSON.stringify({ code, message, details, requestId: 'r' }), { status }),
    ),
  );
};

async function show() {
  render(<Landing lang="fr" t={await loadWords('fr')} version="1.0.0" />);
  return {
    email: screen.getByLabelText('Email'),
    password: screen.getByLabelText('Mot de passe'),
    submit: screen.getByRole('button', { name: 'Se connecter' }),
  };
}

describe('the landing page', () => {
  it('offers the three ways to sign up', async () => {
    await show();
    const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    for (const code of ['ben', 'par', 'men']) expect(ways).toContain(`/signUp?pAuth=${code}`);
  });

  it('starts with the estimate, and has an entry for each kind of person', async () => {
    await show();
    const [first] = within(screen.getByRole('main')).getAllByRole('link');
    expect(first).toHaveAccessibleName('Estimer mon aide (sans compte, 2 minutes)');
    expect(first).toHaveAttribute('href', '/estimation');
    const doors = within(screen.getByRole('region', { name: /^Pour qui/ })).getAllByRole('link');
    expect(doors.map((door) => door.getAttribute('href'))).toEqual([
      '/estimation',
      '/estimation',
      '/estimation',
      '/estimation?categorie=COOPERATIVE',
      '/estimation?categorie=AUTO_ENTREPRENEUR',
    ]);
  });

  it('validates both fields before it calls the server', async () => {
    const { submit, email } = await show();
    await userEvent.click(submit);
    expect(await screen.findByText("L'Email est obligatoire")).toBeInTheDocument();
    expect(screen.getByText('Le mot de passe est obligatoire')).toBeInTheDocument();
    expect(email).toHaveFocus();
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it('shows the server’s message, and remains ready for another attempt', async () => {
    refuse(401, 'INVALID_CREDENTIALS', 'L’email ou le mot de passe est incorrect.');
    const { email, password, submit } = await show();
    await userEvent.type(email, 'amina@example.org');
    await userEvent.type(password, 'wrong');
    await userEvent.click(submit);
    expect(
      await screen.findByText('L’email ou le mot de passe est incorrect.'),
    ).toBeInTheDocument();
    expect(email).toBeEnabled();
    expect(password).toHaveValue('wrong');
  });

  it('stores the language of the sign-in for the mails, and continues without a response', async () => {
    document.documentElement.lang = 'ar';
    const token = signedToken();
    fetchMock.mockImplementation((url) =>
      typeof url === 'string' && url.endsWith('/utilisateurs/signIn')
        ? Promise.resolve(new Response(JSON.stringify({ token })))
        : Promise.reject(new TypeError('offline')),
    );
    expect(await trySignIn('amina@example.org', 'Wasl#Demo2026')).toEqual({ is: 'done' });
    const [address, init] = fetchMock.mock.calls.at(-1) ?? [];
    expect(address).toBe('/api/utilisateurs/lang');
    expect(init).toMatchObject({ method: 'PUT', body: '{"lang":"ar"}' });
    expect(new Headers(init?.headers).get('authorization')).toBe(`Bearer ${token}`);
    document.documentElement.lang = 'fr';
    endSession();
  });

  it('offers the confirmation link again to a person who has not used it', async () => {
    refuse(403, 'EMAIL_NOT_CONFIRMED', 'Pas encore validé.');
    const { email, password, submit } = await show();
    await userEvent.type(email, 'amina@example.org');
    await userEvent.type(password, 'Wasl#Demo2026');
    await userEvent.click(submit);
    const again = await screen.findByRole('button', { name: 'Renvoyer le lien de validation' });
    fetchMock.mockImplementation(() => Promise.resolve(new Response('{}')));
    await userEvent.click(again);
    expect(await screen.findByText(/Un nouveau lien/)).toBeInTheDocument();
    expect(fetchMock.mock.calls.at(-1)?.[0]).toBe(
      '/api/utilisateurs/resendConfirmation/amina%40example.org?lang=fr',
    );
  });

  it('explains the steps after the sign-up in the selected language', async () => {
    storeLandingParams({ kind: 'check', email: 'salma@example.org', fault: 'Fichier illisible' });
    const { unmount } = render(<Landing lang="fr" t={await loadWords('fr')} version="1.0.0" />);
    expect(
      screen.getByText(/Un email vous attend à l’adresse \u2068salma@example\.org/),
    ).toBeTruthy();
    unmount();
    render(<Landing lang="ar" t={await loadWords('ar')} version="1.0.0" />);
    const notice = screen.getByText(/أرسلنا رسالة إلى \u2068salma@example\.org/);
    expect(notice.closest('[role=status]')).not.toHaveAttribute('lang');
    // The error text has the language of the server's answer.
    expect(screen.getByText('Fichier illisible')).toHaveAttribute('lang', 'fr');
    clearLandingParams();
  });

  it('shows a pending agent who can approve the account, and checks again', async () => {
    const pending = { organisation: 'CRI', isOrganisationApproved: true, colleagues: 2 };
    refuse(403, 'ACCOUNT_PENDING_APPROVAL', 'En attente.', pending);
    const { email, password, submit } = await show();
    await userEvent.type(email, 'nouveau@example.org');
    await userEvent.type(password, 'Wasl#Demo2026');
    await userEvent.click(submit);
    const title = await screen.findByRole('heading', {
      name: 'Votre compte est en attente d’approbation',
    });
    expect(title).toHaveFocus();
    expect(screen.getByText(/rejoindre \u2068CRI\u2069/)).toBeInTheDocument();
    expect(screen.getByText(/^Tout responsable .*\(2 dans votre organisme\)/)).toBeInTheDocument();
    expect(submit).not.toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Vérifier à nouveau' }));
    expect(await screen.findByText('Votre compte n’est pas encore approuvé.')).toBeInTheDocument();
    const sent = fetchMock.mock.calls.at(-1)?.[1]?.body;
    expect(JSON.parse(typeof sent === 'string' ? sent : '')).toEqual({
      email: 'nouveau@example.org',
      password: 'Wasl#Demo2026',
    });
    await userEvent.click(screen.getByRole('button', { name: /autre compte/ }));
    expect(submit).toBeVisible();
  });

  it('informs the founder of an organisation that the administrator approves it', async () => {
    const pending = { organisation: 'Fondation', isOrganisationApproved: false, colleagues: 0 };
    refuse(403, 'ACCOUNT_PENDING_APPROVAL', 'En attente.', pending);
    const { email, password, submit } = await show();
    await userEvent.type(email, 'nouveau@example.org');
    await userEvent.type(password, 'Wasl#Demo2026');
    await userEvent.click(submit);
    expect(await screen.findByText(/inscrit \u2068Fondation\u2069/)).toBeInTheDocument();
    expect(screen.getByText(/^L’administrateur du portail/)).toBeInTheDocument();
    expect(screen.queryByText(/Prévenez un collègue/)).not.toBeInTheDocument();
  });

  it('redirects once to the page that requested the sign-in', async () => {
    const place = '/requests?clock=HALF';
    sessionStorage.setItem('returnTo', JSON.stringify({ place, email: null }));
    const { origin, pathname, search, hash } = window.location;
    const assign = vi.fn();
    vi.stubGlobal('location', { origin, pathname, search, hash, assign });
    // The answer after the sign-in corrects the clock, so that the page notices the session before the form leads on.
    fetchMock.mockImplementation((url) => {
      const isLate = typeof url === 'string' && url.endsWith('/utilisateurs/lang');
      const date = new Date(Date.now() + (isLate ? 60_000 : 0)).toUTCString();
      const body = JSON.stringify({ token: signedToken() });
      return Promise.resolve(new Response(body, { headers: { date } }));
    });
    const { email, password, submit } = await show();
    await userEvent.type(email, 'amina@example.org');
    await userEvent.type(password, 'Wasl#Demo2026');
    await userEvent.click(submit);
    await waitFor(() => expect(assign).toHaveBeenCalled());
    await act(() => Promise.resolve());
    expect(assign.mock.calls).toEqual([[place]]);
    endSession();
  });

  it.each([
    ['fr', 'Connectez-vous pour voir cette page.', /^Votre session est terminée/],
    ['en', 'Sign in to see this page.', /^Your session has ended/],
    ['ar', 'سجّلوا الدخول للاطلاع على هذه الصفحة.', /^انتهت جلستكم/],
    ['es', 'Inicie sesión para ver esta página.', /^Su sesión ha terminado/],
  ] as const)('asks a visitor without a session to sign in (%s)', async (lang, needed, ended) => {
    const leave = (email: string | null) =>
      sessionStorage.setItem('returnTo', JSON.stringify({ place: '/requests', email }));
    leave(null);
    const t = await loadWords(lang);
    const { unmount } = render(<Landing lang={lang} t={t} version="1.0.0" />);
    expect(screen.getByText(needed)).toBeInTheDocument();
    expect(screen.queryByText(ended)).not.toBeInTheDocument();
    unmount();
    leave('amina@example.org');
    render(<Landing lang={lang} t={t} version="1.0.0" />);
    expect(screen.getByText(ended)).toBeInTheDocument();
    expect(screen.queryByText(needed)).not.toBeInTheDocument();
  });

  it('is prerendered in four languages, without inline styles', async () => {
    const pages = await renderLandingPages();
    expect(pages.map((page) => [page.lang, page.direction])).toEqual([
      ['fr', 'ltr'],
      ['en', 'ltr'],
      ['ar', 'rtl'],
      ['es', 'ltr'],
    ]);
    for (const page of pages) {
      // The content security policy refuses inline styles; a bare key would be a missing text.
      expect(page.html).not.toMatch(/\sstyle="|<style/);
      expect(page.html).not.toMatch(/>(hero|signIn|steps|ways)\.\w+</);
    }
  });
});
