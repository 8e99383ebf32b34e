import type { Page } from '@playwright/test';

import { downloaded } from './downloads.ts';
import { draftsOf } from './drafts.ts';
import { expectPrintable } from './printed.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { answer, choose, fillGeneral, fillNordev, tick } from './simulator-forms.ts';

const amina = 'amina@example.org';
const failedCalculation =
  'Une erreur est survenue lors du calcul. Merci de réessayer ultérieurement!';

async function exportOf(page: Page, name: string): Promise<string> {
  return (await downloaded(page, page.getByRole('button', { name }))).suggestedFilename();
}

/** Each section of NORDEV's step 2 is short on a phone, with the answers of a question in one line. */
async function expectShortSections(page: Page): Promise<void> {
  for (const section of await page.getByRole('tab').all()) {
    await section.click();
    const height = (await page.getByRole('tabpanel').boundingBox())?.height;
    expect(height, await section.innerText()).toBeLessThanOrEqual(1000);
  }
  await page.getByRole('tab').first().click();
  const question = page.getByRole('radiogroup').first();
  const tops = await question
    .getByRole('radio')
    .evaluateAll((answers) => answers.map((answer) => answer.getBoundingClientRect().top));
  expect(tops).toHaveLength(2);
  expect(new Set(tops).size).toBe(1);
}

