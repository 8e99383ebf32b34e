import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import type { Browser, Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';
import { startTestPortal, type TestPortal } from '@wasl/tooling/testing/portal';
import { build, type Plugin } from 'vite';

import { pdf } from './files.ts';
import { describeRequest } from './new-request.ts';
import { expect, test } from './server.ts';
import { otherWindow } from './other-window.ts';

const amina = 'amina@example.org';
const agent = 'agent.cri@example.org';
const offer = 'Une nouvelle version du portail est prête';
const web = path.resolve(import.meta.dirname, '../../web');
const wide = { viewport: { width: 1280, height: 900 } };

/** Changes every file of the portal a little, so that no built file has its old name. */
const aChangeEverywhere: Plugin = {
  name: 'a-change-everywhere',
  transform: (code, id) =>
    /\/src\/.*\.tsx?$/.test(id) ? `${code}\n;globalThis.isOtherBuild = true;` : null,
};

/** Folders of one deployment: `now` is the one that is served. */
let folder: string;
let portal: TestPortal;
const at = (name: string) => path.join(folder, name);

/** Switches the served build, as an upgrade or a roll-back does. */
async function serve(name: string): Promise<void> {
  await symlink(at(name), at('next'));
  await rename(at('next'), at('now'));
}

async function idOf(name: string): Promise<string> {
  return (JSON.parse(await readFile(at(`${name}/build.json`), 'utf8')) as { id: string }).id;
}

/** Assets of a build, from the record of the second one. */
async function filesOf(name: string): Promise<readonly string[]> {
  const record = await readFile(at(`second/builds/${await idOf(name)}.json`), 'utf8');
  return (JSON.parse(record) as { files: string[] }).files;
}

test.beforeAll(async () => {
  test.setTimeout(900_000);
  folder = await mkdtemp(path.join(os.tmpdir(), 'wasl-builds-'));
  // The prerendered pages contain modules that render them.
  await writeFile(at('package.json'), '{"type":"module"}');
  await cp(path.join(web, 'dist'), at('first'), { recursive: true });
  // Built over the first, as on a server that builds for itself.
  await cp(at('first'), at('second'), { recursive: true });
  const configured = process.cwd();
  process.chdir(web);
  await build({
    root: web,
    logLevel: 'error',
    plugins: [aChangeEverywhere],
    build: { outDir: at('second'), sourcemap: false },
  });
  process.chdir(configured);
  // An image has only its own files.
  await cp(at('second'), at('second-alone'), { recursive: true });
  const [earlier, own] = await Promise.all([filesOf('first'), filesOf('second')]);
  for (const file of earlier.filter((one) => !own.includes(one)))
    await rm(at(`second-alone/assets/${file}`), { force: true });
  await serve('first');
  portal = await startTestPortal({ RATE_LIMIT_FACTOR: '1000' }, at('now'));
});

test.afterAll(async () => {
  await portal.stop();
  await rm(folder, { recursive: true, force: true });
});

async function window(browser: Browser, email: string | null) {
  const page = await otherWindow(browser, portal, email, wide);
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  return { page, loads };
}

const buildOf = (page: Page) => page.locator('meta[name=build]').getAttribute('content');

/** Returns to the page, which then checks for a new version. */
const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

async function openPages(browser: Browser) {
  const [list, wizard, file, landing, signUp] = await Promise.all([
    window(browser, amina),
    window(browser, amina),
    window(browser, agent),
    window(browser, null),
    window(browser, null),
  ]);
  await list.page.goto('/requests');
  await expect(list.page.getByRole('button', { name: /Nouvelle demande/ })).toBeVisible();
  const sender = wizard.page.waitForResponse(/\/send-multipart-/);
  await describeRequest(wizard.page, `Un four à pain ${String(Math.random())}`);
  await wizard.page.getByLabel(/^Business plan/).setInputFiles(pdf('plan.pdf'));
  await (await sender).finished();
  await file.page.goto('/requests?tab=todo&size=8&sort=numRequest,asc');
  await file.page
    .getByRole('link', { name: /^Ouvrir le dossier/ })
    .first()
    .click();
  await file.page
    .getByLabel('Commentaire pour le bénéficiaire', { exact: true })
    .fill('Dossier reçu.');
  const words = landing.page.waitForResponse(/\/assets\/fr-/);
  await landing.page.goto('/landing/fr');
  await expect(landing.page.locator('#email')).toBeVisible();
  await (await words).finished();
  await signUp.page.goto('/signUp?pAuth=ben');
  await expect(signUp.page.getByRole('form')).toBeVisible();
  const all = [list, wizard, file, landing, signUp];
  for (const { loads } of all) loads.length = 0;
  return { list, wizard, file, landing, signUp, all };
}

async function sendRequest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enregistrer et vérifier' }).click();
  await expect(page).toHaveURL(/\/requests$/);
  const [newest] = await queryRows<{ name: string }>(
    portal.databaseUrl,
    'SELECT original_name name FROM stored_files ORDER BY created_at DESC LIMIT 1',
  );
  expect(newest?.name).toBe('plan.pdf');
}

