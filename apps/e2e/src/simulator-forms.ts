import type { Locator, Page } from '@playwright/test';
import { workshop } from '@wasl/premium/testing';

import { expect } from './server.ts';
import type { Language } from './words.ts';

export async function choose(page: Page, label: RegExp, option: RegExp | string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('listbox').getByRole('option', { name: option }).first().click();
}

/** Clicks until the box has the state: a question that appears meanwhile may move it from under the pointer. */
export async function tick(box: Locator, wanted = true): Promise<void> {
  await expect(async () => {
    if ((await box.isChecked()) !== wanted) await box.click();
    await expect(box).toBeChecked({ checked: wanted, timeout: 1000 });
  }).toPass();
}

/** Answers a yes/no question. */
export async function answer(page: Page, question: RegExp, word: string): Promise<void> {
  await tick(
    page
      .getByRole('radiogroup', { name: question })
      .getByRole('radio', { name: word, exact: true }),
  );
}

/** Picks an option of the named list; the first one by default. */
async function pick(page: Page, name: string, option?: string): Promise<void> {
  await page.locator(`input[id$="-${name}"]`).click();
  const options = page.getByRole('listbox').getByRole('option');
  await (option === undefined ? options : options.filter({ hasText: option })).first().click();
}

async function answerAll(page: Page, word: string): Promise<void> {
  const groups = page.getByRole('radiogroup');
  await expect(groups.first()).toBeVisible();
  for (const group of await groups.all()) {
    await tick(group.getByRole('radio', { name: word, exact: true }));
  }
}

async function fillAll(page: Page, amounts: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, amount] of Object.entries(amounts)) {
    await page.locator(`[name="${name}"]`).fill(amount);
  }
}

const formWords = {
  fr: {
    next: 'Suivant',
    yes: 'Oui',
    no: 'Non',
    none: 'Aucun de ces points ne s’applique',
    calculate: 'Calculer',
    general: { place: 'Ouezzane', industry: 'Industrie', type: 'Automobile', privateLand: 'Privé' },
    nordev: { category: 'Grande entreprise', place: 'Hoce', high: 'Forte' },
  },
  ar: {
    next: 'التالي',
    yes: 'نعم',
    no: 'لا',
    none: 'لا شيء من هذا ينطبق',
    calculate: 'احتساب',
    general: { place: 'وزان', industry: 'الصناعة', type: 'السيارات', privateLand: 'خاص' },
    nordev: { category: 'مقاولة كبرى', place: 'الحسيمة', high: 'قوي' },
  },
} as const;

function formWordsIn(lang: Language) {
  if (lang === 'fr' || lang === 'ar') return formWords[lang];
  throw new Error(`no words to fill a simulator in ${lang}`);
}

/** Example 9 of the general simulator, up to its last step: 18 M MAD. */
export async function fillGeneral(page: Page, lang: Language = 'fr'): Promise<void> {
  const { general, ...words } = formWordsIn(lang);
  const next = page.getByRole('button', { name: words.next, exact: true });
  await fillAll(page, {
    intituleProjet: 'Usine de câblage',
    consistanceProjet: 'Construction et équipement',
    effectif: '120',
  });
  await pick(page, 'localisationProjet', general.place);
  await pick(page, 'secteurActivite', general.industry);
  await pick(page, 'typeIndustrie', general.type);
  await fillAll(page, { tauxIntegrationLocale: '35' });
  await answerAll(page, words.no);
  await next.click();
  await tick(page.getByRole('checkbox', { name: general.privateLand }));
  await answerAll(page, words.yes);
  await fillAll(page, {
    'fraisEtude.fraisRecherche': '2000000',
    'fraisEtude.fraisTransfert': '1000000',
    'foncierPrive.acquisitionTerrain': '30000000',
    'foncierPrive.locationTerrain': '0',
    'infrastructure.infraExternes': '2000000',
    'infrastructure.infraInternes': '3000000',
    'constructions.genieCivile': '20000000',
    'constructions.travauxAmenagement': '5000000',
    equipements: '37000000',
  });
  await next.click();
  await fillAll(page, { masseSalarialeTotale: '1000000', masseSalarialeFeminine: '250000' });
}

/** Example N2 of NORDEV, which reaches every ceiling, up to its last step. */
export async function fillNordev(page: Page, lang: Language = 'fr'): Promise<void> {
  const { nordev, ...words } = formWordsIn(lang);
  const next = page.getByRole('button', { name: words.next, exact: true });
  await expect(next).toBeDisabled();
  await fillAll(page, {
    intituleProjet: 'Ferme solaire',
    consistanceProjet: 'Panneaux et ateliers',
    nombreEmploiStableCree: '350',
    montantTotalInvestissement: '100000000',
  });
  await pick(page, 'categorieEntreprise', nordev.category);
  await pick(page, 'secteurActivite');
  await pick(page, 'localisationProjet', nordev.place);
  await next.click();
  const open = (section: number) => page.getByRole('tab').nth(section).click();
  const pickOne = (question: number, name: string) =>
    tick(page.getByRole('radiogroup').nth(question).getByRole('radio', { name, exact: true }));
  // No answer is chosen in advance; one press answers the group, and each answer can still change.
  const groups = page.getByRole('radiogroup');
  await expect(groups.first()).toBeVisible();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await page.getByRole('button', { name: words.none }).click();
  await expect(page.getByRole('radio', { name: words.no, exact: true, checked: true })).toHaveCount(
    await groups.count(),
  );
  await answerAll(page, words.yes);
  await open(1);
  await fillAll(page, {
    masseSalarialeTotale: '30000000',
    masseSalarialeFeminine: '12000000',
    masseSalarialeJeuneNEET: '3000000',
    masseSalarialePersonneHandicap: '1500000',
  });
  await open(2);
  await answerAll(page, words.yes);
  await open(3);
  await pickOne(0, nordev.high);
  await pickOne(1, words.no);
  await fillAll(page, { chiffreAffaire: '100000000' });
  await page.getByRole('slider').fill('99');
  await expect(page.getByRole('button', { name: words.calculate })).toBeDisabled();
  await fillAll(page, { chiffreAffaireExport: '70000000' });
}

/** A small workshop as input of the NORDEV call: 40 000 MAD. */
export const smallNordev = {
  ...workshop,
  categorieEntreprise: 'TPE',
  nombreEmploiStableCree: 2,
  montantTotalInvestissement: 500_000,
  autreMesureEnvironnementale: false,
  convergenceVocationTerritoriale: 'moyenne',
};