test('the general simulator shows the shortfall of an ineligible project, then an explained result', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, amina);
  await page.goto('/simulator');
  const next = page.getByRole('button', { name: 'Suivant', exact: true });
  const total = page.getByRole('status').filter({ hasText: 'Total CAPEX' });

  await test.step('step 1 requires the type and the rate for industry', async () => {
    await expect(next).toBeDisabled();
    await page.getByLabel(/^Intitulé du projet/).fill('Câblage automobile');
    await page.getByLabel(/^Consistance du projet/).fill('Une usine de faisceaux');
    await page.getByLabel(/^Effectif prévisionnel/).fill('40');
    await choose(page, /^Localisation du projet/, /^Tanger-Assilah/);
    await choose(page, /^Secteur d’activité/, 'Industrie');
    await answer(page, /^Métier d’avenir/, 'Non');
    await answer(page, /^Projet d’investissement durable/, 'Non');
    await expect(next).toBeDisabled();
    await choose(page, /^Type d’industrie/, 'Automobile');
    await page.getByLabel(/^Taux d’intégration locale/).fill('101');
    await page.keyboard.press('Tab');
    await expect(
      page.getByText("Le taux d'intégration locale ne peut pas être supérieur à 100%").first(),
    ).toBeVisible();
    await expect(next).toBeDisabled();
    await page.getByLabel(/^Taux d’intégration locale/).fill('35');
    await next.click();
  });

  await test.step('step 2 updates the total during typing, and clears a deselected side', async () => {
    await expect(page.getByRole('heading', { name: 'Détails du CAPEX' })).toBeFocused();
    await page.getByLabel(/^Frais de recherche/).fill('2000000');
    await page.getByLabel(/^Frais de transfert/).fill('1000000');
    await expect(page.getByLabel(/^Frais de recherche/)).toHaveValue(/^2\s000\s000$/);
    await answer(page, /^Terrain nu/, 'Oui');
    await tick(page.getByRole('checkbox', { name: 'Public' }));
    await page.getByLabel(/^Location annuelle du terrain public/).fill('1000000');
    await expect(total).toContainText('10 M MAD');
    await tick(page.getByRole('checkbox', { name: 'Public' }), false);
    await expect(total).toContainText('3 M MAD');
    await tick(page.getByRole('checkbox', { name: 'Privé' }));
    await page.getByLabel(/^Acquisition du terrain privé/).fill('10000000');
    await page.getByLabel(/^Location annuelle du terrain privé/).fill('0');
    await page.getByLabel(/^Infrastructures externes/).fill('2000000');
    await page.getByLabel(/^Infrastructures internes/).fill('3000000');
    await page.getByLabel(/^Génie civil/).fill('20000000');
    await page.getByLabel(/^Travaux d’aménagement/).fill('5000000');
    await expect(next).toBeDisabled();
    await page.getByLabel(/^Acquisition des équipements/).fill('57000000');
    await expect(total).toContainText('100 M MAD');
    const eligibility = page.getByRole('status').filter({ hasText: 'pas encore éligible' });
    await expect(eligibility).toContainText('il manque 11 emplois');
    await expect(
      eligibility.getByRole('link', { name: 'Estimer avec NORDEV (déjà rempli)' }),
    ).toHaveAttribute('href', '/simulator-nordev');
    await next.click();
  });

  await test.step('step 3 reports too few jobs, and the shortfall of each route', async () => {
    await page.getByLabel(/^Masse salariale totale/).fill('1000000');
    await page.getByLabel(/^Masse salariale féminine/).fill('250000');
    await expect(page.getByRole('status').filter({ hasText: 'annuelle totale' })).toContainText(
      /12\s000\s000/,
    );
    await page.getByRole('button', { name: 'Calculer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ce dispositif vise les très grands projets' });
    await expect(dialog).toContainText(
      "Vous n'êtes pas éligible à la prime de dispositif d'appui principale.",
    );
    await expect(dialog).toContainText(
      /un investissement supérieur à 50\sM\sMAD avec plus de 50 emplois, ou au moins 150 emplois/,
    );
    await expect(dialog).toContainText('Contactez l’agence');
    await expect(dialog).toContainText('CRI-TTA');
    await expect(dialog).toContainText('12, avenue de l’Exemple, Tanger');
    await expect(dialog.getByRole('link', { name: '+212600000090' })).toHaveAttribute(
      'href',
      'tel:+212600000090',
    );
    await expect(
      dialog.getByRole('link', { name: 'Estimer avec NORDEV (déjà rempli)' }),
    ).toHaveAttribute('href', '/simulator-nordev');
    await dialog.getByText('Ce qui manque').click();
    const [capex, jobs, jobsAlone] = await dialog.getByRole('listitem').all();
    await expect(capex ?? dialog).toContainText(/Investissement\s: 100\sM\sMAD/);
    await expect(jobs ?? dialog).toContainText('il manque 11 emplois');
    await expect(jobsAlone ?? dialog).toContainText('il manque 110 emplois');
    await dialog.getByRole('button', { name: 'Revoir mes données' }).click();
  });

  await test.step('with 120 jobs, a failed calculation shows an error, and a retry shows 10 % and 10 M MAD', async () => {
    await page.getByRole('button', { name: 'Précédent' }).click();
    await page.getByRole('button', { name: 'Précédent' }).click();
    await page.getByLabel(/^Effectif prévisionnel/).fill('120');
    await next.click();
    await next.click();
    await page.route('**/api/simulate?*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.route('**/api/simulate', (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('button', { name: 'Calculer' }).click();
    await expect(page.getByRole('alert')).toContainText(failedCalculation);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Calculer' }).click();
    await expect(page.getByRole('heading', { name: 'Résultat' })).toBeFocused();
    await expect(page.getByText(/Montant de la prime 10\sM\sMAD/)).toBeVisible();
    await expect(page.getByText(/soit 10\s000\s000\sMAD/)).toBeVisible();
    for (const name of ['Demander un accompagnement', 'Gardée dans Mes simulations'])
      await expect(page.getByRole('link', { name })).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Exporter la simulation' })).toBeInViewport();
    await page.getByText('Détail des primes et total').click();
    const total = page
      .getByRole('listitem')
      .filter({ hasText: 'Pourcentage des primes accordées' });
    await expect(total).toContainText(/10\s%/);
    const rules = page.getByRole('complementary').filter({ hasText: 'Règles appliquées' });
    await expect(rules).toContainText(/Version .?2026.?, en vigueur depuis le 01\/01\/2026/);
    await expect(rules).toContainText(/Source\s: .?Loi-cadre 03-22/);
  });

  await test.step('the largest gain is shown before the premiums', async () => {
    const gain = page.getByRole('region', { name: 'Ce qui vous apporterait le plus' });
    await expect(gain).toContainText(/Prime ratio genre · Masse salariale féminine, par mois/);
    await expect(gain).toContainText(/de 250\s000\sMAD à 300\s000\sMAD/);
    await expect(gain).toContainText(/la prime de 10\sM\sMAD à 13\sM\sMAD/);
  });

  await test.step('every premium shows its reason, and the effect of raising it on the total', async () => {
    const jobs = page.getByRole('listitem').filter({ hasText: 'Prime ratio emploi/CAPEX' });
    await jobs.getByText('Pourquoi ce taux ?').click();
    await expect(jobs).toContainText(/120 pour 100\sM\sMAD, soit 1,2 par million/);
    await expect(jobs).toContainText(/31 emplois de plus/);
    await expect(jobs).toContainText(
      /Le taux total passerait de 10\s% à 12\s% \(\W*\+2\W* points\) et la prime de 10\sM\sMAD à 12\sM\sMAD/,
    );
  });

  await test.step('the entered data is shown below, with the investment item by item', async () => {
    const summary = page.getByRole('region', { name: 'Récapitulatif des données saisies' });
    await summary.getByText('Récapitulatif des données saisies').click();
    await expect(summary).toContainText(/Acquisition des équipements\s*57\s000\s000\sMAD/);
    await expect(summary).toContainText(/Total CAPEX\s*100\sM\sMAD/);
    await expect(summary).toContainText(/Terrain nu\s*Oui/);
    await expect(page.getByText('Cette simulation est donnée à titre indicatif')).toBeVisible();
  });

  await test.step('a what-if with 151 jobs raises the premium, and the saved result stays', async () => {
    const panel = page.getByRole('region', { name: 'Et si… ?' });
    await expect(panel.getByLabel('Emplois')).toBeHidden();
    await panel.getByText('Et si… ?').click();
    // The first status reports a saved draft.
    const outcome = panel.getByRole('status').last();
    await panel.getByLabel('Emplois').fill('151');
    await expect(outcome).toContainText(/12\s%/);
    await expect(outcome).toContainText(/emploi\/CAPEX\s: de 5\s% à 7\s%/);
    await panel.getByLabel(/^Taux d’intégration locale/).fill('40');
    await expect(outcome).toContainText(/15\s%/);
    await expect(page.getByText(/Montant de la prime 10\sM\sMAD/)).toBeVisible();
    await panel.getByLabel('Emplois').fill('10');
    await expect(outcome).toContainText('ne serait plus éligible');
  });

  await test.step('a failed export shows an error; the next export downloads the PDF', async () => {
    await page.route('**/generate_report*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('button', { name: 'Exporter la simulation' }).click();
    await expect(page.getByText('Une erreur est survenue', { exact: true })).toBeVisible();
    await page.unrouteAll();
    expect(await exportOf(page, 'Exporter la simulation')).toMatch(/^simulation_prime_.*\.pdf$/);
  });

  await test.step('a reload preserves the result, and a step back leaves it', async () => {
    const amount = page.getByText(/Montant de la prime 10\sM\sMAD/);
    await expect(page).toHaveURL(/\/simulator\?simulation=\d+$/);
    await page.reload();
    await expect(amount).toBeVisible();
    await expect(page.getByRole('button', { name: 'Exporter la simulation' })).toBeVisible();
    await expectPrintable(page);
    await page.getByRole('button', { name: 'Précédent' }).click();
    await expect(page).toHaveURL(/\/simulator$/);
    await expect(page.getByLabel(/^Masse salariale totale/)).toHaveValue(/^1\s000\s000$/);
    await page.getByRole('button', { name: 'Calculer' }).click();
    await expect(amount).toBeVisible();
  });
});

