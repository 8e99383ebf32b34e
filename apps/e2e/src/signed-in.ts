import type { APIRequestContext, Page } from '@playwright/test';

/** Password of everyone in the demonstration set. */
export const demoPassword = 'Wasl#Demo2026';

const tokens = new Map<string, string>();

/**
 * A session of a person of the demonstration set. One for all who ask for it, as long as it lasts: each sign-in costs the
 * server what a guess at a password costs.
 */
export async function tokenOf(
  request: APIRequestContext,
  portalUrl: string,
  email: string,
): Promise<string> {
  const key = `${portalUrl} ${email}`;
  const known = tokens.get(key);
  if (known !== undefined) {
    const headers = { authorization: `Bearer ${known}` };
    if ((await request.get(`${portalUrl}/api/unread`, { headers })).ok()) return known;
  }
  const answer = await request.post(`${portalUrl}/api/utilisateurs/signIn`, {
    data: { email, password: demoPassword },
  });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`);
  const { token } = (await answer.json()) as { token: string };
  tokens.set(key, token);
  return token;
}

/** Lets go of the request that a person has begun on whatever device: the wizard begins anew. */
export async function withoutDraft(
  request: APIRequestContext,
  portalUrl: string,
  email: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf(request, portalUrl, email)}` };
  await request.delete(`${portalUrl}/api/drafts/request`, { headers });
}

/** Opens the page's browser with a session and a language already there, as a returning person has them. */
export async function signedIn(
  page: Page,
  portalUrl: string,
  email: string,
  lang: 'fr' | 'en' | 'ar' | 'es' = 'fr',
): Promise<void> {
  const token = await tokenOf(page.request, portalUrl, email);
  await page.addInitScript(
    ([storedToken, storedLang]) => {
      // Only the first time: a story that signs out stays signed out.
      if (localStorage.getItem('signedIn') !== null) return;
      localStorage.setItem('signedIn', '1');
      localStorage.setItem('token', storedToken);
      localStorage.setItem('lang', storedLang);
    },
    [token, lang] as const,
  );
}

/** The page asks now and then instead of being told of changes: a line that stays open is never idle. */
export async function withoutStream(page: Page): Promise<void> {
  await page.route('**/api/changes', (route) => route.abort());
}
