import type { Locator, Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';

import { createRequestFile } from './request-file.ts';
import { draftOf } from './calls.ts';
import { pdf } from './files.ts';
import { expectNotice } from './notices.ts';
import { chooseOperation } from './row-menu.ts';
import { infectedPdf } from './scanner.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { otherWindow } from './other-window.ts';

test.use({ portalName: 'infected files', hasScanner: true });

const amina = 'amina@example.org';
const found = 'Virus trouvé : fichier bloqué';

/** Opens the address repeatedly until the scan has finished. */
async function openUntil(page: Page, address: string, words: Locator): Promise<void> {
  await expect(async () => {
    await page.goto(address);
    await expect(words).toBeVisible({ timeout: 5000 });
  }).toPass();
}

test('an infected file is marked, notified and refused by name until it is replaced', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, amina);
  await draftOf(page.request, portal, amina, 'Une laverie à Fès', [
    { name: 'BUSINESS_PLAN', file: infectedPdf('laverie.pdf') },
  ]);

  const row = page.getByRole('row').filter({ hasText: 'Une laverie à Fès' });
  const check = page.getByRole('dialog', { name: /^Déposer la demande/ });
  await expect(async () => {
    await page.goto('/requests');
    await chooseOperation(row, 'Déposer');
    const refusal = check.getByRole('alert').filter({ hasText: 'virus' });
    await expect(refusal).toContainText('laverie.pdf', { timeout: 5000 });
  }).toPass();
  await expect(check.getByRole('button', { name: 'Déposer', exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(check).toHaveCount(0);

  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: /Un virus a été trouvé dans un de vos fichiers.*Business plan/ })
    .click();
  await expect(page).toHaveURL(/\/editRequest\/\d+/);
  const address = new URL(page.url()).pathname;
  await page.goto(`${address}?step=4`);
  await expect(page.getByText(found)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Télécharger laverie.pdf' })).toHaveCount(0);

  await page.getByLabel(/^Business plan/).setInputFiles(pdf('laverie saine.pdf'));
  await page.getByRole('button', { name: 'Enregistrer et vérifier' }).click();
  await expect(page).toHaveURL(/\/requests$/);
  await check.getByRole('button', { name: 'Déposer', exact: true }).click();
  await expectNotice(page, 'La demande a été envoyée avec succès');
});

test('an infected document is requested again, and the organisation sees the reason', async ({
  page,
  portal,
  browser,
}) => {
  const { requestId, stepId } = await createRequestFile(portal.databaseUrl, { beneficiary: amina });
  await queryRows(
    portal.databaseUrl,
    `INSERT INTO step_documents (step_id, document_item_id, requested_at)
     SELECT $1, id, now() FROM reference_items WHERE parent = 'DOCUMENT' AND libelle_fr LIKE 'Devis%' AND partner_id IS NULL
     LIMIT 1`,
    [stepId],
  );
  await signedIn(page, portal.url, amina);
  const followUp = `/requests/${String(requestId)}/follow`;
  await page.goto(followUp);
  const follow = page.getByRole('main');
  const handIn = async (file: ReturnType<typeof pdf>) => {
    await follow.getByLabel(/^Devis/).setInputFiles(file);
    await follow.getByRole('button', { name: /^Déposer/ }).click();
    await expectNotice(page, 'Le fichier a bien été chargé!');
  };
  await handIn(infectedPdf('devis.pdf'));
  await openUntil(page, followUp, follow.getByText(found));
  await expect(follow.getByText(/vous demande.: .*Devis/)).toBeVisible();

  const desk = await otherWindow(browser, portal, 'agent.ccis@example.org');
  const file = `/requests/${String(requestId)}/steps/${String(stepId)}`;
  await desk.goto(file);
  const documents = desk.getByRole('region', { name: 'Documents', exact: true });
  await expect(documents.getByText(found)).toBeVisible();
  await expect(documents.getByRole('button', { name: 'Voir devis.pdf' })).toHaveCount(0);
  await expect(documents.getByText(/^En attente du bénéficiaire/)).toBeVisible();

  await handIn(pdf('devis sain.pdf'));
  const clean = documents.getByRole('button', { name: 'Voir devis sain.pdf' });
  await openUntil(desk, file, clean);
  await expect(documents.getByText(found)).toHaveCount(0);
  await expect(documents.getByText(/^En attente du bénéficiaire/)).toHaveCount(0);
  await desk.context().close();
});
