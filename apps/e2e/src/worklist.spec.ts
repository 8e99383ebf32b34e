import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';

import type { Download, Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';

import { callAs } from './calls.ts';
import { controlsInSight } from './controls-in-sight.ts';
import { downloaded } from './downloads.ts';
import { expectNotice } from './notices.ts';
import { createRequestFile } from './request-file.ts';
import { expect, test } from './server.ts';
import { signedIn, withoutStream, tokenOf } from './signed-in.ts';
import { choosePart, openFilters, partLink as part } from './worklist-tools.ts';

const agent = 'agent.cri@example.org';

const countOf = async (page: Page, name: RegExp): Promise<number> => {
  // Each tab has its count from a call of its own.
  await expect(part(page, name)).toContainText(/\d/);
  return Number(/\d+/.exec((await part(page, name).textContent()) ?? '')?.[0]);
};
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });

async function exported(page: Page, entry: RegExp): Promise<Download> {
  await page.getByRole('button', { name: 'Outils' }).click();
  return await downloaded(page, page.getByRole('menuitem', { name: entry }));
}

/** Texts of an archive by name, read from its central directory. */
function unzipped(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const entries = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const head = zip.readUInt32LE(at + 42);
    const start = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
    entries.set(name, inflateRawSync(zip.subarray(start, start + packed)).toString());
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

test('the list shows twelve files and sixty controls; five keys open the first, with at most 25 controls', async ({
  page,
  portal,
}) => {
  for (let made = 0; made < 7; made += 1) await createRequestFile(portal.databaseUrl);
  // Other stories process files of today: an open file comes first.
  const { requestId } = await createRequestFile(portal.databaseUrl);
  await queryRows(
    portal.databaseUrl,
    'UPDATE requests SET date_request = now() WHERE id = $1 RETURNING id',
    [requestId],
  );
  await page.setViewportSize({ width: 1366, height: 768 });
  await withoutStream(page);
  await signedIn(page, portal.url, 'agent.ccis@example.org');
  await page.goto('/requests?size=25');
  await expect(rows(page).nth(11)).toBeInViewport({ ratio: 1 });
  await page.waitForLoadState('networkidle');
  expect((await controlsInSight(page)).length).toBeLessThanOrEqual(60);
  // Rows of one line, with one action and a menu.
  for (const row of await rows(page).all()) {
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(46);
    await expect(row.getByRole('cell').last().getByRole('button')).toHaveCount(2);
  }
  const fits = await page.getByRole('searchbox').evaluate((box: HTMLInputElement) => {
    const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(box);
    const pen = document.createElement('canvas').getContext('2d');
    if (pen === null) return false;
    pen.font = font;
    const room = box.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
    return pen.measureText(box.placeholder).width <= room;
  });
  expect(fits).toBe(true);
  // Past the menus and the content above the list.
  for (const link of ['Aller au contenu', 'Aller à la liste']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: link })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: link })).not.toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(
    rows(page)
      .first()
      .getByRole('link', { name: /^Ouvrir le dossier/ }),
  ).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Enregistrer', exact: true })).toBeInViewport();
  await page.waitForLoadState('networkidle');
  expect((await controlsInSight(page)).length).toBeLessThanOrEqual(25);

  await page.goBack();
  await page.getByLabel('Lignes par page').selectOption('50');
  await expect(page).toHaveURL(/size=50/);
  await expect(rows(page).nth(8)).toBeVisible();
});

test('an adviser filters by service, status, town, colleague and journey, and sorts each part', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/requests');
  await expect(rows(page).first()).toBeVisible();
  const search = page.getByRole('button', { name: 'Rechercher' });
  await openFilters(page);
  for (const [label, key] of [
    ['Service', 'service'],
    ['Statut', 'stepStatus'],
    ['Collègue', 'assignee'],
    ['Parcours', 'journey'],
  ] as const)
    await test.step(label, async () => {
      const field = page.getByRole('main').getByLabel(label, { exact: true });
      await field.selectOption({ index: 1 });
      await search.click();
      await expect(page).toHaveURL(new RegExp(`${key}=`));
      await page.getByRole('button', { name: 'Réinitialiser' }).click();
      await expect(page).not.toHaveURL(new RegExp(`${key}=`));
    });
  await page.getByLabel('Ville').fill('tanger');
  await search.click();
  await expect(page).toHaveURL(/town=tanger/);
  await page.getByRole('button', { name: 'Réinitialiser' }).click();

  for (const [header, field] of [
    ['Bénéficiaire', 'beneficiary'],
    ['Service', 'service'],
  ] as const) {
    await page.getByRole('columnheader', { name: header }).getByRole('button').click();
    await expect(page).toHaveURL(new RegExp(`sort=${field}`));
    await expect(rows(page).first()).toBeVisible();
  }
  for (const tab of ['', 'todo', 'waiting', 'blocked', 'late', 'done'])
    await test.step(`sorts of ${tab === '' ? 'all' : tab}`, async () => {
      await page.goto(`/requests?tab=${tab}`);
      await openFilters(page);
      for (const order of ['Attente la plus longue d’abord', 'Échéance la plus proche d’abord']) {
        const sort = page.getByLabel('Trier par');
        await sort.selectOption({ label: order });
        await search.click();
        await page.reload();
        await openFilters(page);
        await expect(sort.locator('option:checked')).toHaveText(order);
      }
    });
});

