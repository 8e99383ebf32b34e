import type { Browser, Page } from '@playwright/test';

import { expect, test } from './server.ts';
import { demoPassword, signedIn } from './signed-in.ts';
import { fillGeneral, fillNordev } from './simulator-forms.ts';

// A portal of its own: people sign up here, and simulations come into their accounts.
test.use({ portalName: 'account-less' });

const cooperative = 'nord.cooperative@example.org';

const frenchGeneral = {
  next: 'Suivant',
  yes: 'Oui',
  no: 'Non',
  place: 'Ouezzane',
  industry: 'Industrie',
  type: 'Automobile',
  privateLand: 'Privé',
};

async function phonePage(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  return await context.newPage();
}

/** Example 9, computed without an account: 18 M MAD. */
async function compute(page: Page): Promise<void> {
  await fillGeneral(page, frenchGeneral);
  await page.getByRole('button', { name: 'Calculer' }).click();
  await expect(page.getByText(/Montant de la prime 18\sM\sMAD/)).toBeVisible();
}

test('from the landing page to a whole result, which no server was asked for', async ({
  browser,
  portal,
}) => {
  test.setTimeout(90_000);
  const page = await phonePage(browser, portal.url);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await page.goto('/landing/fr');
  await page
    .getByRole('region', { name: /^Quelle aide pour votre investissement/ })
    .getByRole('link', { name: 'Estimer mon aide' })
    .tap();
  await expect(page).toHaveURL(/\/simulateur$/);
  await compute(page);
  const jobs = page.getByRole('listitem').filter({ hasText: 'Prime ratio emploi/CAPEX' });
  await jobs.getByText('Pourquoi ce taux ?').tap();
  await expect(jobs).toContainText(/120 pour 100\sM\sMAD/);
  await expect(page.getByRole('button', { name: 'Exporter la simulation' })).toHaveCount(0);
  expect(sent).toEqual([]);

  await test.step('a reload shows it again', async () => {
    await page.reload();
    await expect(page.getByText(/Montant de la prime 18\sM\sMAD/)).toBeVisible();
    expect(sent).toEqual([]);
  });

  await test.step('signing in brings it along, and there it has its report', async () => {
    await page.getByRole('button', { name: 'Se connecter' }).tap();
    await expect(page).toHaveURL(/\/landing\/fr#sign-in$/);
    await page.getByLabel('Email').fill(cooperative);
    await page.getByLabel('Mot de passe', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Se connecter', exact: true }).tap();
    await expect(page).toHaveURL(/\/simulator/);
    await expect(page.getByText(/Montant de la prime 18\sM\sMAD/)).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('est maintenant dans votre compte');
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exporter la simulation' }).tap(),
    ]);
    expect(report.suggestedFilename()).toMatch(/^simulation_prime_.*\.pdf$/);
  });

  await test.step('once: the next visit is the list of requests', async () => {
    await page.goto('/requests');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/requests$/);
  });
  await page.context().close();
});

test('signing up brings it along, over the mail that confirms the address', async ({
  browser,
  portal,
}) => {
  test.setTimeout(90_000);
  const context = await browser.newContext({ baseURL: portal.url });
  const page = await context.newPage();
  const email = 'hind.simulation@example.org';
  await page.goto('/simulateur');
  await compute(page);
  await page.evaluate(
    ([to]) => {
      const value = {
        nom: 'Alaoui',
        prenom: 'Hind',
        birthDate: '1998-05-04',
        sex: 'FEMININ',
        nationality: 'MA',
        countryOfResidence: 'MA',
        codeCountry: '+212',
        levelOfStudy: 'BAC',
        province: '01.151',
        city: 'Chefchaouen',
        address: '12, rue du Rif',
        phone: '612345679',
        email: to,
        type: 'particulier',
        individualDto: { profil: 'ETUDIANT', area: 'AGRICULTURE' },
      };
      const draft = JSON.stringify({ savedAt: Date.now(), value });
      localStorage.setItem('draft:anonymous:sign-up-ben', draft);
    },
    [email],
  );
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await page.getByRole('button', { name: 'Reprendre' }).click();
  await page.getByLabel(/^Mot de passe/).fill(demoPassword);
  await page.getByLabel(/^Confirmation du mot de passe/).fill(demoPassword);
  await page.getByRole('button', { name: 'Suivant' }).click();
  await page.getByLabel(/^Numéro de CIN/).fill('R654399');
  await page.getByRole('button', { name: 'S’inscrire' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accepter' }).click();
  await expect(page).toHaveURL(/\/landing\/fr/);
  await page.close();

  // The link of the mail opens another tab of the same browser.
  const mailed = await context.newPage();
  const link = mailed
    .getByRole('row')
    .filter({ hasText: email })
    .getByRole('link')
    .filter({ hasText: '/emailConfirmation/' })
    .first();
  await expect(async () => {
    await mailed.goto('/dev/mail');
    await expect(link).toBeVisible({ timeout: 500 });
  }).toPass();
  await mailed.goto((await link.getAttribute('href')) ?? '');
  await mailed.getByLabel('Email').fill(email);
  await mailed.getByLabel('Mot de passe', { exact: true }).fill(demoPassword);
  await mailed.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await expect(mailed).toHaveURL(/\/simulator/);
  await expect(mailed.getByText(/Montant de la prime 18\sM\sMAD/)).toBeVisible();
  await context.close();
});

test('asking for support with it leads over the account to the request', async ({
  browser,
  portal,
}) => {
  test.setTimeout(90_000);
  const page = await phonePage(browser, portal.url);
  await page.goto('/simulateur');
  await compute(page);
  await page.getByRole('button', { name: 'Demander un accompagnement pour ce projet' }).tap();
  await expect(page).toHaveURL(/\/signUp\?pAuth=ben$/);
  await page.goto('/landing/fr#sign-in');
  await page.getByLabel('Email').fill(cooperative);
  await page.getByLabel('Mot de passe', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).tap();
  await expect(page).toHaveURL(/\/newRequest\?simulation=\d+$/);
  // The cooperative has not answered the survey: the request begins after it.
  await expect(page.getByText('Complétez d’abord votre profil').first()).toBeVisible();
  await page.context().close();
});

test('the NORDEV simulator without an account, in Arabic', async ({ browser, portal }) => {
  const page = await phonePage(browser, portal.url);
  await page.goto('/simulateur-nordev?lang=ar');
  await fillNordev(page, {
    next: 'التالي',
    yes: 'نعم',
    no: 'لا',
    calculate: 'احتساب',
    category: 'مقاولة كبرى',
    place: 'الحسيمة',
    high: 'قوي',
  });
  await page.getByRole('button', { name: 'احتساب' }).click();
  await expect(page.getByText(/مبلغ المنحة 10\sمليون\sدرهم/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'الاحتفاظ بهذه المحاكاة' })).toBeVisible();
  await page.context().close();
});

test('a beneficiary who is signed in is led to theirs, an agent may look', async ({
  page,
  browser,
  portal,
}) => {
  await signedIn(page, portal.url, cooperative);
  await page.goto('/simulateur-nordev');
  await expect(page).toHaveURL(/\/simulator-nordev$/);
  const agent = await browser.newPage({ baseURL: portal.url });
  await signedIn(agent, portal.url, 'agent.cri@example.org');
  await agent.goto('/simulateur-nordev');
  await expect(agent.getByLabel(/^Intitulé du projet/)).toBeVisible();
  await expect(agent).toHaveURL(/\/simulateur-nordev$/);
  await agent.close();
});
