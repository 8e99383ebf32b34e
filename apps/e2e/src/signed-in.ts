import type { APIRequestContext, Page } from '@playwright/test';

/** Password of all people of the demonstration data. */
export const demoPassword = 'Wasl#Demo2026';

const tokens = new Map<string, string>();

/**
 * Session of a person of the demonstration data, shared while valid: each sign-in costs the server a full password
 * hash.
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

/** Deletes the person's draft of a request on all devices, so that the wizard starts empty. */
export async function withoutDraft(
  request: APIRequestContext,
  portalUrl: string,
  email: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf(request, portalUrl, email)}` };
  await request.delete(`${portalUrl}/api/drafts/request`, { headers });
}

/** Opens the browser with a stored session and language, as for a returning person. */
export async function signedIn(
  page: Page,
  portalUrl: string,
  email: string,
  lang: 'fr' | 'en' | 'ar' | 'es' = 'fr',
): Promise<void> {
  const token = await tokenOf(page.request, portalUrl, email);
  await page.addInitScript(
    ([storedToken, storedLang]) => {
      // Only once, so that a sign-out persists.
      if (localStorage.getItem('signedIn') !== null) return;
      localStorage.setItem('signedIn', '1');
      localStorage.setItem('token', storedToken);
      localStorage.setItem('lang', storedLang);
    },
    [token, lang] as const,
  );
}

/** Makes the page poll instead of using the change stream: an open stream never lets the network become idle. */
export async function withoutStream(page: Page): Promise<void> {
  await page.route('**/api/changes', (route) => route.abort());
}
