import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from './accessible.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

const amina = 'amina@example.org';
const agent = 'agent.cri@example.org';

async function choose(page: Page, label: RegExp, option: RegExp | string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('listbox').getByRole('option', { name: option }).first().click();
}

/** Clicks until the box says so: a question that appears meanwhile may move it from under the pointer. */
async function tick(box: Locator, wanted = true): Promise<void> {
  await expect(async () => {
    if ((await box.isChecked()) !== wanted) await box.click();
    await expect(box).toBeChecked({ checked: wanted, timeout: 1000 });
  }).toPass();
}

async function answer(page: Page, question: RegExp, word: string): Promise<void> {
  await tick(
    page
      .getByRole('radiogroup', { name: question })
      .getByRole('radio', { name: word, exact: true }),
  );
}

async function exportOf(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ]);
  return download.suggestedFilename();
}

test('the general simulator: gaps of the ineligible, then a result that explains itself', async ({
  page,
  portal,
}) => {
  test.setTimeout(90_000);
  await signedIn(page, portal.url, amina);
  await page.goto('/simulator');
  const next = page.getByRole('button', { name: 'Suivant', exact: true });
  const total = page.getByRole('status').filter({ hasText: 'Total CAPEX' });

  await test.step('step 1 asks industry for its type and its rate', async () => {
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

  await test.step('step 2 adds up as one types; a side no longer selected is emptied', async () => {
    await expect(page.getByRole('heading', { name: 'Détails du CAPEX' })).toBeFocused();
    await page.getByLabel(/^Frais de recherche/).fill('2000000');
    await expect(page.getByLabel(/^Frais de recherche/)).toHaveValue('2 000 000');
    await page.getByLabel(/^Frais de transfert/).fill('1000000');
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
    await expectAccessible(page, 'CAPEX');
    await next.click();
  });

  await test.step('step 3: too few jobs, and what each route lacks', async () => {
    await page.getByLabel(/^Masse salariale totale/).fill('1000000');
    await page.getByLabel(/^Masse salariale féminine/).fill('250000');
    await expect(page.getByRole('status').filter({ hasText: 'annuelle totale' })).toContainText(
      /12\s000\s000/,
    );
    await page.getByRole('button', { name: 'Calculer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Projet non éligible' });
    await expect(dialog).toContainText(
      "Vous n'êtes pas éligible à la prime de dispositif d'appui principale.",
    );
    await expect(dialog.getByRole('listitem').first()).toContainText('emplois à ajouter : 11');
    await expect(dialog.getByRole('listitem').last()).toContainText('emplois à ajouter : 110');
    await expectAccessible(page, 'dialog of the ineligible');
    await dialog.getByRole('button', { name: 'Revoir mes données' }).click();
  });

  await test.step('with 120 jobs: 10 %, 10 M MAD', async () => {
    await page.getByRole('button', { name: 'Précédent' }).click();
    await page.getByRole('button', { name: 'Précédent' }).click();
    await page.getByLabel(/^Effectif prévisionnel/).fill('120');
    await next.click();
    await next.click();
    await page.getByRole('button', { name: 'Calculer' }).click();
    await expect(page.getByRole('heading', { name: 'Résultat' })).toBeFocused();
    await expect(page.getByText(/Montant de la prime 10\sM MAD/)).toBeVisible();
    await expect(page.getByText(/Pourcentage des primes accordées 10\s%/)).toBeVisible();
    await page.getByText('Pourquoi ce taux ?').first().click();
    await expect(page.getByText(/emplois à ajouter : 31/)).toBeVisible();
    await expectAccessible(page, 'result');
  });

  await test.step('what if: 151 jobs raise it, the saved result stays', async () => {
    const panel = page.getByRole('region', { name: 'Et si… ?' });
    await panel.getByLabel('Emplois').fill('151');
    await expect(panel.getByRole('status')).toContainText(/12\s%/);
    await expect(page.getByText(/Montant de la prime 10\sM MAD/)).toBeVisible();
    await panel.getByLabel('Emplois').fill('10');
    await expect(panel.getByRole('status')).toContainText('ne serait plus éligible');
    expect(await exportOf(page, 'Exporter la simulation')).toMatch(/\.pdf$/);
  });
});

/** Example N2: every ceiling cuts. */
async function fillNordev(
  page: Page,
  words: {
    next: string;
    calculate: string;
    yes: string;
    category: string;
    place: string;
    high: string;
  },
): Promise<void> {
  const field = (name: string) => page.locator(`[name="${name}"]`);
  const pick = async (name: string, option?: string) => {
    await page.locator(`input[id$="-${name}"]`).click();
    const options = page.getByRole('listbox').getByRole('option');
    await (option === undefined ? options : options.filter({ hasText: option })).first().click();
  };
  await expect(page.getByRole('button', { name: words.next })).toBeDisabled();
  await field('intituleProjet').fill('Ferme solaire');
  await field('consistanceProjet').fill('Panneaux et ateliers');
  await pick('categorieEntreprise', words.category);
  await field('nombreEmploiStableCree').fill('350');
  await pick('secteurActivite');
  await pick('localisationProjet', words.place);
  await field('montantTotalInvestissement').fill('100000000');
  await page.getByRole('button', { name: words.next }).click();
  const groups = page.getByRole('radiogroup');
  await expect(groups.first()).toBeVisible();
  for (const group of await groups.all()) {
    const isSubstitution = (await group.getByRole('radio').count()) === 3;
    await tick(
      group.getByRole('radio', { name: isSubstitution ? words.high : words.yes, exact: true }),
    );
  }
  await tick(groups.last().getByRole('radio').last());
  const amounts = {
    masseSalarialeTotale: '30000000',
    masseSalarialeFeminine: '12000000',
    masseSalarialeJeuneNEET: '3000000',
    masseSalarialePersonneHandicap: '1500000',
    chiffreAffaire: '100000000',
  };
  for (const [name, amount] of Object.entries(amounts)) await field(name).fill(amount);
  await page.getByRole('slider').fill('99');
  await expect(page.getByRole('button', { name: words.calculate })).toBeDisabled();
  await field('chiffreAffaireExport').fill('70000000');
}

test('the NORDEV simulator: a failed calculation says so; ceilings are told', async ({
  page,
  portal,
}) => {
  test.setTimeout(90_000);
  await signedIn(page, portal.url, amina);
  await page.goto('/requests');
  await page.getByRole('link', { name: 'Simulateur Nordev' }).click();
  await expect(page.getByRole('button', { name: 'Précédent' })).toBeDisabled();
  await page.locator('[name="intituleProjet"]').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByText('Ce champ et obligatoire').first()).toBeVisible();
  await fillNordev(page, {
    next: 'Suivant',
    calculate: 'Calculer',
    yes: 'Oui',
    category: 'Grande entreprise',
    place: 'Hoce',
    high: 'Forte',
  });
  await page.route('**/simulate-nordev*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Calculer' }).click();
  await expect(
    page.getByText('Une erreur est survenue lors du calcul. Merci de réessayer ultérieurement!'),
  ).toBeVisible();
  await page.unroute('**/simulate-nordev*');
  await page.getByRole('button', { name: 'Calculer' }).click();
  await expect(page.getByText(/Prime globale NORDEV 35\s%/)).toBeVisible();
  await expect(page.getByText(/primes communes est plafonnée à 15\s%/)).toBeVisible();
  await expect(page.getByText(/La prime globale est plafonnée à 30\s%/)).toBeVisible();
  await expect(page.getByText(/montant de la prime est plafonné à 10\sM MAD/)).toBeVisible();
  await expectAccessible(page, 'NORDEV result');
  expect(await exportOf(page, 'Exporter la simulation')).toMatch(/\.pdf$/);
});

test('both simulators in Arabic on a phone', async ({ browser, portal }) => {
  test.setTimeout(90_000);
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await signedIn(page, portal.url, amina, 'ar');
  await page.goto(`${portal.url}/simulator`);
  await expect(page.getByRole('form')).toBeVisible();
  await expectAccessible(page, 'general simulator');
  await page.goto(`${portal.url}/simulator-nordev`);
  await fillNordev(page, {
    next: 'التالي',
    calculate: 'احتساب',
    yes: 'نعم',
    category: 'مقاولة كبرى',
    place: 'الحسيمة',
    high: 'قوي',
  });
  await expectAccessible(page, 'NORDEV characteristics');
  await page.getByRole('button', { name: 'احتساب' }).click();
  await expect(page.getByRole('heading', { name: 'النتيجة' })).toBeFocused();
  await expectAccessible(page, 'NORDEV result');
  expect(await exportOf(page, 'تصدير المحاكاة')).toMatch(/\.pdf$/);
  await context.close();
});

test('a partner has no simulator', async ({ page, portal }) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/simulator');
  await expect(page).toHaveURL(/\/unauthorized/);
  await expect(page.getByRole('link', { name: 'Simulateur des primes' })).toHaveCount(0);
});
