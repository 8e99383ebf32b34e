import type { Page } from '@playwright/test';

import { describeRequest } from './new-request.ts';
import { expect, test } from './server.ts';
import { signIn } from './sign-in-form.ts';
import { demoPassword, signedIn, tokenOf } from './signed-in.ts';

// Its people have not answered the survey yet.
test.use({ portalName: 'sessions' });

const amina = 'amina@example.org';
const cooperative = 'nord.cooperative@example.org';
const next = (page: Page) => page.getByRole('button', { name: 'Suivant' });

/** Ends the session on the server only, without the page's knowledge. */
async function endElsewhere(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const answer = await page.request.post('/api/utilisateurs/signOut', {
    headers: { authorization: `Bearer ${token ?? ''}` },
  });
  expect(answer.status()).toBe(200);
}

/** Presses a button after the session ended; the bell's poll may notice the end first and leave the page. */
async function pressUnlessNoticed(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  // Limited, because a waiting press would hit the form after the return.
  await button.click({ timeout: 5_000 }).catch(() => expect(ended(page)).toBeVisible());
}

async function signInAgain(page: Page, email: string): Promise<void> {
  await expect(ended(page)).toBeVisible();
  await signIn(page, email);
}

const ended = (page: Page) => page.getByText(/^Votre session est terminée/);
const isBack = (page: Page) => page.getByText(/^Votre saisie a été récupérée/);

test.describe('a session that ends during input preserves the input', () => {
  test('of the wizard', async ({ page, portal }) => {
    await signedIn(page, portal.url, amina);
    await describeRequest(page, 'Un atelier de tissage');
    await endElsewhere(page);
    await pressUnlessNoticed(page, 'Enregistrer et vérifier');

    await signInAgain(page, amina);
    await expect(page).toHaveURL(/\/newRequest$/);
    await expect(isBack(page)).toBeVisible();
    await page.getByRole('button', { name: 'Précédent' }).click();
    await expect(page.getByLabel('Besoin exprimé')).toHaveValue('Un atelier de tissage');
    await page.getByRole('button', { name: 'Précédent' }).click();
    await expect(page.getByRole('checkbox').first()).toBeChecked();
    await next(page).click();
    await next(page).click();
    await page.getByRole('button', { name: 'Enregistrer et vérifier' }).click();
    await expect(page).toHaveURL(/\/requests$/);
    // No input remains; the offline list already contains the request.
    const left = await page.evaluate(() =>
      Object.entries(localStorage).filter(([key]) => !key.startsWith('seen:')),
    );
    expect(JSON.stringify(left)).not.toContain('tissage');
  });

  test('of the survey', async ({ page, portal }) => {
    await signedIn(page, portal.url, cooperative);
    await page.goto('/requests');
    const survey = page.getByRole('dialog', { name: 'Questionnaire de qualification' });
    await survey.getByLabel(/^Décrivez votre besoin/).fill('Exporter notre miel');
    await endElsewhere(page);
    // The tab is reloaded before the draft's debounce ends.
    await page.reload();

    await signInAgain(page, cooperative);
    await expect(page).toHaveURL(/\/requests$/);
    await expect(survey.getByLabel(/^Décrivez votre besoin/)).toHaveValue('Exporter notre miel');
    await survey.getByRole('button', { name: 'Plus tard' }).click();
    await page.evaluate(() => localStorage.clear());
  });

  // The other simulator is tested with tabs below.
  test('of a simulator', async ({ page, portal }) => {
    await signedIn(page, portal.url, amina);
    await page.goto('/simulator-nordev');
    const title = page.getByRole('textbox', { name: /^Intitulé du projet/ });
    await title.fill('Serres solaires');
    await endElsewhere(page);
    await page.reload();
    await signInAgain(page, amina);
    await expect(page).toHaveURL(/\/simulator-nordev$/);
    await expect(title).toHaveValue('Serres solaires');
    await expect(isBack(page)).toBeVisible();
  });

  test('of the profile', async ({ page, portal }) => {
    await signedIn(page, portal.url, amina);
    await page.goto('/profileSettings');
    await page.getByRole('textbox', { name: /^Adresse/ }).fill('3, place du Feddan');
    await endElsewhere(page);
    await pressUnlessNoticed(page, 'Enregistrer');
    await signInAgain(page, amina);
    await expect(page).toHaveURL(/\/profileSettings$/);
    await expect(page.getByRole('textbox', { name: /^Adresse/ })).toHaveValue('3, place du Feddan');
  });
});