test('the NORDEV simulator reports a failed calculation and shows reached ceilings', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, amina);
  await page.goto('/requests');
  await page
    .getByRole('navigation', { name: 'Menu principal' })
    .getByRole('link', { name: 'Estimer mon aide' })
    .click();
  await expect(page.getByLabel('Combien allez-vous investir')).toBeVisible();
  await page.getByRole('link', { name: 'Simulateur NORDEV' }).click();
  await expect(page.getByRole('button', { name: 'Précédent' })).toBeDisabled();
  await page.locator('[name="intituleProjet"]').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByText('Ce champ et obligatoire').first()).toBeVisible();
  await test.step('a draft is stored for its owner and restored unchanged', async () => {
    const title = page.getByLabel(/^Intitulé du projet/);
    await title.fill('Atelier de tissage');
    await expect(page.getByText(/Brouillon enregistré/)).toBeVisible();
    await page.goto('/requests');
    await page.goto('/simulator-nordev');
    await expect(title).toHaveValue('');
    await page.getByRole('button', { name: 'Reprendre' }).click();
    await expect(title).toHaveValue('Atelier de tissage');
  });
  await fillNordev(page);
  await page.route('**/simulate-nordev*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Calculer' }).click();
  await expect(page.getByRole('alert')).toContainText(failedCalculation);
  await page.unroute('**/simulate-nordev*');
  await page.getByRole('button', { name: 'Calculer' }).click();
  await page.getByText('Détail des primes et total').click();
  const row = (label: string) => page.getByRole('listitem').filter({ hasText: label });
  await expect(row('Somme des primes communes')).toContainText(/25\s%/);
  await expect(row('Prime globale NORDEV')).toContainText(/35\s%/);
  await expect(row('Taux retenu')).toContainText(/30\s%/);
  expect(await draftsOf(page)).toEqual([]);
  await expect(page.getByText(/primes communes est plafonnée à 15\s%/)).toBeVisible();
  await expect(page.getByText(/La prime globale est plafonnée à 30\s%/)).toBeVisible();
  await expect(page.getByText(/montant de la prime est plafonné à 10\sM\sMAD/)).toBeVisible();
  expect(await exportOf(page, 'Exporter la simulation')).toMatch(/^simulation_nordev_.*\.pdf$/);
  await expectPrintable(page);
});

