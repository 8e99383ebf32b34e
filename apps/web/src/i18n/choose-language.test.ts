import { beforeEach, describe, expect, it, vi } from 'vitest';

import { runAddressCommands } from '../app/address-commands.ts';
import { endSession, startSession } from '../lib/session/session.ts';
import { preferredLanguage } from '../lib/format/language.ts';
import { signedToken } from '../testing/token.ts';
import { chooseLanguage } from './choose-language.ts';
import { startTranslations } from './index.ts';

const fetched = vi.fn<typeof fetch>();

beforeEach(async () => {
  fetched.mockReset();
  fetched.mockImplementation(() =>
    Promise.resolve(
      new Response('{"success":true}', { headers: { 'content-type': 'application/json' } }),
    ),
  );
  vi.stubGlobal('fetch', fetched);
  endSession();
  localStorage.clear();
  await startTranslations();
});

/** Languages sent to the server, with the token of each call. */
const mailLanguages = () =>
  fetched.mock.calls.flatMap(([address, init]) =>
    typeof address === 'string' && address.endsWith('/utilisateurs/lang')
      ? [{ body: init?.body, token: new Headers(init?.headers).get('authorization') }]
      : [],
  );

describe('choosing a language', () => {
  it('changes the page and its direction, and stores the language for the next visit', async () => {
    await chooseLanguage('ar');
    expect(document.documentElement).toMatchObject({ lang: 'ar', dir: 'rtl' });
    expect(preferredLanguage('')).toBe('ar');
    expect(preferredLanguage('?lang=es')).toBe('es');
    await chooseLanguage('en');
    expect(document.documentElement).toMatchObject({ lang: 'en', dir: 'ltr' });
    expect(mailLanguages()).toEqual([]);
  });

  it('is unaffected by signing out', async () => {
    startSession(signedToken());
    await chooseLanguage('ar');
    endSession();
    expect(preferredLanguage('')).toBe('ar');
  });

  it('is sent to the server for the mails of a signed-in person', async () => {
    const token = signedToken();
    startSession(token);
    await chooseLanguage('ar');
    expect(mailLanguages()).toEqual([{ body: '{"lang":"ar"}', token: `Bearer ${token}` }]);
  });

  it('remains when the server cannot be reached', async () => {
    startSession(signedToken());
    fetched.mockImplementation(() => Promise.reject(new TypeError('offline')));
    await chooseLanguage('es');
    expect(document.documentElement.lang).toBe('es');
  });

  it('in the address is sent for the person who signs in through that address', async () => {
    const token = signedToken();
    expect(
      await runAddressCommands(
        new Map([
          ['lang', 'ar'],
          ['token', token],
        ]),
      ),
    ).toBe('/login');
    await vi.waitFor(() => {
      expect(mailLanguages()).toEqual([{ body: '{"lang":"ar"}', token: `Bearer ${token}` }]);
    });
    expect(document.documentElement.lang).toBe('ar');
  });

  it('ignores an unsupported language in the address', async () => {
    startSession(signedToken());
    expect(await runAddressCommands(new Map([['lang', 'de']]))).toBeNull();
    expect(document.documentElement.lang).not.toBe('de');
    expect(mailLanguages()).toEqual([]);
  });
});
