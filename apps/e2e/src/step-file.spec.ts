import { deflateSync } from 'node:zlib';

import type { Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';

import { expectNotice } from './notices.ts';
import { expectPrintable } from './printed.ts';
import { createRequestFile, handIn } from './request-file.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { otherWindow } from './other-window.ts';

const agent = 'agent.cri@example.org';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const placeOf = (page: Page): string => new URL(page.url()).pathname;
const feedback = (page: Page) =>
  page.getByLabel('Commentaire pour le bénéficiaire', { exact: true });
/** Present feedback to the person, above the field. */
const savedNotice = (page: Page) =>
  page.getByRole('form', { name: 'Mettre à jour l’avancement' }).getByRole('blockquote');
const list = '/requests?tab=todo&size=8&sort=numRequest,asc';

test('an agent reads and answers a file on one page and opens the next without the list', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, agent);
  await page.goto(list);
  const links = page.getByRole('link', { name: /^Ouvrir le dossier/ });
  await expect(links.first()).toBeVisible();
  const numbers = (await links.allTextContents()).map((text) => text.trim());
  await links.first().click();
  await expect(page).toHaveURL(/\/requests\/\d+\/steps\/\d+\?.*sort=numRequest/);
  await expect(heading(page)).toContainText(numbers[0] ?? '-');
  for (const part of [
    'Documents',
    'Le demandeur',
    'Avancement et réponse',
    'Messages et notes internes',
  ])
    await expect(page.getByRole('region', { name: part, exact: true })).toBeVisible();
  await expect(page.getByText('Besoin exprimé')).toBeVisible();
  await expect(page.getByText(/^1 sur \d+$/)).toBeVisible();

  // Saving stays on the page; the form continues from the saved state.
  await feedback(page).fill('Dossier reçu.');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expectNotice(page, "L'état d'avancement a été enregistré avec succès");
  await expect(heading(page)).toContainText(numbers[0] ?? '-');
  await expect(savedNotice(page)).toHaveText(/Dossier reçu\.$/);
  await expect(feedback(page)).toHaveValue('');
  await expect(page.getByText(/^Responsable\s: Moi$/)).toBeVisible();

  // Or opens the next step.
  await feedback(page).fill('Dossier complet.');
  await page.getByRole('button', { name: 'Enregistrer et suivant' }).click();
  await expect(page.getByText(/^2 sur \d+$/)).toBeVisible();
  await expect(heading(page)).toContainText(numbers[1] ?? '-');
  await page.getByRole('button', { name: 'Dossier précédent' }).click();
  await expect(heading(page)).toContainText(numbers[0] ?? '-');
  await expect(savedNotice(page)).toHaveText(/Dossier complet\.$/);
  await expect(feedback(page)).toHaveValue('');
});

test('a lower percent needs a reason, and the person sees all earlier feedback', async ({
  page,
  portal,
  browser,
}) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/requests?number=2026-000010');
  await page.getByRole('link', { name: 'Ouvrir le dossier 2026-000010' }).click();
  const form = page.getByRole('form', { name: 'Mettre à jour l’avancement' });
  const save = form.getByRole('button', { name: 'Enregistrer', exact: true });
  const percent = form.getByRole('slider', { name: 'Avancement' });
  const saved = () => expectNotice(page, "L'état d'avancement a été enregistré avec succès");
  // Higher than any value of other stories.
  await percent.fill('90');
  await feedback(page).fill('Le dossier part à la commission.');
  await save.click();
  await saved();
  await expect(savedNotice(page)).toHaveText(/Le dossier part à la commission\.$/);
  await expect(feedback(page)).toHaveValue('');

  await percent.fill('45');
  await feedback(page).fill('La commission est reportée.');
  await save.click();
  const why = form.getByRole('textbox', { name: /^Pourquoi l’avancement baisse/ });
  await expect(form.getByText('Ce champ est obligatoire').first()).toBeVisible();
  await why.fill('La commission ne siège qu’en mars.');
  await save.click();
  await saved();
  const series = page.getByRole('region', { name: 'Ce qui a été dit au bénéficiaire' });
  await expect(series.getByRole('listitem').first()).toContainText('La commission est reportée.');
  await expect(series.getByRole('listitem').first()).toContainText(/par .?vous/);
  await expect(series).toContainText('La commission ne siège qu’en mars.');
  await expect(series).toContainText('Le dossier part à la commission.');

  const amina = await otherWindow(browser, portal, 'amina@example.org');
  await amina.goto('/requests?number=2026-000010');
  await amina.getByRole('button', { name: /^Suivre/ }).click();
  const follow = amina.getByRole('dialog', { name: /^Suivi de la demande/ });
  await expect(follow.getByText('La commission est reportée.').first()).toBeVisible();
  await expect(follow.getByText('Le dossier part à la commission.')).toBeHidden();
  await follow.getByText(/commentaires? précédents?$/).click();
  await expect(follow.getByText('Le dossier part à la commission.')).toBeVisible();
  await expect(follow.getByText('La commission ne siège qu’en mars.')).toBeVisible();
  await amina.context().close();
});