test('another account on the device does not see the draft, and its owner still finds it', async ({
  page,
}) => {
  await page.goto('/landing/fr');
  await signIn(page, amina);
  await expect(page).toHaveURL(/\/requests$/);
  await page.goto('/simulator');
  await page.getByRole('textbox', { name: /^Intitulé du projet/ }).fill('Un secret d’Amina');
  await page.getByRole('button', { name: /^Garder mes brouillons/ }).click();
  await endElsewhere(page);
  await page.reload();

  await signInAgain(page, cooperative);
  await expect(page).toHaveURL(/\/requests$/);
  await page.goto('/simulator');
  await expect(page.getByRole('textbox', { name: /^Intitulé du projet/ })).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Reprendre' })).toHaveCount(0);
  await page.getByRole('button', { name: /^Mon compte/ }).click();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL(/\/landing\/fr/);
  await expect(page.getByText(/^Votre session est terminée/)).toHaveCount(0);

  await signIn(page, amina);
  await expect(page).toHaveURL(/\/requests$/);
  await page.goto('/simulator');
  await page.getByRole('button', { name: 'Reprendre' }).click();
  await expect(page.getByRole('textbox', { name: /^Intitulé du projet/ })).toHaveValue(
    'Un secret d’Amina',
  );

  // Signing out deletes the data on the device, so a person with a draft is asked first.
  await page.getByRole('button', { name: /^Mon compte/ }).click();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  const question = page.getByRole('dialog', { name: 'Vous déconnecter ?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Annuler' }).click();
  await page.getByRole('button', { name: /^Mon compte/ }).click();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  await question.getByRole('button', { name: 'Effacer et me déconnecter' }).click();
  await expect(page).toHaveURL(/\/landing\/fr/);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secret');
});

test('on a shared device, a draft ends with its tab and contains no identity number', async ({
  page,
  context,
}) => {
  await page.goto('/signUp?pAuth=ben');
  await page.evaluate(() => {
    // As an earlier version stored it.
    const value = { nom: 'Bennani', type: 'particulier', individualDto: { numCin: 'R654321' } };
    const draft = JSON.stringify({ savedAt: Date.now(), value });
    localStorage.setItem('draft:anonymous:sign-up-ben', draft);
  });
  await page.reload();
  await page.getByRole('button', { name: 'Reprendre' }).click();
  const name = page.getByRole('textbox', { name: 'Nom', exact: true });
  await expect(name).toHaveValue('Bennani');
  await name.fill('Bennani Idrissi');
  const onDevice = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  await expect.poll(onDevice).not.toContain('Bennani');
  await page.reload();
  await page.getByRole('button', { name: 'Reprendre' }).click();
  await expect(name).toHaveValue('Bennani Idrissi');
  const inTab = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  expect(inTab).toContain('Bennani Idrissi');
  expect((await onDevice()) + inTab).not.toContain('R654321');

  const later = await context.newPage();
  await later.goto('/signUp?pAuth=ben');
  await expect(later.getByRole('textbox', { name: 'Nom', exact: true })).toBeVisible();
  await expect(later.getByRole('button', { name: 'Reprendre' })).toHaveCount(0);
  await later.close();

  // Once declared, drafts outlive the tab, and the question does not appear again.
  await name.fill('Bennani');
  await page.getByRole('button', { name: /^Garder mes brouillons/ }).click();
  await expect(page.getByRole('button', { name: /^Garder mes brouillons/ })).toHaveCount(0);
  const after = await context.newPage();
  await after.goto('/signUp?pAuth=ben');
  await after.getByRole('button', { name: 'Reprendre' }).click();
  await expect(after.getByRole('textbox', { name: 'Nom', exact: true })).toHaveValue(/^Bennani/);
});

test('each tab returns to its own page after a sign-in in one of them', async ({
  page,
  context,
  portal,
}) => {
  await signedIn(page, portal.url, amina);
  await page.goto('/simulator');
  await page.getByRole('textbox', { name: /^Intitulé du projet/ }).fill('Premier onglet');
  const other = await context.newPage();
  await other.goto('/profileSettings');
  await expect(other.getByRole('textbox', { name: /^Adresse/ })).toBeVisible();
  await endElsewhere(page);
  // This tab was at another site when the other tab detected the end.
  await page.goto('about:blank');
  await other.reload();
  await expect(other).toHaveURL(/\/landing\/fr/);
  await page.goto('/simulator');
  await signInAgain(page, amina);
  await expect(page).toHaveURL(/\/simulator$/);
  await expect(page.getByRole('textbox', { name: /^Intitulé du projet/ })).toHaveValue(
    'Premier onglet',
  );
  await expect(other).toHaveURL(/\/profileSettings$/);
});

test('a warning announces the end of the session and offers to extend it', async ({
  page,
  portal,
}) => {
  await page.clock.install();
  await signedIn(page, portal.url, amina);
  await page.goto('/simulator');
  await expect(page.getByRole('textbox', { name: /^Intitulé du projet/ })).toBeVisible();
  await page.clock.fastForward('07:56:00');
  const banner = page.getByRole('status').filter({ hasText: 'Votre session se termine à' });
  await expect(banner).toBeVisible();
  const renewed = page.waitForResponse((answer) => answer.url().endsWith('/renewSession'));
  await banner.getByRole('button', { name: 'Garder ma session ouverte' }).click();
  expect((await renewed).status()).toBe(200);
});