test('both simulators work in Arabic on a phone', async ({ browser, portal }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const calculate = page.getByRole('button', { name: 'احتساب' });
  const result = page.getByRole('heading', { name: 'النتيجة' });
  await signedIn(page, portal.url, amina, 'ar');

  await test.step('the general simulator shows its result and its report', async () => {
    await page.goto(`${portal.url}/simulator`);
    await expect(page.getByRole('form')).toBeVisible();
    await fillGeneral(page, 'ar');
    // Digits stay in order in a right-to-left page.
    await expect(page.locator('[name="masseSalarialeTotale"]')).toHaveValue('1.000.000');
    await calculate.click();
    await expect(result).toBeFocused();
    await expect(page.getByText(/مبلغ المنحة 18\sمليون\sدرهم/)).toBeVisible();
    expect(await exportOf(page, 'تصدير المحاكاة')).toMatch(/^simulation_prime_.*\.pdf$/);
  });

  await test.step('the NORDEV simulator shows its result and its report', async () => {
    await page.goto(`${portal.url}/simulator-nordev`);
    await fillNordev(page, 'ar');
    await expectShortSections(page);
    await calculate.click();
    await expect(result).toBeFocused();
    await expect(page.getByText(/مبلغ المنحة 10\sمليون\sدرهم/)).toBeVisible();
    expect(await exportOf(page, 'تصدير المحاكاة')).toMatch(/^simulation_nordev_.*\.pdf$/);
  });
  await context.close();
});

test('when both schemes are mentioned, a page shows which projects each one supports', async ({
  page,
  portal,
}) => {
  const expectForWhom = async (address: string) => {
    await page.goto(address);
    const main = page.getByRole('main');
    await expect(main.getByText(/projets de toute taille/).first()).toBeVisible();
    await expect(main.getByText(/très grands projets/i).first()).toBeVisible();
  };
  for (const address of ['/estimation', '/simulateur', '/simulateur-nordev', '/help', '/legal'])
    await test.step(address, () => expectForWhom(address));

  await signedIn(page, portal.url, amina);
  await test.step('/simulations', () => expectForWhom('/simulations'));
  await page.goto('/simulator-nordev');
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await expect(menu).toContainText(/projets de toute taille/);
  await expect(menu).toContainText(/très grands projets/);
});
