import { randomUUID } from 'node:crypto';

import { queryRows } from '@wasl/tooling/testing';

import { createRequestFile } from './request-file.ts';
import { createNewcomer } from './colleagues.ts';
import { mailWith } from './mailbox.ts';
import { chooseOperation } from './row-menu.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { otherWindow } from './other-window.ts';

test('a person who never opened their imported account is invited again and signs in', async ({
  page,
  browser,
  portal,
  request,
}) => {
  const agent = await createNewcomer(request, portal, 'Ghita', { isApproved: true });
  const person = `${randomUUID()}@example.org`;
  // As if a file of the organisation had created the account nine days ago.
  await queryRows(
    portal.databaseUrl,
    `WITH file AS (
       INSERT INTO imports (kind, partner_id, original_name, sha256, rows)
       SELECT 'BENEFICIARIES', partner_id, 'personnes.xlsx', $2, 1 FROM users WHERE email = $3 RETURNING id)
     INSERT INTO users (id, email, role, nom, prenom, type_beneficiaire, import_id, created_at, updated_at)
     SELECT $1::uuid, $2, 'BENEFICIAIRE', 'Chami', 'Houda', 'particulier', id, now() - interval '9 days', now()
     FROM file RETURNING id`,
    [randomUUID(), person, agent],
  );
  const file = await createRequestFile(portal.databaseUrl, { owner: agent, beneficiary: person });
  await signedIn(page, portal.url, agent);

  await test.step('the dialog of the row shows that the person never signed in', async () => {
    await page.goto(`/requests?number=${file.number}`);
    await chooseOperation(page, 'Informations du bénéficiaire');
    const dialog = page.getByRole('dialog', { name: 'Informations du bénéficiaire' });
    await expect(dialog.getByText('Cette personne ne s’est jamais connectée')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('the person is invited again from the file, once', async () => {
    await page.goto(`/requests/${String(file.requestId)}/steps/${String(file.stepId)}`);
    await page.getByRole('button', { name: 'Renvoyer l’invitation' }).click();
    await expect(
      page.getByText(/Dernier rappel le .*Un nouveau rappel sera possible/),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Renvoyer l’invitation' })).toHaveCount(0);
    await expect(page.getByText('Invitation renvoyée à la personne.')).toBeVisible();
  });

  const hers = await otherWindow(browser, portal);
  await test.step('the link of the mail opens the account', async () => {
    const mail = await mailWith(hers, person, 'vous attend');
    const link = mail.getByRole('link', { name: '/reinitialiserMotPasse/' });
    await hers.goto(new URL((await link.getAttribute('href')) ?? '').pathname);
    await hers.getByLabel(/^Mot de passe/).fill('Phare#Spartel7');
    await hers.getByLabel(/^Confirmation/).fill('Phare#Spartel7');
    await hers.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(hers).toHaveURL(/\/landing\/fr/);
  });

  await page.reload();
  await expect(page.getByText('Invitation renvoyée à la personne.')).toBeVisible();
  await expect(page.getByText('Cette personne ne s’est jamais connectée')).toHaveCount(0);
  await hers.context().close();
});
