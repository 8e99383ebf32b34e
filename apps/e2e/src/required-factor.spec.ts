import { startTestPortal } from '@wasl/tooling/testing/portal';

import { phonePage } from './forms/open-form.ts';
import { mailWith } from './mailbox.ts';
import { expect, test } from './server.ts';
import { demoPassword } from './signed-in.ts';
import { codeOf } from './totp.ts';

const email = 'agent.cri@example.org';

test('when the second factor is required, an agent must first enable it with a mailed code', async ({
  browser,
}) => {
  // A separate portal, because the other ones do not require a second factor.
  const portal = await startTestPortal({
    RATE_LIMIT_FACTOR: '1000',
    AGENTS_SECOND_FACTOR: 'required',
  });
  try {
    const page = await phonePage(browser, portal.url);
    const context = page.context();
    await page.goto('/landing/ar');
    await page.locator('#email').fill(email);
    await page.locator('#password').fill(demoPassword);
    await page.locator('#password').press('Enter');
    await expect(page).toHaveURL(/\/secondFactor/);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    // No other page is open yet.
    for (const other of ['/requests', '/profileSettings', '/statistics']) {
      await page.goto(other);
      await expect(page).toHaveURL(/\/secondFactor/);
    }
    await page.getByLabel(/^كلمة المرور الحالية/).fill(demoPassword);
    await page.keyboard.press('Enter');
    await expect(page.locator('main svg[role=img]')).toBeVisible();
    const key = (await page.locator('main code').first().textContent()) ?? '';
    const mailed = page.getByLabel(/^الرمز الوارد بالبريد الإلكتروني/);
    await page.locator('input[name=code]').fill(codeOf(key));
    await mailed.fill('abcd-efgh-jkmn-pqrs');
    await mailed.press('Enter');
    await expect(page.getByRole('alert').first()).toBeFocused();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      360,
    );

    const letter = await mailWith(await context.newPage(), email, 'التحقق بخطوتين');
    const path = (await letter.locator('a[href$="/text"]').getAttribute('href')) ?? '';
    const body = await (await page.request.get(path)).text();
    const code = /[a-z2-9]{4}(-[a-z2-9]{2,4}){3,}/.exec(body)?.[0] ?? '';
    await mailed.fill(code);
    await page.locator('input[name=code]').fill(codeOf(key, 1));
    await mailed.press('Enter');
    await expect(page.getByRole('heading', { name: 'رموز الاسترجاع' })).toBeVisible();
    await page.goto('/requests');
    await expect(page).toHaveURL(/\/requests$/);
    await context.close();
  } finally {
    await portal.stop();
  }
});