test('the tabs of the worklist show counts, are in the address, and follow the filter', async ({
  page,
  portal,
}) => {
  // Other stories process the late file of the demonstration data.
  await queryRows(
    portal.databaseUrl,
    `UPDATE processing_steps SET due_on = current_date - 10, days_left = NULL WHERE id = (
       SELECT s.id FROM processing_steps s JOIN users u ON u.partner_id = s.partner_id
       WHERE u.email = $1 AND s.status IN ('ASSIGNED', 'IN_PROGRESS')
       ORDER BY s.awaits_documents, s.request_is_suspended, s.due_on, s.id LIMIT 1)
     RETURNING id`,
    [agent],
  );
  await signedIn(page, portal.url, agent);
  await page.goto('/requests?size=20');
  await expect(part(page, /^Toutes/)).toHaveAttribute('aria-current', 'page');
  await expect(part(page, /^Toutes/)).toContainText(/\d/);
  const [late, done] = [await countOf(page, /^En retard/), await countOf(page, /^Terminées/)];
  expect(late).toBeGreaterThan(0);

  await choosePart(page, /^En retard/);
  await expect(page).toHaveURL(/tab=late/);
  await expect(page.getByText('C’est à vous d’agir et le délai est dépassé.')).toBeVisible();
  await expect(rows(page)).toHaveCount(late);
  for (const row of await rows(page).all()) {
    await expect(row).toContainText('de retard');
    await expect(row).toContainText(/depuis \d+ jours/);
  }
  await page.reload();
  await expect(part(page, /^En retard/)).toHaveAttribute('aria-current', 'page');
  await expect(rows(page)).toHaveCount(late);

  await choosePart(page, /^Terminées/);
  await expect(rows(page)).toHaveCount(done);
  await page.goBack();
  await expect(page).toHaveURL(/tab=late/);

  await openFilters(page);
  await page.getByLabel('Numéro de la demande').fill('aucune');
  await page.getByRole('button', { name: 'Rechercher' }).click();
  await expect(page).toHaveURL(/tab=late/);
  await expect(part(page, /^En retard/)).toContainText('0');
  await page.getByRole('button', { name: 'Outils' }).click();
  await expect(page.getByRole('menuitem', { name: 'Exporter la liste (.csv)' })).toBeDisabled();
});

