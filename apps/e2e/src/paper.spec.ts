import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';

import { cutTwice, slowLine } from './cut-line.ts';
import { downloaded } from './downloads.ts';
import type { ChosenFile } from './files.ts';
import { describeRequest } from './new-request.ts';
import { isBlue, isRed, photographs, printedPages } from './photographs.ts';
import { expect, test } from './server.ts';
import { signedIn, withoutDraft } from './signed-in.ts';
import { onPhone, otherWindow } from './other-window.ts';

// Six photographs and 2 MB on a slow connection.
test.describe.configure({ timeout: 600_000 });

const amina = 'amina@example.org';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Pages en photo/ });
const pagesOf = (page: Page) =>
  dialogOf(page).getByRole('list', { name: 'Pages du document' }).getByRole('listitem');
const planButton = (page: Page) => page.getByRole('button', { name: /^Ajouter.*Business plan/ });

async function toDocuments(page: Page, need: string): Promise<void> {
  await describeRequest(page, need);
  await expect(planButton(page)).toBeVisible();
}

/** Presses a button that opens the camera or the images, and chooses the files. */
async function take(page: Page, name: string, files: ChosenFile[]): Promise<void> {
  const isOpen = await dialogOf(page).isVisible();
  if (!isOpen) await planButton(page).tap();
  const button = isOpen
    ? dialogOf(page).getByRole('button', { name })
    : page.getByRole('menuitem', { name });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.tap()]);
  await chooser.setFiles(files);
}

/** Names of the page databases, with their numbers of pages. */
const storedPages = (page: Page) =>
  page.evaluate(async () => {
    const all = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const counts = all
      .filter((name) => name.startsWith('pages:'))
      .map(
        (name) =>
          new Promise<string>((resolve, reject) => {
            const opening = indexedDB.open(name);
            opening.onerror = () => reject(new Error('not opened'));
            opening.onsuccess = () => {
              const counting = opening.result.transaction('pages').objectStore('pages').count();
              counting.onsuccess = () => {
                opening.result.close();
                resolve(`${name} ${String(counting.result)}`);
              };
            };
          }),
      );
    return await Promise.all(counts);
  });

test('six photographed pages become an upright PDF under 3 MB, sent over a slow line that is cut twice', async ({
  browser,
  page: helper,
  portal,
}) => {
  const photos = await photographs(helper, 6);
  for (const { buffer } of photos) expect(buffer.length).toBeGreaterThan(2_500_000);
  await withoutDraft(helper.request, portal.url, amina);
  const page = await otherWindow(browser, portal, amina, onPhone);
  const phone = page.context();
  const need = 'Un atelier de tissage, papiers en photo';
  await toDocuments(page, need);
  await slowLine(page);

  await test.step('the camera and the photos of the phone are offered next to the PDF', async () => {
    await page.evaluate(() => {
      const click = HTMLInputElement.prototype.click;
      HTMLInputElement.prototype.click = function (this: HTMLInputElement) {
        document.title = `${this.accept} ${this.getAttribute('capture') ?? ''}`;
        click.call(this);
      };
    });
    await take(page, 'Prendre des photos', photos.slice(0, 1));
    expect(await page.title()).toBe('image/* environment');
    await expect(pagesOf(page)).toHaveCount(1);
    await take(page, 'Ajouter des images', photos.slice(1));
    await expect(pagesOf(page)).toHaveCount(6);
    await expect(dialogOf(page).getByRole('status')).toContainText(/Mo sur 10\sMo$/);
    const isTooWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isTooWide).toBe(false);
  });

  let again = page;
  await test.step('a closed tab loses no page', async () => {
    // A shown page is not stored yet.
    await expect.poll(() => storedPages(page)).toEqual([`pages:${amina} 6`]);
    await page.close();
    again = await phone.newPage();
    await again.goto('/newRequest');
    await again.getByRole('button', { name: 'Reprendre', exact: true }).click();
    await planButton(again).tap();
    await again.getByRole('menuitem', { name: 'Pages en photo (6)' }).tap();
    await expect(pagesOf(again)).toHaveCount(6);
  });

  await test.step('the pages become one PDF; the line is cut twice, and the failed call is repeated', async () => {
    await dialogOf(again).getByRole('button', { name: 'Utiliser ces 6 pages' }).tap();
    await expect(dialogOf(again)).toHaveCount(0);
    await expect(again.getByText('Business plan.pdf').first()).toBeVisible();
    await again.route('**/document', (route) => route.abort(), { times: 1 });
    const save = again.getByRole('button', { name: 'Enregistrer et vérifier' });
    await cutTwice(again, await slowLine(again), () => save.tap());
    const retry = again.getByRole('button', { name: /Réessayer/ });
    await expect(retry).toBeVisible();
    expect(await storedPages(again)).toEqual([`pages:${amina} 6`]);
    await retry.tap();
    await expect(again).toHaveURL(/\/requests$/, { timeout: 300_000 });
    await expect.poll(() => storedPages(again)).toEqual([`pages:${amina} 0`]);
  });

  const [request] = await queryRows<{ id: number }>(
    portal.databaseUrl,
    'SELECT id FROM requests WHERE description = $1',
    [need],
  );
  await helper.goto('/');
  await signedIn(helper, portal.url, amina);
  await helper.goto(`/requests/${String(request?.id)}`);
  const download = await downloaded(
    helper,
    helper.getByRole('button', { name: 'Télécharger Business plan.pdf' }),
  );
  const bytes: Buffer = await readFile(await download.path());
  expect(bytes.length).toBeLessThan(3_000_000);
  const printed = await printedPages(bytes);
  expect(printed).toHaveLength(6);
  for (const { width, height, top, bottom } of printed) {
    expect([width, height]).toEqual([166, 234]);
    expect([isRed(top), isBlue(bottom)]).toEqual([true, true]);
  }
  await phone.close();
});

