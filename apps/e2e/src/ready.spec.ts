import { expect, test } from './server.ts';

test('the portal says that it is ready and serves its pages', async ({ request, page }) => {
  expect((await request.get('/api/health/ready')).status()).toBe(200);
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', /^(fr|en|ar|es)$/);
});
