import type { Page } from '@playwright/test';

import { expect, test } from './server.ts';
import { downloaded } from './downloads.ts';
import { mailedLink } from './mailbox.ts';
import { signIn } from './sign-in-form.ts';
import { leaveSignUp, resumeSignUp, signUpDraft } from './sign-up-draft.ts';
import { signedIn } from './signed-in.ts';
import { choose, fillGeneral, fillNordev } from './simulator-forms.ts';
import { onPhone, otherWindow } from './other-window.ts';

// People sign up here, and simulations are saved to their accounts.
test.use({ portalName: 'rows of the list' });

const cooperative = 'nord.cooperative@example.org';

/** Example 9, computed without an account: 18 M MAD. */
async function compute(page: Page): Promise<void> {
  await fillGeneral(page);
  await page.getByRole('button', { name: 'Calculer' }).click();
  await expect(page.getByText(/Montant de la prime 18\sM\sMAD/)).toBeVisible();
}

/** Links and buttons that exceed the window. */
const cutLinks = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, summary')].flatMap((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      const isCut = width > 0 && (left < 0 || right > document.documentElement.clientWidth);
      return isCut ? [element.textContent] : [];
    }),
  );

/** Addresses of the five cards "Pour qui" on the landing page. */
const doors = {
  Étudiants: '/estimation',
  Entrepreneurs: '/estimation',
  Salariés: '/estimation',
  Coopératives: '/estimation?categorie=COOPERATIVE',
  'Auto-entrepreneurs': '/estimation?categorie=AUTO_ENTREPRENEUR',
};

test('a visitor calculates a complete result without any server call', async ({
  browser,
  portal,
}) => {
  const page = await otherWindow(browser, portal, null, onPhone);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await test.step('the landing page begins with the estimate, and fits phones', async () => {
    for (const lang of ['fr', 'ar']) {
      await page.setViewportSize({ width: 320, height: 740 });
      await page.goto(`/landing/${lang}`);
      expect(await cutLinks(page), lang).toEqual([]);
      for (const size of [{ width: 1366, height: 768 }, onPhone.viewport]) {
        await page.setViewportSize(size);
        for (const address of ['/estimation', '/signUp?pAuth=ben'])
          await expect(page.locator(`main a[href="${address}"]`).first()).toBeInViewport({
            ratio: 1,
          });
      }
      const length = await page.evaluate(() => document.documentElement.scrollHeight);
      expect(length, lang).toBeLessThanOrEqual(3500);
    }
    for (const [people, address] of Object.entries(doors)) {
      await page.goto('/landing/fr');
      await page
        .getByRole('region', { name: 'Pour qui' })
        .getByRole('link', { name: people, exact: true })
        .tap();
      await expect(page).toHaveURL((url) => url.pathname + url.search === address);
    }
  });
  await test.step('two questions on the landing page link to the right simulator', async () => {
    const estimate = async (investment: string, jobs: string) => {
      await page.goto('/landing/fr');
      await page.getByRole('link', { name: /^Estimer mon aide/ }).tap();
      await page.getByLabel('Combien allez-vous investir').fill(investment);
      await page.getByLabel('Combien d’emplois allez-vous créer').fill(jobs);
      await page.getByRole('button', { name: 'Voir mon estimation' }).tap();
    };
    await estimate('500000', '5');
    await expect(page).toHaveURL(/\/simulateur-nordev$/);
    const figure = page.getByRole('status').filter({ hasText: 'Prime à ce stade' });
    await expect(figure).toContainText(/35\s000\sMAD · 7\s%/);
    await choose(page, /^Localisation du projet/, 'Tétouan');
    await expect(figure).toContainText(/85\s000\sMAD · 17\s%/);
    await expect(figure).toBeInViewport();
    await expect(page.getByRole('link', { name: /dispositif principal/ })).toHaveAttribute(
      'href',
      '/simulateur',
    );
    await estimate('60000000', '160');
    await expect(page).toHaveURL(/\/simulateur$/);
    await expect(page.getByLabel(/^Effectif prévisionnel/)).toHaveValue('160');
    await expect(page.getByRole('link', { name: /NORDEV/ })).toHaveAttribute(
      'href',
      '/simulateur-nordev',
    );
  });
  await compute(page);
  const jobs = page.getByRole('listitem').filter({ hasText: 'Prime ratio emploi/CAPEX' });
  await page.getByText('Détail des primes et total').tap();
  await jobs.getByText('Pourquoi ce taux ?').tap();
  await expect(jobs).toContainText(/120 pour 100\sM\sMAD/);
  // The report needs an account: the button leads to the sign-up, and the simulation stays.
  await expect(page.getByRole('button', { name: 'Exporter la simulation' })).toBeVisible();
  await expect(page.getByText(/Montant de la prime 18\sM\sMAD/)).toBeVisible();
  expect(sent).toEqual([]);

  await test.step('a reload shows the result again', async () => {
    await page.reload();
    await expect(page.getByText(/Montant de la prime 18\sM\sMAD/)).toBeVisible();
    expect(sent).toEqual([]);
  });

  await test.step('the sign-in stores the simulation in the account, with its report', async () => {
    await page.getByRole('button', { name: 'Se connecter' }).tap();
    await expect(page).toHaveURL(/\/landing\/fr#sign-in$/);
    await signIn(page, cooperative);
    await expect(page).toHaveURL(/\/simulator/);
    await expect(page.getByText(/Montant de la prime 18\sM\sMAD/)).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('est maintenant dans votre compte');
    const report = await downloaded(
      page,
      page.getByRole('button', { name: 'Exporter la simulation' }),
    );
    expect(report.suggestedFilename()).toMatch(/^simulation_prime_.*\.pdf$/);
  });

  await test.step('the next visit opens the list of requests', async () => {
    await page.goto('/requests');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/requests$/);
  });
  await page.context().close();
});