test('pages are rotated, cropped, sorted and deleted by keyboard, and removed by signing out', async ({
  browser,
  page: helper,
  portal,
}) => {
  const photos = await photographs(helper, 2, 0.25);
  await withoutDraft(helper.request, portal.url, amina);
  const page = await otherWindow(browser, portal, amina, onPhone);
  const phone = page.context();
  await toDocuments(page, 'Papiers tournés et recadrés');
  await take(page, 'Choisir des images', [
    ...photos,
    { name: 'IMG_3.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') },
  ]);
  const dialog = dialogOf(page);
  await expect(pagesOf(page)).toHaveCount(2);
  await expect(dialog.getByRole('alert')).toContainText('IMG_3.HEIC. Enregistrez-la en JPEG');
  const press = async (name: string, key = 'Enter') => {
    await dialog.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press(key);
  };
  const shapeOf = async (at: number) => {
    await expect(dialog.getByRole('status')).toContainText('sur');
    return await pagesOf(page)
      .nth(at)
      .locator('img')
      .evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        return image.naturalWidth > image.naturalHeight ? 'lying' : 'standing';
      });
  };
  expect(await shapeOf(0)).toBe('standing');
  await press('Tourner la page 1');
  await expect.poll(() => shapeOf(0)).toBe('lying');

  await test.step('the order is changed, and the focus stays with the page', async () => {
    await press('Reculer la page 1', 'Space');
    await expect(dialog.getByRole('button', { name: 'Avancer la page 2' })).toBeFocused();
    await expect.poll(() => shapeOf(1)).toBe('lying');
    expect(await shapeOf(0)).toBe('standing');
  });

  await test.step('the arrow keys crop an edge, and the upper part stays removed', async () => {
    await press('Recadrer la page 1');
    const edge = dialog.getByRole('button', { name: 'Bord du haut' });
    await edge.focus();
    const box = await dialog.locator('img').boundingBox();
    const steps = Math.ceil(((box?.height ?? 0) * 0.6) / 100);
    for (let step = 0; step < steps; step += 1) await page.keyboard.press('Control+ArrowDown');
    await press('Garder cette partie');
    await expect(dialog.getByRole('button', { name: 'Recadrer la page 1' })).toBeFocused();
    await expect.poll(() => shapeOf(0)).toBe('lying');
  });

  await test.step('a page is deleted, and the focus moves to its neighbour', async () => {
    await press('Supprimer la page 2');
    await expect(pagesOf(page)).toHaveCount(1);
    await expect(dialog.getByRole('button', { name: 'Supprimer la page 1' })).toBeFocused();
  });

  await expect.poll(() => storedPages(page)).toEqual([`pages:${amina} 1`]);
  await dialog.getByRole('button', { name: 'Fermer' }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto('/requests');
  expect(await storedPages(page)).toEqual([`pages:${amina} 1`]);
  await page.getByRole('button', { name: /^Mon compte/ }).tap();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).tap();
  await page.getByRole('button', { name: 'Effacer et me déconnecter' }).tap();
  await expect(page).toHaveURL(/login|landing/);
  // Signing out reloads the page, during which it cannot be evaluated.
  await expect(async () => {
    expect(await storedPages(page)).toEqual([]);
  }).toPass();
  await phone.close();
});
