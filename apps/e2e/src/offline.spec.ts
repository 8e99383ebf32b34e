import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import type { BrowserContext, Page } from '@playwright/test';
import { startTestPortal } from '@wasl/tooling/testing/portal';

import { expect, test } from './server.ts';
import { signedIn, tokenOf } from './signed-in.ts';

test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } });

const amina = 'amina@example.org';

/** The list was read and the offline data are stored. */
async function storeListOffline(page: Page): Promise<void> {
  await page.goto('/requests');
  await expect(page.getByRole('button', { name: /Nouvelle demande|طلب مواكبة/ })).toBeVisible();
  await page.waitForFunction(async () => {
    const { active } = await navigator.serviceWorker.ready;
    return (
      active?.state === 'activated' &&
      Object.keys(localStorage).some((key) => key.startsWith('seen:'))
    );
  });
}

/** All stored data of the portal in the browser, as one text. */
async function allStoredData(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const texts = [localStorage, sessionStorage].map((area) =>
      JSON.stringify(Object.entries(area)),
    );
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        texts.push(`${request.url} ${(await answer?.text()) ?? ''}`);
      }
    }
    for (const { name = '' } of await indexedDB.databases()) {
      texts.push(name);
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(new Error(name));
      });
      for (const store of db.objectStoreNames) {
        const all = await new Promise<unknown[]>((resolve) => {
          const reading = db.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result as unknown[]);
        });
        texts.push(JSON.stringify(all));
      }
      db.close();
    }
    return texts.join('\n');
  });
}

const cut = (context: BrowserContext, isCut: boolean) => context.setOffline(isCut);

test('offline, the last list and the drafts are readable, in Arabic', async ({
  page,
  context,
  portal,
}) => {
  await signedIn(page, portal.url, amina, 'ar');
  await storeListOffline(page);
  const number = await page.evaluate((who) => {
    const list = JSON.parse(localStorage.getItem(`seen:${who}`) ?? '{}') as {
      rows: { number: string }[];
    };
    return list.rows[0]?.number ?? '';
  }, amina);
  expect(number).toMatch(/^\d{4}-/);
  await page.evaluate((who) => {
    const value = { description: 'Un atelier de tissage à Chefchaouen' };
    localStorage.setItem(`draft:${who}:request`, JSON.stringify({ value, savedAt: Date.now() }));
  }, amina);
  await cut(context, true);
  await page.goto('/messages');
  await expect(page.getByRole('heading', { level: 1, name: 'لا يوجد اتصال' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByText(number, { exact: true })).toBeVisible();
  await expect(page.getByText('Un atelier de tissage à Chefchaouen')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const pictures = process.env.SCREENSHOTS;
  if (pictures !== undefined)
    await page.screenshot({ path: `${pictures}/offline-ar.png`, fullPage: true });
  // When the connection is back, the requested page loads by itself.
  await cut(context, false);
  await expect(page.getByRole('heading', { name: 'لا يوجد اتصال' })).toHaveCount(0);
  await expect(page).toHaveURL(/\/messages$/);
});

test('signing out removes all personal data from the device', async ({ page, context, portal }) => {
  // Set once instead of on every page, so that a sign-out persists.
  await page.goto('/landing/fr');
  await page.evaluate(
    (token) => localStorage.setItem('token', token),
    await tokenOf(page.request, portal.url, amina),
  );
  await storeListOffline(page);
  const about = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => one.startsWith('seen:')) ?? '';
    const { rows: list } = JSON.parse(localStorage.getItem(key) ?? '{}') as {
      rows: { number: string; about: string }[];
    };
    // Only the first line, because the stored text has escaped line ends.
    return list.flatMap(({ number, about: text }) =>
      text === '' ? [number] : [number, ...text.split('\n', 1)],
    );
  });
  expect(about.length).toBeGreaterThan(2);
  const before = await allStoredData(page);
  for (const text of about) expect(before).toContain(JSON.stringify(text).slice(1, -1));

  await test.step('the data is readable offline before the sign-out, in French too', async () => {
    await cut(context, true);
    await page.goto('/messages');
    const title = page.getByRole('heading', { level: 1, name: 'Pas de connexion' });
    await expect(title).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
    await expect(page.getByText(about[0] ?? '-', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await cut(context, false);
    await expect(title).toHaveCount(0);
  });

  await page.getByRole('button', { name: /^Mon compte/ }).click();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL(/\/landing\/fr/);
  await cut(context, true);
  await page.goto('/requests');
  await expect(page.getByRole('heading', { level: 1, name: 'Pas de connexion' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0);
  const after = await allStoredData(page);
  for (const text of [...about, amina]) expect(after).not.toContain(text);
  // No answer of a call was ever cached.
  expect(before).not.toContain('/api/');
});

test('an ended session and a change of account remove the stored list', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, amina);
  await storeListOffline(page);
  const seen = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('seen:')));
  expect(await seen()).toEqual([`seen:${amina}`]);
  // The session of another person, as a mailed link brings it.
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto('/landing/fr');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(seen).toEqual([]);
});

