import type { APIRequestContext, Page } from '@playwright/test';

import { expect, test } from './server.ts';
import { demoPassword } from './signed-in.ts';
import { signIn } from './sign-in-form.ts';

const amina = 'amina@example.org';
const blocked = /^Votre navigateur n’enregistre rien pour ce site/;

/** A session that no other story shares, because it is signed out here. */
async function ownToken(request: APIRequestContext, portalUrl: string): Promise<string> {
  const answer = await request.post(`${portalUrl}/api/utilisateurs/signIn`, {
    data: { email: amina, password: demoPassword },
  });
  return ((await answer.json()) as { token: string }).token;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Mon compte/ }).click();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL(/\/landing\/fr/);
  await expect(page.getByText('Amina')).toHaveCount(0);
}

test.describe('a browser that blocks cookies and site data', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
        Object.defineProperty(window, name, { get: refuse });
      window.BroadcastChannel = refuse as unknown as typeof BroadcastChannel;
      navigator.locks.request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
    });
  });

  test('the sign-in explains the blocked storage and sends no call', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/landing/fr');
    await expect(page.getByText(blocked)).toBeVisible();
    await signIn(page, amina);
    await expect(page.getByRole('alert').getByText(blocked)).toBeVisible();
    await expect(page.getByLabel('Mot de passe', { exact: true })).toHaveValue(demoPassword);
    expect(asked).not.toContain('/api/utilisateurs/signIn');
  });

  test('a session from a link works in memory and can be ended', async ({
    page,
    portal,
    request,
  }) => {
    await page.goto(`/?token=${await ownToken(request, portal.url)}`);
    await expect(page).toHaveURL(/\/requests$/);
    await page.getByRole('link', { name: 'Messages', exact: true }).click();
    await expect(page).toHaveURL(/\/messages$/);
    await signOut(page);
  });
});

for (const [what, spoil] of [
  [
    'the database is refused',
    () => {
      Object.defineProperty(window, 'indexedDB', {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    },
  ],
  [
    'the database cannot be deleted',
    () => {
      indexedDB.deleteDatabase = () => {
        throw new DOMException('broken', 'UnknownError');
      };
    },
  ],
  [
    'nothing can be removed',
    () => {
      Storage.prototype.removeItem = () => {
        throw new DOMException('broken', 'InvalidStateError');
      };
    },
  ],
  [
    'storage is taken away',
    () => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('denied', 'SecurityError');
          },
        });
    },
  ],
] as const) {
  test(`signing out works although ${what}`, async ({ page, portal, request }) => {
    const token = await ownToken(request, portal.url);
    await page.goto('/config.json');
    await page.evaluate((stored) => {
      localStorage.setItem('token', stored);
      localStorage.setItem('lang', 'fr');
    }, token);
    await page.goto('/requests');
    await expect(page.getByRole('table')).toBeVisible();
    await page.evaluate(spoil);
    await signOut(page);
    const headers = { authorization: `Bearer ${token}` };
    const asked = async () => (await page.request.get('/api/unread', { headers })).status();
    await expect.poll(asked, { message: 'the server ended the session' }).toBe(401);
  });
}