test('keys open the next and previous file, except while typing; typed text is preserved', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, agent);
  await page.goto(list);
  await page
    .getByRole('link', { name: /^Ouvrir le dossier/ })
    .first()
    .click();
  await expect(page.getByText(/^1 sur \d+$/)).toBeVisible();
  const first = placeOf(page);
  await page.keyboard.press('j');
  await expect(page.getByText(/^2 sur \d+$/)).toBeVisible();
  expect(placeOf(page)).not.toBe(first);
  await page.keyboard.press('k');
  await expect(page.getByText(/^1 sur \d+$/)).toBeVisible();
  expect(placeOf(page)).toBe(first);
  await expect(feedback(page)).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByRole('textbox', { name: /^Message à/ })).toBeFocused();
  await heading(page).click();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Raccourcis clavier' });
  await expect(help).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await feedback(page).fill('');
  await feedback(page).pressSequentially('jk? et la suite');
  await expect(feedback(page)).toHaveValue('jk? et la suite');
  expect(placeOf(page)).toBe(first);
  await page.reload();
  await expect(feedback(page)).toHaveValue('jk? et la suite');
});

test('a file shows and opens its next action, shows the whole need, and separates work from facts', async ({
  page,
  portal,
  browser,
}) => {
  const person = 'amina@example.org';
  const file = await createRequestFile(portal.databaseUrl, { beneficiary: person });
  const need = `${'Je cherche un local et un accompagnement pour ma coopérative. '.repeat(30)}Fin du besoin.`;
  const update = (text: string, ...values: unknown[]) =>
    queryRows(portal.databaseUrl, `${text} RETURNING id`, values);
  await update('UPDATE requests SET description = $2 WHERE id = $1', file.requestId, need);
  await page.setViewportSize({ width: 1366, height: 768 });
  await signedIn(page, portal.url, 'agent.ccis@example.org');
  const address = `/requests/${String(file.requestId)}/steps/${String(file.stepId)}`;
  await page.goto(address);

  await test.step('the agent claims the file', async () => {
    await expect(page.getByText('À prendre : ce dossier n’a pas de responsable')).toBeInViewport();
    await page.getByRole('button', { name: 'Prendre ce dossier' }).first().click();
    await expect(page.getByText(/^Responsable\s: Moi$/)).toBeVisible();
  });

  await test.step('the page shows the whole need, the work in one column and the facts in another', async () => {
    await expect(page.getByText(/Fin du besoin\.$/)).toBeVisible();
    const left = async (name: string) =>
      (await page.getByRole('region', { name, exact: true }).boundingBox())?.x;
    const work = await left('Avancement et réponse');
    expect(await left('Messages et notes internes')).toBe(work);
    const facts = await left('Documents');
    expect(await left('Le demandeur')).toBe(facts);
    expect(facts).not.toBe(work);
  });

  await test.step('the agent closes the step', async () => {
    await page.getByRole('slider', { name: 'Avancement' }).fill('90');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('s');
    await expectNotice(page, "L'état d'avancement a été enregistré avec succès");
    await expect(page.getByText(/il reste à clore$/)).toBeInViewport();
    await page.getByRole('button', { name: 'Clore la prestation' }).click();
    await expect(page.getByRole('slider', { name: 'Avancement' })).toHaveValue('100');
    await page.reload();
  });

  await test.step('the agent opens a document', async () => {
    await handIn(page.request, portal, person, file);
    await page.reload();
    await expect(page.getByText(/^Un document est arrivé\s: /)).toBeInViewport();
    await page.getByRole('link', { name: 'Voir les documents' }).click();
    await expect(page.getByRole('heading', { name: 'Documents', exact: true })).toBeFocused();
    await expect(page.getByRole('button', { name: /^Voir .*rib\.pdf/ })).toBeInViewport();
  });

  await test.step('the agent answers a message', async () => {
    const writer = await otherWindow(browser, portal, person);
    await writer.goto(`/messages/${String(file.stepId)}`);
    await writer.getByRole('textbox', { name: /^Message à/ }).fill('Où en est mon dossier ?');
    await writer.getByRole('button', { name: 'Envoyer' }).click();
    await expect(writer.getByRole('log')).toContainText('Où en est mon dossier ?');
    await writer.context().close();
    await page.goto(address);
    await expect(page.getByText('La personne attend votre réponse')).toBeInViewport();
    await expect(page.getByRole('log')).toContainText('Où en est mon dossier ?');
    await page.locator('main a[href$="#messages"]').first().click();
    const field = page.getByRole('textbox', { name: /^Message à/ });
    await expect(field).toBeFocused();
    await page.keyboard.type('Nous l’étudions.');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('log')).toContainText('Nous l’étudions.');
    await expect(page.getByText('La personne attend votre réponse')).toHaveCount(0);
  });
});

