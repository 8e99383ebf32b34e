import { queryRows } from '@wasl/tooling/testing';

import { demoPassword, signedIn } from './signed-in.ts';
import { expect, test } from './server.ts';

// Who comes where: visitors, people who have just signed up, agents with an address that is not theirs.
test.use({ portalName: 'arrivals' });

const agent = 'agent.cri@example.org';

test('a visitor reaches the landing page before the application has travelled', async ({
  browser,
  portal,
}) => {
  const context = await browser.newContext({ baseURL: portal.url, locale: 'ar-MA' });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('requestfinished', (request) => {
    asked.push(new URL(request.url()).pathname);
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/landing\/fr$/);
  await expect(page.getByLabel('Mot de passe', { exact: true })).toBeVisible();
  // What the application would ask first of all was never fetched.
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);

  await test.step('it is French, and says in the browser’s language that it can change', async () => {
    const offer = page.getByRole('link', { name: 'تصفّحوا هذا الموقع بالعربية' });
    await offer.click();
    await expect(page).toHaveURL(/\/landing\/ar$/);
    await expect(offer).toHaveCount(0);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page).toHaveURL(/\/landing\/ar$/);
  });
  await context.close();
});

test('an unknown language of the address is French, also after another was chosen', async ({
  page,
}) => {
  await page.goto('/forgotPassword?lang=ar');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await page.goto('/forgotPassword?lang=pt');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
});

test('after the sign-up and after the confirmation the sign-in says what comes next', async ({
  page,
}) => {
  const email = 'salma.arrivee@example.org';
  await page.goto('/signUp?pAuth=ben');
  await page.evaluate(
    ([to]) => {
      const value = {
        nom: 'Bennani',
        prenom: 'Salma',
        birthDate: '1998-05-04',
        sex: 'FEMININ',
        nationality: 'MA',
        countryOfResidence: 'MA',
        codeCountry: '+212',
        levelOfStudy: 'BAC',
        province: '01.151',
        city: 'Chefchaouen',
        address: '12, rue du Rif',
        phone: '612345678',
        email: to,
        type: 'particulier',
        individualDto: { profil: 'ETUDIANT', area: 'AGRICULTURE' },
      };
      const draft = JSON.stringify({ savedAt: Date.now(), value });
      localStorage.setItem('draft:anonymous:sign-up-ben', draft);
    },
    [email],
  );
  await page.reload();
  await page.getByRole('button', { name: 'Reprendre' }).click();
  await page.getByLabel(/^Mot de passe/).fill(demoPassword);
  await page.getByLabel(/^Confirmation du mot de passe/).fill(demoPassword);
  await page.getByRole('button', { name: 'Suivant' }).click();
  await page.getByLabel(/^Numéro de CIN/).fill('R654321');
  await page.getByRole('button', { name: 'S’inscrire' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accepter' }).click();

  await expect(page).toHaveURL(/\/landing\/fr#sign-in$/);
  const card = page.getByRole('region', { name: 'Se connecter' });
  await expect(card.getByText(/^Un email vous attend/)).toContainText(email);
  await expect(card.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByRole('link', { name: 'Créer mon compte' })).toHaveCount(0);
  await card.getByRole('button', { name: 'Renvoyer le lien de validation' }).click();
  await expect(card.getByText(/^Un nouveau lien/)).toBeVisible();

  const link = page.getByRole('row').filter({ hasText: email }).getByRole('link');
  await expect(async () => {
    await page.goto('/dev/mail');
    await expect(link.filter({ hasText: '/emailConfirmation/' }).first()).toBeVisible({
      timeout: 500,
    });
  }).toPass();
  const address = await link
    .filter({ hasText: '/emailConfirmation/' })
    .first()
    .getAttribute('href');
  await page.goto(address ?? '');
  await expect(page).toHaveURL(/\/landing\/fr#sign-in$/);
  await expect(card.getByText(/^Votre email a été validé avec succès/)).toBeVisible();
  await card.getByLabel('Email').fill(email);
  await card.getByLabel('Mot de passe', { exact: true }).fill(demoPassword);
  await card.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL(/\/requests$/);
  expect(await page.evaluate(() => sessionStorage.getItem('arrival'))).toBeNull();
});

test('the address of a request leads an agent to its file, and no further than their own', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, agent);
  const own = `SELECT s.request_id id FROM processing_steps s JOIN users u ON u.partner_id = s.partner_id
    WHERE u.email = $1 ORDER BY s.id LIMIT 1`;
  const [mine] = await queryRows<{ id: number }>(portal.databaseUrl, own, [agent]);
  const other = `SELECT max(id) id FROM requests WHERE status = 'EN_COURS_DE_CREATION'`;
  const [draft] = await queryRows<{ id: number }>(portal.databaseUrl, other);
  await page.goto(`/requests/${String(mine?.id)}`);
  await expect(page).toHaveURL(/\/requests\/\d+\/steps\/\d+$/);
  await expect(page.getByText('Besoin exprimé')).toBeVisible();
  await page.goto(`/requests/${String(draft?.id)}`);
  await expect(page).toHaveURL(/\/unauthorized$/);
});
