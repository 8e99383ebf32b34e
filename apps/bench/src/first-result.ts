/**
 * From the landing page to a first simulation, without an account, on a phone's slow line (`slow-phone.ts`): how long one
 * waits for the page, for the form, and for the result after the last press. Filling in is done by the machine, as fast as
 * the page takes it, and told apart: a person takes minutes for it.
 * Uses the built portal (`npm start` builds it) on a temporary PostgreSQL, or the one of TEST_DATABASE_URL.
 * Run: `tsx src/first-result.ts [times]` in apps/bench.
 */
import process from 'node:process';

import type { Browser, Page } from '@playwright/test';
import { startTestPortal } from '@wasl/tooling/testing/portal';
import { startTestServer } from '@wasl/tooling/testing/server';

import { median, openBrowser, slowPhone } from './slow-phone.ts';

const times = Number(process.argv[2] ?? 5);

/** A factory of 100 million: 18 million of aid. */
const steps: readonly ((page: Page) => Promise<void>)[] = [
  async (page) => {
    await fill(page, { intituleProjet: 'Usine', consistanceProjet: 'Câblage', effectif: '120' });
    await pick(page, 'localisationProjet', 'Ouezzane');
    await pick(page, 'secteurActivite', 'Industrie');
    await pick(page, 'typeIndustrie', 'Automobile');
    await fill(page, { tauxIntegrationLocale: '35' });
    await answerAll(page, 'Non');
  },
  async (page) => {
    await page.getByRole('checkbox', { name: 'Privé' }).check();
    await answerAll(page, 'Oui');
    await fill(page, {
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
  },
  async (page) => {
    await fill(page, { masseSalarialeTotale: '1000000', masseSalarialeFeminine: '250000' });
  },
];

async function fill(page: Page, amounts: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, amount] of Object.entries(amounts))
    await page.locator(`[name="${name}"]`).fill(amount);
}

async function pick(page: Page, name: string, option: string): Promise<void> {
  await page.locator(`input[id$="-${name}"]`).tap();
  await page.getByRole('option').filter({ hasText: option }).first().tap();
}

async function answerAll(page: Page, word: string): Promise<void> {
  await page.getByRole('radiogroup').first().waitFor();
  for (const group of await page.getByRole('radiogroup').all())
    await group.getByRole('radio', { name: word, exact: true }).check();
}

interface Waits {
  /** Milliseconds, each. */
  readonly landing: number;
  readonly form: number;
  readonly filling: number;
  readonly result: number;
}

async function once(browser: Browser, url: string): Promise<Waits> {
  const { page, close } = await slowPhone(browser);
  try {
    let since = performance.now();
    const lap = (): number => {
      const before = since;
      since = performance.now();
      return since - before;
    };
    await page.goto(`${url}/landing/fr`, { waitUntil: 'commit' });
    const way = page.getByRole('link', { name: 'Estimer mon aide' }).first();
    await way.waitFor();
    const landing = lap();
    await way.tap();
    await page.locator('[name="effectif"]').waitFor();
    const form = lap();
    for (const [at, step] of steps.entries()) {
      await step(page);
      if (at < steps.length - 1)
        await page.getByRole('button', { name: 'Suivant', exact: true }).tap();
    }
    const filling = lap();
    await page.getByRole('button', { name: 'Calculer' }).tap();
    await page.getByText(/Montant de la prime 18\sM\sMAD/).waitFor();
    return { landing, form, filling, result: lap() };
  } finally {
    await close();
  }
}

const server = process.env.TEST_DATABASE_URL === undefined ? await startTestServer() : null;
if (server) process.env.TEST_DATABASE_URL = server.adminUrl;
const portal = await startTestPortal({ RATE_LIMIT_FACTOR: '1000' });
const browser = await openBrowser();
try {
  const seen: Waits[] = [];
  for (let done = 0; done < times; done += 1) seen.push(await once(browser, portal.url));
  const of = (member: keyof Waits): string => median(seen.map((one) => one[member])).toFixed(0);
  console.log(
    `Medians of ${String(times)}, slow 4G, processor ÷ 4, 360 px: landing ${of('landing')} ms, form ${of('form')} ms, ` +
      `result ${of('result')} ms; filled in by the machine in ${of('filling')} ms`,
  );
} finally {
  await browser.close();
  await portal.stop();
  await server?.stop();
}
