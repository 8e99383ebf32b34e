import { readFile } from 'node:fs/promises';

import { downloaded } from './downloads.ts';
import { pdf } from './files.ts';
import { describeRequest } from './new-request.ts';
import { expectNotice } from './notices.ts';
import { expectPrintable } from './printed.ts';
import { expectRegionalContact } from './regional-contact.ts';
import { chooseOperation } from './row-menu.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

const amina = 'amina@example.org';

test('a draft is checked, submitted, and its receipt can be shown to anyone', async ({
  page,
  portal,
  browser,
}) => {
  await signedIn(page, portal.url, amina);
  await describeRequest(page, 'Une conserverie de sardines à Larache');
  await page.getByLabel(/^Business plan/).setInputFiles(pdf('conserverie.pdf'));
  await page.getByRole('button', { name: 'Enregistrer et vérifier' }).click();

  // A saved request is not submitted: its check opens with the list.
  await expect(page).toHaveURL(/\/requests$/);
  const check = page.getByRole('dialog', { name: /^Déposer la demande/ });
  await expect(check.getByText('Une conserverie de sardines à Larache')).toBeVisible();
  await expect(check.getByText('conserverie.pdf')).toBeVisible();
  await expect(check.getByRole('heading', { name: 'À qui' })).toBeVisible();
  await expect(check.getByRole('heading', { name: 'Ce qui se passe ensuite' })).toBeVisible();
  // The content stays until the receipt has loaded: no skeleton appears, neither in the dialog nor on the page.
  await page.evaluate(() => {
    const bars = '.mantine-Skeleton-root';
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element && (node.matches(bars) || node.querySelector(bars) !== null))
            document.documentElement.dataset['flashed'] = node.parentElement?.outerHTML ?? '';
    }).observe(document.body, { childList: true, subtree: true });
  });
  await check.getByRole('button', { name: 'Déposer' }).click();

  await expect(page).toHaveURL(/\/requests\/\d+\/receipt$/);
  await expect(page.getByRole('heading', { name: 'Demande bien reçue' })).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-flashed');
  await expectNotice(page, 'La demande a été envoyée avec succès');
  await expect(page.getByRole('heading', { name: 'Demande bien reçue' })).toBeVisible();
  await expectRegionalContact(page);
  const download = await downloaded(
    page,
    page.getByRole('button', { name: 'Télécharger le récépissé (PDF)' }),
  );
  expect(download.suggestedFilename()).toMatch(/^wasl_\d{4}-\d{6}\.pdf$/);
  const number = /\d{4}-\d{6}/.exec(download.suggestedFilename())?.[0] ?? '';
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');

  // The code on the paper opens a public page with number and date, and without names.
  const link = page.getByRole('link', { name: 'Page de vérification du récépissé' });
  const address = (await link.getAttribute('href')) ?? '';
  expect(address).toMatch(/\/wasl\/[\w-]{22}$/);
  const stranger = await browser.newContext({ locale: 'es-ES' });
  const elsewhere = await stranger.newPage();
  await elsewhere.goto(address);
  await expect(elsewhere.getByRole('heading', { name: 'Resguardo verificado' })).toBeVisible();
  await elsewhere.getByRole('link', { name: 'Français' }).click();
  await expect(elsewhere.getByRole('heading', { name: 'Récépissé vérifié' })).toBeVisible();
  await expectPrintable(elsewhere);
  await expect(elsewhere.getByText(number)).toBeVisible();
  const words = await elsewhere.locator('body').innerText();
  expect(words).not.toMatch(/Amina|Idrissi|sardines/);
  const unknown = await elsewhere.goto(`${address.slice(0, -4)}AAAA?lang=fr`);
  expect(unknown?.status()).toBe(404);
  await expect(elsewhere.getByRole('heading', { name: 'Récépissé inconnu' })).toBeVisible();
  await stranger.close();

  // A request that waits for its organisation has no follow-up: its own page opens.
  await page.goto(page.url().replace('/receipt', '/follow'));
  await expect(page).toHaveURL(/\/requests\/\d+$/);

  // The mail and the row of the list lead to the same page.
  await page.goto('/requests');
  await chooseOperation(page.getByRole('row').filter({ hasText: number }), 'Récépissé');
  await expect(page.getByRole('heading', { name: 'Demande bien reçue' })).toBeVisible();
  await expectPrintable(page);
  await page.getByRole('link', { name: 'Consulter la demande' }).click();
  await expect(page.getByRole('heading', { name: 'Besoin exprimé' })).toBeVisible();
  await expectPrintable(page);
  await chooseOperation(page, 'Récépissé');
  await expect(page.getByRole('heading', { name: 'Demande bien reçue' })).toBeVisible();
  await page.goto('/dev/mail');
  await expect(page.getByRole('link', { name: /\/receipt\?lang=fr$/ }).first()).toBeVisible();
});

