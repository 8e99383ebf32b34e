import { expectNotice } from './notices.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { otherWindow } from './windows.ts';

// It closes the request that the stories of other ends begin with.
test.use({ portalName: 'duplicates' });

const beneficiary = 'amina@example.org';

test('a request that repeats another is closed, and leads the person to the other one', async ({
  browser,
  page,
  portal,
}) => {
  const agent = 'agent.cri@example.org';
  await signedIn(page, portal.url, agent);
  await page.goto('/requests');
  const row = page.getByRole('row').filter({ hasText: 'Amina' }).first();
  const more = row.getByRole('button', { name: /^Autres actions/ });
  const [closed = ''] = /\d{4}-\d{6}/.exec(String(await more.getAttribute('aria-label'))) ?? [];
  await more.click();
  await page.getByRole('menuitem', { name: 'Ce n’est pas pour nous' }).click();
  const dialog = page.getByRole('dialog', { name: /ce n’est pas pour vous/ });
  await dialog.getByRole('radio', { name: 'Demande en double' }).check();
  const others = dialog.getByRole('radiogroup', { name: /^Quelle demande fait double emploi/ });
  const other = others.getByRole('radio').first();
  const [number = ''] =
    /\d{4}-\d{6}/.exec(
      (await other.getAttribute('aria-label')) ?? (await others.textContent()) ?? '',
    ) ?? [];
  await other.check();
  await dialog.getByRole('button', { name: 'Ce n’est pas pour nous' }).click();
  await expectNotice(page, 'elle fait double emploi avec une autre demande');

  const person = await otherWindow(browser, portal, beneficiary);
  await person.goto('/requests');
  await person.getByRole('button', { name: /^Notifications/ }).click();
  await person
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: new RegExp(closed) })
    .first()
    .click();
  await person.getByRole('link', { name: `Voir la demande ${number}` }).click();
  await expect(person.getByRole('heading', { level: 1 })).toContainText(number);
  await person.context().close();
});
