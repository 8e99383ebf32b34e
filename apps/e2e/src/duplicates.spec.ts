import { createRequestFile } from './request-file.ts';
import { expectNotice } from './notices.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { otherWindow } from './other-window.ts';

const beneficiary = 'amina@example.org';

test('a duplicate request is closed and links to the other request', async ({
  browser,
  page,
  portal,
}) => {
  const { number: closed } = await createRequestFile(portal.databaseUrl, { beneficiary });
  const { number } = await createRequestFile(portal.databaseUrl, { beneficiary });
  await signedIn(page, portal.url, 'agent.ccis@example.org');
  await page.goto(`/requests?number=${closed}`);
  await page.getByRole('button', { name: `Autres actions : demande ${closed}` }).click();
  await page.getByRole('menuitem', { name: 'Ce n’est pas pour nous' }).click();
  const dialog = page.getByRole('dialog', { name: /ce n’est pas pour vous/ });
  await dialog.getByRole('radio', { name: 'Demande en double' }).check();
  const others = dialog.getByRole('radiogroup', { name: /^Quelle demande fait double emploi/ });
  await others.getByRole('radio', { name: new RegExp(number) }).check();
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