test('the submission lists missing data with links to it', async ({ page, portal }) => {
  await signedIn(page, portal.url, amina);
  await page.goto('/newRequest');
  const next = page.getByRole('button', { name: 'Suivant', exact: true });
  await page.getByRole('radio', { name: 'Parcours prédéfini' }).check();
  await next.click();
  await page.getByRole('radio', { name: /Concours TDC/ }).check();
  await next.click();
  await next.click();
  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Cliquez ici' }).click();
  await (await popup).close();
  await page.getByRole('button', { name: 'Enregistrer et vérifier' }).click();
  const check = page.getByRole('dialog', { name: /^Déposer la demande/ });
  await expect(
    check.getByText('Il manque un document obligatoire pour ce parcours.'),
  ).toBeVisible();
  await expect(check.getByRole('button', { name: 'Déposer' })).toHaveCount(0);
  await check.getByRole('link', { name: 'Compléter la demande' }).click();
  await expect(page).toHaveURL(/\/editRequest\/\d+\?step=4$/);
  await expect(page.getByRole('heading', { name: 'Documents', level: 2 })).toBeVisible();
  await page.getByLabel(/^Présentation du projet/).setInputFiles(pdf('presentation.pdf'));
  await page.getByRole('button', { name: 'Enregistrer et vérifier' }).click();
  await expect(check.getByText('presentation.pdf')).toBeVisible();
  await check.getByRole('button', { name: 'Déposer' }).click();
  await expect(page).toHaveURL(/\/receipt$/);
});

test('a returned request shows a list of corrections until it is submitted again', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, amina);
  await page.goto('/requests?status=A_REFOURMULER');
  await page.getByRole('row').getByRole('link').first().click();
  await expect(page.getByText('Cette demande est à reformuler')).toBeVisible();
  const card = page.getByRole('listitem').filter({ hasText: 'À reformuler' });
  await card.getByRole('link', { name: /^Reformuler/ }).click();
  await expect(card).toBeVisible();
  const todo = page.getByRole('group', { name: 'Ce qu’il faut changer' });
  const first = todo.getByRole('checkbox').first();
  await first.check();
  await page.reload();
  await expect(first).toBeChecked();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${page.url()}?lang=ar`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('checkbox').first()).toBeChecked();
  await page.goto(`${page.url()}?lang=fr`);
  await page
    .getByRole('navigation', { name: 'Où le changer' })
    .getByRole('button', { name: 'Besoin exprimé' })
    .click();
  await page.getByRole('textbox', { name: 'Besoin exprimé' }).fill('Un terrain de 500 m²');
  await page.getByRole('button', { name: 'Suivant', exact: true }).click();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expectNotice(page, "La demande d'accompagnement a été modifiée avec succès");
  await page.getByRole('dialog').getByRole('button', { name: 'Déposer' }).click();
  await expect(page.getByRole('heading', { name: 'Demande bien reçue' })).toBeVisible();
});