/** A document of one page with this content and these objects. */
function pdfWith(content: string, resources = '', objects = ''): Buffer {
  return Buffer.from(
    `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<${resources}>>/Contents 4 0 R>>endobj
4 0 obj<</Length ${String(content.length)}/Filter/FlateDecode>>stream
${content}
endstream endobj
${objects}
trailer<</Root 1 0 R>>`,
    'latin1',
  );
}

test('a PDF that unpacks to too much shows a message instead of a blank page', async ({
  page,
  portal,
}) => {
  const packed = (bytes: Buffer) => deflateSync(bytes).toString('latin1');
  const pixels = packed(Buffer.alloc(1000));
  const picture = (members: string) => `5 0 obj<</Type/XObject/Subtype/Image/Width 40000
/Height 40000/BitsPerComponent ${members}/Length ${String(pixels.length)}/Filter/FlateDecode>>stream
${pixels}
endstream endobj`;
  const drawing = packed(Buffer.from('9 0 0 9 0 0 cm /P Do'));
  const documents = [
    pdfWith(packed(Buffer.alloc(300 * 1024 * 1024, ' '))),
    pdfWith(drawing, '/XObject<</P 5 0 R>>', picture('8/ColorSpace/DeviceRGB')),
    pdfWith(drawing, '/XObject<</P 5 0 R>>', picture('1/ImageMask true')),
  ];
  let body: Buffer = Buffer.alloc(0);
  await page.route('**/downloadFile*/**', async (route) => {
    await route.fulfill({ contentType: 'application/pdf', body });
  });
  await signedIn(page, portal.url, agent);
  await page.goto('/requests?number=2026-000010');
  await page.getByRole('link', { name: 'Ouvrir le dossier 2026-000010' }).first().click();
  const preview = page.getByRole('region', { name: /^Aperçu/ });
  for (body of documents) {
    await page
      .getByRole('button', { name: /^Voir / })
      .first()
      .click();
    await expect(preview).toContainText('Ce document ne peut pas être affiché ici');
    await page.getByRole('button', { name: 'Fermer', exact: true }).click();
    await expect(preview).toHaveCount(0);
  }
});

test('a PDF is previewed in the page', async ({ page, portal }) => {
  await signedIn(page, portal.url, agent);
  // The documents of the demonstration data, because those of other stories have no page to render.
  await page.goto('/requests?number=2026-000010');
  await page.getByRole('link', { name: 'Ouvrir le dossier 2026-000010' }).first().click();
  const show = page.getByRole('button', { name: /^Voir / });
  await show.first().click();
  await expect(page.getByRole('region', { name: /^Aperçu/ }).locator('canvas')).toHaveAttribute(
    'data-page',
    '1',
  );
  await page.getByRole('button', { name: 'Fermer', exact: true }).click();
  await expect(page.getByRole('region', { name: /^Aperçu/ })).toHaveCount(0);
  await expectPrintable(page);

  // A PDF with scripts or attachments has a warning next to its name.
  await queryRows(
    portal.databaseUrl,
    `UPDATE stored_files SET scan_state = 'CAUTION', has_active_content = true
     WHERE original_name = 'plan-de-financement.pdf' RETURNING id`,
  );
  await page.reload();
  await expect(
    page.getByText(/^Contient des scripts ou des fichiers joints/).first(),
  ).toBeVisible();
});