test('a sign-up saves the simulation in the new account after the e-mail confirmation', async ({
  browser,
  portal,
}) => {
  const page = await otherWindow(browser, portal);
  const email = 'hind.simulation@example.org';
  await page.goto('/simulateur');
  await compute(page);
  await leaveSignUp(page, { ...signUpDraft, email });
  await page.getByRole('button', { name: 'Garder cette simulation' }).click();
  await resumeSignUp(page);
  await page.getByLabel(/^Numéro de CIN/).fill('R654399');
  await page.getByRole('button', { name: 'S’inscrire' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accepter' }).click();

  await test.step('the sign-in shows that a mail was sent, and sends it again', async () => {
    await expect(page).toHaveURL(/\/landing\/fr#sign-in$/);
    const card = page.getByRole('region', { name: 'Se connecter' });
    await expect(card.getByText(/^Un email vous attend/)).toContainText(email);
    await expect(card.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByRole('link', { name: 'Créer mon compte' })).toHaveCount(0);
    await card.getByRole('button', { name: 'Renvoyer le lien de validation' }).click();
    await expect(card.getByText(/^Un nouveau lien/)).toBeVisible();
  });

  // The link of the mail opens another tab of the same browser.
  const mailed = await page.context().newPage();
  await page.close();
  await mailed.goto(await mailedLink(mailed, email, '/emailConfirmation/'));
  await expect(mailed).toHaveURL(/\/landing\/fr#sign-in$/);
  await expect(mailed.getByText(/^Votre email a été validé avec succès/)).toBeVisible();
  await signIn(mailed, email);
  await expect(mailed).toHaveURL(/\/simulator/);
  await expect(mailed.getByText(/Montant de la prime 18\sM\sMAD/)).toBeVisible();
  expect(await mailed.evaluate(() => sessionStorage.getItem('arrival'))).toBeNull();
  await mailed.context().close();
});

test('a support request with a simulation redirects through the sign-up to the wizard', async ({
  browser,
  portal,
}) => {
  const page = await otherWindow(browser, portal, null, onPhone);
  await page.goto('/simulateur');
  await compute(page);
  await page.getByRole('button', { name: 'Demander un accompagnement' }).tap();
  await expect(page).toHaveURL(/\/signUp\?pAuth=ben$/);
  await page.goto('/landing/fr#sign-in');
  await signIn(page, cooperative);
  await expect(page).toHaveURL(/\/newRequest\?simulation=\d+$/);
  // The cooperative has not answered the survey: the request begins after it.
  await expect(page.getByText('Complétez d’abord votre profil').first()).toBeVisible();
  await page.getByRole('main').getByRole('button').first().tap();
  const survey = page.getByRole('dialog');
  await expect(survey.getByText(/reprises de votre simulation/)).toBeVisible();
  await survey.getByRole('radio', { name: 'Projet en cours de création' }).check();
  await expect(survey.getByLabel(/^Nombre d’emplois prévus/)).toHaveValue('51 à 150');
  await expect(survey.getByLabel(/^Montant de l’investissement/)).toHaveValue(
    /^Plus de 50\sM\sMAD$/,
  );
  await page.context().close();
});

test('the NORDEV simulator works without an account, in Arabic', async ({ browser, portal }) => {
  const page = await otherWindow(browser, portal, null, onPhone);
  await page.goto('/simulateur-nordev?lang=ar');
  await fillNordev(page, 'ar');
  await page.getByRole('button', { name: 'احتساب' }).click();
  await expect(page.getByText(/مبلغ المنحة 10\sمليون\sدرهم/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'حفظ هذه المحاكاة' })).toBeInViewport();
  await page.context().close();
});

test('a signed-in beneficiary is redirected to their own simulator; an agent can use the public one', async ({
  page,
  browser,
  portal,
}) => {
  await signedIn(page, portal.url, cooperative);
  await page.goto('/simulateur-nordev');
  await expect(page).toHaveURL(/\/simulator-nordev$/);
  const agent = await otherWindow(browser, portal, 'agent.cri@example.org');
  await agent.goto('/simulateur-nordev');
  await expect(agent.getByLabel(/^Intitulé du projet/)).toBeVisible();
  await expect(agent).toHaveURL(/\/simulateur-nordev$/);
  await agent.goto('/simulator');
  await expect(agent).toHaveURL(/\/unauthorized/);
  await expect(agent.getByRole('link', { name: 'Simulateur des primes' })).toHaveCount(0);
  await agent.context().close();
});