for (const [from, to, title] of [
  ['first', 'second', 'forward'],
  ['second', 'first-again', 'back'],
] as const)
  test(`open pages still work after a new build and offer it (${title})`, async ({ browser }) => {
    test.setTimeout(600_000);
    if (to === 'first-again') {
      // As the build cache restores it: over the existing files.
      await cp(at('second'), at(to), { recursive: true });
      await cp(at('first'), at(to), { recursive: true });
    }
    await serve(from);
    const pages = await openPages(browser);
    await serve(to);

    for (const { page } of pages.all) {
      await comeBack(page);
      await expect(page.getByRole('status').filter({ hasText: offer })).toBeVisible();
    }
    // A page and a dialog that were not loaded yet.
    await pages.list.page
      .getByRole('link', { name: /^Messages/ })
      .first()
      .click();
    await expect(
      pages.list.page.getByRole('heading', { level: 1, name: 'Messages' }),
    ).toBeVisible();
    await sendRequest(pages.wizard.page);
    const { page: file } = pages.file;
    await expect(file.getByLabel('Commentaire pour le bénéficiaire', { exact: true })).toHaveValue(
      'Dossier reçu.',
    );
    await file.getByRole('button', { name: 'Mon compte', exact: false }).click();
    await file.getByRole('menuitem', { name: 'Se déconnecter' }).click();
    await expect(file.getByRole('dialog')).toBeVisible();
    for (const { page, loads } of pages.all) {
      expect(loads).toEqual([]);
      expect(await buildOf(page)).toBe(await idOf(from));
    }
    // The new version loads when the user accepts it.
    for (const { page } of [pages.landing, pages.signUp]) {
      await Promise.all([
        page.waitForEvent('load'),
        page.getByRole('button', { name: 'Recharger la page' }).click(),
      ]);
      expect(await buildOf(page)).toBe(await idOf(to));
      await comeBack(page);
      await expect(page.getByText(offer)).toHaveCount(0);
    }
    for (const { page } of pages.all) await page.context().close();
  });

test('a page whose files are missing reloads once, or offers it and preserves typed text', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  await serve('first');
  const pages = await openPages(browser);
  await serve('second-alone');

  // The requested page, in the new version.
  await pages.list.page
    .getByRole('link', { name: /^Messages/ })
    .first()
    .click();
  await expect(pages.list.page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  // Content may appear before the page's load event.
  await expect.poll(() => pages.list.loads.length).toBe(1);
  expect(await buildOf(pages.list.page)).toBe(await idOf('second-alone'));
  // The form's last action was prefetched.
  await sendRequest(pages.wizard.page);
  const { page: landing } = pages.landing;
  await landing.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await expect(landing.locator('#email-error')).toHaveText(/\S/);
  // A dialog that fails to load leaves its page and the input unchanged.
  const { page: file } = pages.file;
  await file.getByRole('button', { name: 'Mon compte', exact: false }).click();
  await file.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  // The notice of the failed dialog and the offer have the same text.
  await expect(file.getByRole('status').filter({ hasText: offer }).first()).toBeVisible();
  await expect(file.getByRole('dialog')).toHaveCount(0);
  await expect(file.getByLabel('Commentaire pour le bénéficiaire', { exact: true })).toHaveValue(
    'Dossier reçu.',
  );
  expect(pages.file.loads).toEqual([]);
  for (const { page } of pages.all) await page.context().close();
});

test('a part that failed to load is retried at its next use and when the connection returns', async ({
  browser,
}) => {
  await serve('first');
  const { page, loads } = await window(browser, amina);
  await page.goto('/requests');
  await expect(page.getByRole('button', { name: /Nouvelle demande/ })).toBeVisible();
  // Signing out asks first when a draft would be lost.
  await page.evaluate((who) => {
    const draft = { value: { description: 'Un four à pain' }, savedAt: Date.now() };
    localStorage.setItem(`draft:${who}:request`, JSON.stringify(draft));
  }, amina);
  await page.context().setOffline(true);
  const signOut = async () => {
    await page.getByRole('button', { name: 'Mon compte', exact: false }).click();
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  };
  await signOut();
  await expect(page.getByText('Impossible de joindre le serveur').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Nouvelle demande/ })).toBeVisible();
  await page
    .getByRole('link', { name: /^Messages/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Réessayer' })).toHaveCount(0);
  await signOut();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(loads).toHaveLength(1);
  await page.context().close();
});
