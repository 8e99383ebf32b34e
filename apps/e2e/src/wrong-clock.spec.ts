import { expect, test } from './server.ts';
import { signIn } from './sign-in-form.ts';

const hour = 3_600_000;

for (const [name, offset] of [
  ['13 hours ahead', 13 * hour],
  ['13 hours behind', -13 * hour],
] as const) {
  test(`a device whose clock is ${name} signs in, works and signs out`, async ({ page }) => {
    await page.clock.install({ time: Date.now() + offset });
    await page.goto('/landing/fr');
    await signIn(page, 'amina@example.org');
    await expect(page).toHaveURL(/\/requests$/);
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
    await expect(page.getByText(/^Votre session se termine/)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
    await page.getByRole('button', { name: /^Mon compte/ }).click();
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
    await expect(page).toHaveURL(/\/landing\/fr/);
  });
}
