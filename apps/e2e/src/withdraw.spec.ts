import { requestIn } from './calls.ts';
import { expectNotice } from './notices.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { otherWindow } from './other-window.ts';

// Changes the state of a request.
test.use({ portalName: 'rows of the list' });

test('a request is withdrawn with a reason, which the organisation sees', async ({
  browser,
  page,
  portal,
}) => {
  await signedIn(page, portal.url, 'amina@example.org');
  await page.goto('/requests');
  const { id, number } = await requestIn(page, 'ENTAME');
  await page.goto(`/requests?number=${number}`);
  const dialog = page.getByRole('dialog', { name: `Retirer la demande ${number}` });
  const open = async () => {
    await page.getByRole('button', { name: `Autres actions : demande ${number}` }).click();
    await page.getByRole('menuitem', { name: 'Retirer la demande' }).click();
  };
  const words = dialog.getByRole('textbox', { name: /^Quelques mots/ });
  const send = dialog.getByRole('button', { name: 'Retirer la demande' });

  await test.step('the withdrawal requires a reason, and "another" requires a text', async () => {
    await open();
    await send.click();
    await expect(dialog.getByRole('link', { name: /Pourquoi la retirez-vous/ })).toBeVisible();
    await dialog.getByRole('radio', { name: 'Autre raison' }).check();
    await send.click();
    await expect(dialog.getByRole('link', { name: /Quelques mots/ })).toBeVisible();
  });

  await test.step('Escape asks before discarding the input, which survives a reload', async () => {
    await words.fill('La coopérative a trouvé un local.');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Fermer sans enregistrer ?' });
    await question.getByRole('button', { name: 'Annuler' }).click();
    await expect(words).toHaveValue('La coopérative a trouvé un local.');
    await expect(dialog.getByRole('status').last()).not.toBeEmpty();
    await page.reload();
    await open();
    await expect(words).toHaveValue('La coopérative a trouvé un local.');
    await expect(dialog.getByRole('radio', { name: 'Autre raison' })).toBeChecked();
  });

  await test.step('the request is withdrawn permanently, as its page and receipt show', async () => {
    await send.click();
    await expectNotice(page, 'La demande est retirée.');
    await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Retirée');
    await page.getByRole('button', { name: /^Autres actions/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Suivre' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Retirer la demande' })).toHaveCount(0);
    await page.goto(`/requests/${String(id)}/receipt`);
    await expect(page.getByText(/Vous avez retiré cette demande le/)).toBeVisible();
    await page.goto(`/requests/${String(id)}/follow`);
    await expect(page.getByText('La demande a été retirée par son auteur.')).toBeVisible();
    await expect(page.getByText('La coopérative a trouvé un local.')).toBeVisible();
  });

  await test.step('the agent’s notice links to the request in the finished part, with the reason', async () => {
    const karim = await otherWindow(browser, portal, 'agent.cri@example.org');
    await karim.goto('/requests');
    await karim.getByRole('button', { name: /^Notifications/ }).click();
    await karim
      .getByRole('dialog', { name: 'Notifications' })
      .getByRole('link', { name: new RegExp(`${number}.*la personne l’a retirée`) })
      .click();
    await expect(karim).toHaveURL(/\/requests\/\d+\/steps\/\d+#history$/);
    await expect(karim.getByRole('heading', { level: 1 })).toContainText(number);
    await expect(karim.getByText('La coopérative a trouvé un local.')).toBeVisible();
    await karim.goto(`/requests?number=${number}`);
    await karim.getByRole('row').filter({ hasText: number }).getByText('Retirée').waitFor();
    await karim.goto(`/requests?number=${number}&tab=todo`);
    await expect(karim.getByText('Aucune demande ne correspond à cette recherche')).toBeVisible();
    await karim.context().close();
  });

  await test.step('an organisation that had not begun no longer finds the request', async () => {
    const other = await otherWindow(browser, portal, 'agent.ccis@example.org');
    await other.goto(`/requests?number=${number}`);
    await expect(other.getByText('Aucune demande ne correspond à cette recherche')).toBeVisible();
    await other.context().close();
  });
});