test('a closed step moves to another tab, and the counts change', async ({ page, portal }) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/requests?tab=todo&size=20');
  await expect(part(page, /^À traiter/)).toContainText(/\d/);
  const [todo, done] = [await countOf(page, /^À traiter/), await countOf(page, /^Terminées/)];
  await page
    .getByRole('button', { name: /^Mettre à jour/ })
    .last()
    .click();
  const form = page.getByRole('dialog', { name: 'Mettre à jour l’avancement' });
  await form.getByRole('slider').fill('100');
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  // The change event may arrive before the list: the agent's own change is shown anyway.
  const news = page.waitForResponse(/journeyInstanceProcessingSteps\/mark/);
  await page.route(/journeyInstanceProcessingSteps\/filter/, async (route) => {
    await news;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Déclarer traitée à 100 %' }).click();
  await expect(form).toHaveCount(0);
  await expect.poll(() => countOf(page, /^À traiter/)).toBe(todo - 1);
  await expect.poll(() => countOf(page, /^Terminées/)).toBe(done + 1);
  await expect(rows(page)).toHaveCount(todo - 1);
});

test('an agent moves from one file to the next along the list', async ({ page, portal }) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/requests?tab=todo&size=20&sort=numRequest,asc');
  const updates = page.getByRole('button', { name: /^Mettre à jour/ });
  await expect(updates.first()).toBeVisible();
  const numbers = await Promise.all(
    (await updates.all()).map(
      async (one) => /\d{4}-\d{6}/.exec((await one.getAttribute('aria-label')) ?? '')?.[0],
    ),
  );
  await updates.first().click();
  const form = page.getByRole('dialog', { name: 'Mettre à jour l’avancement' });
  await expect(form).toContainText(numbers[0] ?? '-');
  await form.getByLabel(/^Commentaire pour le bénéficiaire/).fill('Dossier complet.');
  await form.getByRole('button', { name: 'Enregistrer et suivant' }).click();
  await expectNotice(page, "L'état d'avancement a été enregistré avec succès");
  await expect(form).toContainText(numbers[1] ?? '-');
  await expect(form.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  // The last step has no next one.
  await updates.last().click();
  await expect(form.getByRole('button', { name: 'Enregistrer', exact: true })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Enregistrer et suivant' })).toHaveCount(0);
});

test('on a phone, the list is at the top; filters and imports are collapsed', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signedIn(page, portal.url, agent);
  await page.goto('/requests');
  const update = page.getByRole('button', { name: /^Mettre à jour/ });
  await expect(update.first()).toBeVisible();
  // Touch height: the page's own style overrides the library's.
  await expect(update.first()).toHaveCSS('height', '44px');
  await page.getByRole('button', { name: 'Outils', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Charger des demandes (.csv)' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Filtrer' }).click();
  await page.getByRole('textbox', { name: 'Numéro de la demande' }).fill('2026-000012');
  await page.getByRole('button', { name: 'Rechercher' }).click();
  await expect(page).toHaveURL(/number=2026-000012/);
  await expect(page.getByRole('button', { name: /^Autres actions/ })).toHaveCount(1);
  const fold = page.getByRole('button', { name: '1 filtre actif' });
  await expect(fold).toBeFocused();
  await fold.click();
  await page.getByRole('button', { name: 'Réinitialiser' }).click();
  await expect(page.getByRole('button', { name: 'Filtrer' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Numéro de la demande' })).toBeHidden();
});

test('the filtered list is exported as CSV and as a workbook', async ({ page, portal }) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/requests?tab=late&size=20');
  await expect(part(page, /^En retard/)).toContainText(/\d/);
  const late = await countOf(page, /^En retard/);
  await expect(rows(page)).toHaveCount(late);
  const numberIn = (text: string | undefined) => /\d{4}-\d{6}/.exec(text ?? '')?.[0];
  const listed = (await rows(page).allTextContents()).map(numberIn);

  const download = await exported(page, /^Exporter.*csv/);
  await expect(page.getByText('La liste a été exportée').first()).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/^demandes_\d{4}-\d{2}-\d{2}\.csv$/);
  const csv = (await readFile(await download.path())).toString();
  expect(csv.startsWith('\uFEFFNuméro de la demande;Date de la demande;Bénéficiaire;')).toBe(true);
  const lines = csv.trim().split('\r\n').slice(1);
  // The file lists the latest first, the list those that wait longest.
  expect(lines.map(numberIn).sort()).toEqual(listed.sort());

  const workbook = await exported(page, /^Exporter.*xlsx/);
  expect(workbook.suggestedFilename()).toMatch(/\.xlsx$/);
  const entries = unzipped(await readFile(await workbook.path()));
  const sheet = entries.get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet.match(/<row /g)).toHaveLength(late + 1);
  expect(sheet).toContain('Numéro de la demande');
  for (const line of lines) expect(sheet).toContain(line.split(';')[0]);
});

test('the list refreshes automatically without moving rows in use', async ({ page, portal }) => {
  await page.clock.install();
  // Polled every 20 s of the page's own clock.
  await withoutStream(page);
  await signedIn(page, portal.url, agent);
  const post = (path: string, data: unknown) => callAs(page.request, portal, agent, path, data);
  const { results } = (await post(
    '/journeyInstanceProcessingSteps/filter?tab=todo&owner=none',
    [],
  )) as { results: { numRequest: string; processingStepId: number }[] };
  const [file] = results;
  if (file === undefined) throw new Error('no file without an owner');
  const token = await tokenOf(page.request, portal.url, agent);
  const me = (
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { uid: string }
  ).uid;
  const give = (owner: string | null, expected: string | null) =>
    post(`/processing/step/owner/${String(file.processingStepId)}`, { owner, expected });
  /** The last poll is complete and the next one is not yet due. */
  const marked = () => page.waitForResponse(/\/journeyInstanceProcessingSteps\/mark/);
  const row = rows(page).filter({ hasText: file.numRequest });

  let first = marked();
  await page.goto(`/requests?tab=todo&size=20&number=${file.numRequest}`);
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Sans responsable');
  await first;
  await give(me, null);
  await page.clock.fastForward(20_000);
  await expect(row).toContainText('Moi');

  first = marked();
  await page.goto(`/requests?owner=mine&size=20&number=${file.numRequest}`);
  const link = row.getByRole('link');
  await link.focus();
  await first;
  await give(null, me);
  await page.clock.fastForward(20_000);
  const changed = page.getByRole('button', { name: 'La liste a changé : l’actualiser' });
  await expect(changed).toBeVisible();
  await expect(link).toBeFocused();
  await changed.click();
  await expect(row).toHaveCount(0);
});

test('in Arabic, the arrow key in reading direction increases the progress', async ({
  page,
  portal,
}) => {
  const { number } = await createRequestFile(portal.databaseUrl);
  await signedIn(page, portal.url, 'agent.ccis@example.org', 'ar');
  await page.goto(`/requests?number=${number}`);
  await page.getByRole('button', { name: /^تحديث: الطلب/ }).click();
  const slider = page.getByRole('slider', { name: 'نسبة التقدم' });
  const before = Number(await slider.inputValue());
  await slider.press('ArrowLeft');
  await expect(slider).toHaveValue(String(before + 5));
  await slider.fill('100');
  await page.getByRole('button', { name: 'حفظ', exact: true }).click();
  await expect(page.getByRole('dialog', { name: /التصريح بإتمام معالجة خدمتكم/ })).toBeVisible();
});