test('the journey of a link is preserved through the sign-up', async ({ page }) => {
  await page.goto('/?idparcoure=1');
  await expect(page).toHaveURL(/\/landing\//);
  await page.goto('/signUp?pAuth=ben');
  expect(await page.evaluate(() => localStorage.getItem('idparcoure'))).toBe('1');
});

test('a link with another account’s session asks before it replaces the current session', async ({
  page,
  portal,
}) => {
  const whoIs = () => page.evaluate(() => localStorage.getItem('token'));
  await signedIn(page, portal.url, amina);
  await page.goto('/requests');
  const hers = await whoIs();
  const theirs = await tokenOf(page.request, portal.url, cooperative);

  await page.goto(`/requests?token=${theirs}`);
  await expect(page).toHaveURL(/\/switchAccount$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Changer de compte/);
  const main = page.getByRole('main');
  await expect(main).toContainText(amina);
  await expect(main).toContainText(cooperative);
  expect(await whoIs()).toBe(hers);
  await page.getByRole('button', { name: 'Rester sur mon compte' }).click();
  await expect(page).toHaveURL(/\/requests$/);
  expect(await whoIs()).toBe(hers);

  await test.step('a reload drops the offered session', async () => {
    await page.goto(`/?token=${theirs}`);
    await expect(page).toHaveURL(/\/switchAccount$/);
    await page.reload();
    await expect(page).toHaveURL(/\/requests$/);
    expect(await whoIs()).toBe(hers);
  });

  await page.goto(`/?token=${theirs}`);
  await page.getByRole('button', { name: 'Passer à l’autre compte' }).click();
  await expect(page).toHaveURL(/\/landing\/fr|\/requests/);
  expect(await whoIs()).toBe(theirs);
});

test.describe('a session that ended before the page was loaded', () => {
  for (const [who, email] of [
    ['a beneficiary', amina],
    ['an agent', 'agent.cri@example.org'],
  ] as const) {
    test(`asks ${who} to sign in once, then returns to the list with its filter`, async ({
      page,
      portal,
    }) => {
      // A separate session, because the shared one must stay valid.
      const answer = await page.request.post(`${portal.url}/api/utilisateurs/signIn`, {
        data: { email, password: demoPassword },
      });
      const { token } = (await answer.json()) as { token: string };
      await page.goto('/config.json');
      await page.evaluate((text) => {
        localStorage.setItem('token', text);
        localStorage.setItem('lang', 'fr');
      }, token);
      await endElsewhere(page);

      const loads: string[] = [];
      const refused: string[] = [];
      page.on('request', (request) => {
        if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
      });
      page.on('response', (response) => {
        if (response.status() === 401) refused.push(new URL(response.url()).pathname);
      });
      await page.goto('/requests?size=15');
      await expect(page.getByText(/^Votre session est terminée/)).toBeVisible();
      await page.waitForLoadState('networkidle');
      // The server refused the list's own calls; none was repeated, and no redirect loop occurred.
      expect(refused.some((path) => path.endsWith('/filter'))).toBe(true);
      expect(new Set(refused).size).toBe(refused.length);
      expect(loads).toEqual(['/requests', '/landing/fr']);

      await signInAgain(page, email);
      await expect(page).toHaveURL(/\/requests\?size=15$/);
      await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
    });
  }

  test('never shows the previous person’s page to another account', async ({ page, portal }) => {
    // Both lists in two tabs of one browser: the second signs in while the first one's answers are pending.
    await signedIn(page, portal.url, amina);
    const token = await tokenOf(page.request, portal.url, 'agent.cri@example.org');
    let releaseAnswers: () => void = () => undefined;
    const answersReleased = new Promise<void>((resolve) => {
      releaseAnswers = resolve;
    });
    await page.route('**/api/requests/filter*', async (route) => {
      const answer = await route.fetch();
      await answersReleased;
      await route.fulfill({ response: answer });
    });
    const asked = page.waitForRequest('**/api/requests/filter*');
    await page.goto('/requests', { waitUntil: 'commit' });
    await asked;
    const other = await page.context().newPage();
    await other.goto('/config.json');
    await other.evaluate((text) => localStorage.setItem('token', text), token);
    releaseAnswers();
    await other.goto('/requests');
    await expect(other.getByRole('heading', { name: 'Demandes à traiter' })).toBeVisible();
    await expect(other.getByRole('row').nth(1)).toBeVisible();
    // The first tab follows: it shows the agent's list without data of the first person.
    await expect(page.getByRole('heading', { name: 'Demandes à traiter' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Mes demandes' })).toHaveCount(0);
    await expect(page.getByText('C’est à vous d’agir')).toHaveCount(0);
  });
});
