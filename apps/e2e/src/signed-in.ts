import type { Page } from '@playwright/test';

/** Password of everyone in the demonstration set. */
export const demoPassword = 'Wasl#Demo2026';

/** Opens the page's browser with a session and a language already there, as a returning person has them. */
export async function signedIn(
  page: Page,
  portalUrl: string,
  email: string,
  lang: 'fr' | 'en' | 'ar' | 'es' = 'fr',
): Promise<void> {
  const answer = await page.request.post(`${portalUrl}/api/utilisateurs/signIn`, {
    data: { email, password: demoPassword },
  });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`);
  const { token } = (await answer.json()) as { token: string };
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
