import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';

import { cutTwice, partBegins, slowLine } from './cut-line.ts';
import { downloaded } from './downloads.ts';
import { pdf } from './files.ts';
import { describeRequest } from './new-request.ts';
import { expect, test } from './server.ts';
import { signedIn, withoutDraft } from './signed-in.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

const amina = 'amina@example.org';

const progress = (page: Page) => page.getByRole('progressbar', { name: /^Envoi en cours/ });

/** A PDF of 1.25 MB, which is uploaded in five parts. */
const plan = pdf('plan.pdf');
const large = {
  ...plan,
  buffer: Buffer.concat([
    plan.buffer,
    Buffer.from(`%${'0123456789abcdef'.repeat(78_125)}\nstartxref\n178\n%%EOF\n`),
  ]),
};

/** Saves a new request with the large file; resolves when this part begins. */
async function sendIt(page: Page, need: string, part = 1) {
  await describeRequest(page, need);
  await page.getByLabel(/^Business plan/).setInputFiles(large);
  const line = await slowLine(page);
  const begun = partBegins(page, part);
  await page.getByRole('button', { name: 'Enregistrer et vérifier' }).tap();
  await begun;
  await expect(progress(page)).toBeVisible();
  return line;
}

/** Offsets in bytes of the uploaded parts of a file. */
function startsOn(page: Page): number[] {
  const starts: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH')
      starts.push(Number(request.headers()['upload-offset'] ?? '-1'));
  });
  return starts;
}

/** The request with this need has exactly the uploaded file. */
async function expectArrived(page: Page, databaseUrl: string, need: string): Promise<void> {
  await expect(page).toHaveURL(/\/requests$/);
  const [request] = await queryRows<{ id: number }>(
    databaseUrl,
    'SELECT id FROM requests WHERE description = $1',
    [need],
  );
  await page.goto(`/requests/${String(request?.id)}`);
  const download = await downloaded(
    page,
    page.getByRole('button', { name: 'Télécharger plan.pdf' }),
  );
  expect(large.buffer.equals(await readFile(await download.path()))).toBe(true);
}

test('a cancelled upload is deleted; a new one completes although the connection is lost twice', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, amina);
  const starts = startsOn(page);
  const need = 'Un dossier envoyé par une ligne coupée deux fois';
  const line = await sendIt(page, need);
  const removal = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Annuler l’envoi' }).tap();
  expect((await removal).status()).toBe(204);
  await expect(page.getByText('L’envoi a été annulé').first()).toBeVisible();

  starts.length = 0;
  const retry = page.getByRole('button', { name: /Réessayer/ });
  await cutTwice(page, line, () => retry.tap());
  await expectArrived(page, portal.databaseUrl, need);
  // Only the interrupted part is sent again: the upload began once, and the offsets only increase.
  expect(starts.filter((offset) => offset === 0)).toHaveLength(1);
  expect([...starts].sort((one, other) => one - other)).toEqual(starts);
});

test('an upload of a closed tab resumes when the same file is chosen again', async ({
  context,
  page,
  portal,
}) => {
  await signedIn(page, portal.url, amina);
  await sendIt(page, 'Un onglet fermé en route', 3);
  const uploads = (on: Page) =>
    on.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('upload:')));
  const storedUploads = await uploads(page);
  expect(storedUploads).toHaveLength(1);
  // Neither the name of the file nor its owner is stored.
  expect(JSON.stringify(storedUploads)).not.toMatch(/plan|amina/);
  await page.close();

  const later = await context.newPage();
  const starts = startsOn(later);
  const need = 'Le même fichier, dans un nouvel onglet';
  await sendIt(later, need);
  await expectArrived(later, portal.databaseUrl, need);
  expect(Math.min(...starts)).toBeGreaterThan(large.buffer.length / 4);
  expect(await uploads(later)).toEqual([]);
});

test('a lost answer does not create a second request, even after a reload', async ({
  page,
  portal,
}) => {
  const need = 'Un four solaire à Jebha';
  await withoutDraft(page.request, portal.url, amina);
  await signedIn(page, portal.url, amina);
  await describeRequest(page, need);
  // The server creates the request; the answer is lost.
  let made = 0;
  await page.route('**/api/requests', async (route) => {
    await route.fetch();
    made += 1;
    await route.abort('connectionreset');
  });
  const add = page.getByRole('button', { name: 'Enregistrer et vérifier' });
  await add.tap();
  await expect(page.getByRole('alert').filter({ hasText: /connexion/i })).toBeVisible();
  expect(made).toBe(1);
  await page.unroute('**/api/requests');

  await page.reload();
  await page.getByRole('button', { name: 'Reprendre', exact: true }).tap();
  await add.tap();
  await expect(page).toHaveURL(/\/requests$/);
  const written = () =>
    queryRows(
      portal.databaseUrl,
      `SELECT client_key FROM requests WHERE description = '${need.replaceAll("'", "''")}'`,
    );
  expect(await written()).toHaveLength(1);

  // After a success nothing remains: the same need creates a second request.
  await page.goto('/newRequest');
  await expect(page.getByRole('radio', { name: 'Demande personnalisée' })).not.toBeChecked();
  await describeRequest(page, need);
  await add.tap();
  await expect(page).toHaveURL(/\/requests$/);
  expect(await written()).toHaveLength(2);
});
