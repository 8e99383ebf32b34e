import type { Page } from '@playwright/test';

import { tabTo } from './keyboard.ts';
import { expectRegionalContact } from './regional-contact.ts';
import { expect, test } from './server.ts';
import { onPhone, otherWindow } from './other-window.ts';

const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test('the footer of the landing page links to the guide and the questions, by keyboard', async ({
  page,
}) => {
  await page.goto('/landing/fr');
  const toHow = page.getByRole('contentinfo').getByRole('link', { name: 'Comment ça marche' });
  await tabTo(page, toHow);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/comment-ca-marche$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Comment ça marche' })).toBeVisible();
  const next = page.getByRole('region', { name: '3. Ce qui se passe ensuite' });
  await expect(next.getByRole('listitem').first()).toContainText('commence à la traiter');
  await expect(page.getByRole('region', { name: /^Combien de temps/ })).toContainText(
    'moins de 20 demandes',
  );

  const toQuestions = page.getByRole('link', { name: 'Questions fréquentes' });
  await tabTo(page, toQuestions);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/questions$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Questions fréquentes' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Qui voit mes données/ })).toBeVisible();

  // The contact of the regional centre comes before the texts.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  const centre = page.getByRole('main').getByRole('region').first();
  await expect(centre).toHaveAccessibleName(/Parlez à quelqu’un/);
  await expect(centre).toContainText('CRI-TTA');
  await expectRegionalContact(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Aide', exact: true }).click();
  await expect(page).toHaveURL(/\/help$/);
  await expectRegionalContact(page);
  await expect(page.getByRole('region', { name: 'Estimer une prime' })).toContainText(
    'NORDEV (projets de toute taille)',
  );
  await page.getByRole('contentinfo').getByRole('link', { name: 'Estimer mon aide' }).click();
  await expect(page).toHaveURL(/\/estimation$/);
});

test('the footer links work in Arabic on a phone of 360 px', async ({ browser, portal }) => {
  const page = await otherWindow(browser, portal, null, onPhone);
  await page.goto('/landing/ar');
  await page.getByRole('contentinfo').getByRole('link', { name: 'كيف تعمل البوابة؟' }).tap();
  await expect(page.getByRole('region', { name: 'كم يستغرق ذلك؟' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect.poll(() => width(page)).toBe(360);
  await page.getByRole('link', { name: 'أسئلة شائعة' }).tap();
  await expect(page.getByRole('region', { name: 'متى أتوصل بجواب؟' })).toBeVisible();
  await expect.poll(() => width(page)).toBe(360);
  await page.context().close();
});