/** A second build of the client: each file has another name and content. */
async function secondBuild(folder: string): Promise<void> {
  const assets = path.join(folder, 'assets');
  const names = (await readdir(assets)).filter((name) => /-[\w-]{7}\.(?:js|css)$/.test(name));
  const renamed = new Map(
    names.map((name) => [name, name.replace(/-([\w-])([\w-]{6})\.(\w+)$/, '-$1$2x.$3')]),
  );
  const pattern = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  const rewrite = async (file: string) => {
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      text.replace(pattern, (name) => renamed.get(name) ?? name),
    );
  };
  for (const name of await readdir(assets)) {
    if (/\.(?:br|map)$/.test(name)) await rm(path.join(assets, name));
  }
  for (const [name, other] of renamed) {
    await rewrite(path.join(assets, name));
    await rename(path.join(assets, name), path.join(assets, other));
  }
  for (const file of ['index.html', 'landing.html', 'offline.html', 'sw.js'])
    await rewrite(path.join(folder, file));
  const { id } = JSON.parse(await readFile(path.join(folder, 'build.json'), 'utf8')) as {
    id: string;
  };
  for (const file of ['index.html', 'landing.html', 'build.json']) {
    const text = await readFile(path.join(folder, file), 'utf8');
    await writeFile(path.join(folder, file), text.replace(id, 'another'));
  }
}

test('a new version is offered and loaded on request; no page mixes two versions', async ({
  browser,
}) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'wasl-two-builds-'));
  await cp(path.resolve(import.meta.dirname, '../../web/dist'), folder, { recursive: true });
  const portal = await startTestPortal({ RATE_LIMIT_FACTOR: '1000' }, folder);
  const context = await browser.newContext({
    baseURL: portal.url,
    serviceWorkers: 'allow',
    viewport: { width: 1280, height: 800 },
  });
  try {
    const page = await context.newPage();
    const broken: string[] = [];
    page.on('pageerror', (error) => broken.push(error.message));
    await signedIn(page, portal.url, amina);
    await storeListOffline(page);
    await page.reload();
    await storeListOffline(page);
    await secondBuild(folder);

    // The open page detects it, and its input stays.
    const search = page.getByRole('textbox').first();
    await search.fill('2026');
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update();
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect(page.getByText('Une nouvelle version du portail est prête')).toBeVisible();
    await expect(search).toHaveValue('2026');
    const started = () =>
      page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const isNew = (name: string) => /-[\w-]{7}x\.js$/.test(name);
    expect((await started()).some(isNew)).toBe(false);

    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Recharger la page' }).click(),
    ]);
    await expect(page.getByRole('button', { name: /Nouvelle demande/ })).toBeVisible();
    const scripts = (await started()).filter((name) => /\/assets\/.*\.js$/.test(name));
    expect(scripts.length).toBeGreaterThan(5);
    expect(scripts.filter((name) => !isNew(name))).toEqual([]);

    // Offline, the page comes completely from the new build.
    await context.setOffline(true);
    await page.goto('/requests');
    await expect(page.getByRole('heading', { level: 1, name: 'Pas de connexion' })).toBeVisible();
    expect(broken).toEqual([]);
  } finally {
    await context.close();
    await portal.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
