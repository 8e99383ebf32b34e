import type { Page } from '@playwright/test';

import { expectNotice } from './notices.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { dialogsInHistory } from './other-window.ts';
import { chooseOperation } from './row-menu.ts';
import { chooseTool } from './worklist-tools.ts';

// Stores answers for an organisation.
test.use({ portalName: 'saved answers' });

const agent = 'agent.cri@example.org';
const number = '2026-000010';

test('an agent stores an answer and inserts it with a slash; Escape closes only the list', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, agent);
  await test.step('the answer is saved in two languages; a duplicate name is refused', async () => {
    await page.goto('/organisation/answers');
    await expect(page.getByText('Votre organisme ne garde encore aucune réponse.')).toBeVisible();
    const add = async (name: string, french: string, spanish: string) => {
      await page.getByRole('button', { name: 'Ajouter une réponse' }).click();
      const dialog = page.getByRole('dialog', { name: 'Ajouter une réponse' });
      await dialog.getByLabel(/^Nom/).fill(name);
      await dialog.getByLabel(/^Texte en .*Français/).fill(french);
      await dialog.getByLabel(/^Texte en .*Español/).fill(spanish);
      await dialog.getByRole('button', { name: 'Enregistrer' }).click();
      return dialog;
    };
    await add('Bail', 'Bonjour {nom}, il manque le bail du dossier {numRequest}.', '');
    await expectNotice(page, 'La réponse est gardée');
    await add('Visite', '', 'Visita el lunes.');
    await expectNotice(page, 'La réponse est gardée');
    const refused = await add('bail', 'Autre', '');
    await expect(refused.getByText('Cet intitulé existe déjà.')).toBeVisible();
    await refused.getByLabel(/^Texte en .*Français/).fill('Bonjour {nomm}');
    await refused.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(refused.getByText(/un mot entre accolades/).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Fermer sans enregistrer' }).click();
    await expect(refused).toHaveCount(0);
  });

  await test.step('a colleague’s change is shown next to the typed text, and nothing is lost', async () => {
    await page.goto('/organisation/answers');
    const change = page.getByRole('button', { name: /^Modifier.*Visite/ });
    const dialog = page.getByRole('dialog', { name: /^Modifier.*Visite/ });
    const spanish = (there: Page) =>
      there.getByRole('dialog').getByRole('textbox', { name: /^Texte en .*Español/ });
    await change.click();
    await spanish(page).fill('Visita el martes.');
    const other = await page.context().newPage();
    await signedIn(other, portal.url, agent);
    await other.goto('/organisation/answers');
    await other.getByRole('button', { name: /^Modifier.*Visite/ }).click();
    await spanish(other).fill('Visita el jueves.');
    await other.getByRole('button', { name: 'Enregistrer' }).click();
    await expectNotice(other, 'La réponse est gardée');
    await other.close();
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    const panel = dialog.getByRole('group', { name: /^Texte en .*Español/ });
    await expect(panel).toContainText('Visita el jueves.');
    await expect(panel).toContainText('Visita el martes.');
    await expect(spanish(page)).toHaveValue('Visita el martes.');
    await spanish(page).fill('Visita el lunes.');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expectNotice(page, 'La réponse est gardée');
    await dialogsInHistory(page, 0);
  });

  await test.step('a slash finds the answer in the dialog of a row, by keyboard', async () => {
    await page.goto(`/requests?number=${number}`);
    await page.getByRole('button', { name: /^Mettre à jour/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Mettre à jour l’avancement' });
    const feedback = dialog.getByLabel('Commentaire pour le bénéficiaire', { exact: true });
    await feedback.fill('');
    await feedback.pressSequentially('Note : /');
    const list = dialog.getByRole('listbox', { name: 'Réponses gardées' });
    await expect(list.getByRole('option')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await expect(feedback).toBeFocused();
    await feedback.pressSequentially('x');
    await expect(list).toHaveCount(0);
    await feedback.fill('Note : ');
    await feedback.pressSequentially('/BAI');
    await expect(list.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(feedback).toHaveValue(
      `Note : Bonjour Amina Idrissi, il manque le bail du dossier ${number}.`,
    );
    await expect(list).toHaveCount(0);
  });

  await test.step('the answer is chosen by pointer on the file, and another language is indicated', async () => {
    await page.goto(`/requests?number=${number}`);
    await page.getByRole('link', { name: `Ouvrir le dossier ${number}` }).click();
    const part = page.getByRole('region', { name: 'Messages et notes internes' });
    await part.getByRole('button', { name: /^Réponses gardées/ }).click();
    await part.getByRole('option', { name: /^Visite/ }).click();
    await expect(part.getByRole('textbox')).toHaveValue('Visita el lunes.');
    await expect(part.getByText(/n’existe pas dans la langue du lecteur/)).toContainText('Español');
  });

  await test.step('a slash works in a message, and in the reasons of the form', async () => {
    const part = page.getByRole('region', { name: 'Messages et notes internes' });
    const form = page.getByRole('form', { name: 'Mettre à jour l’avancement' });
    await form.getByRole('radio', { name: 'Bloquée' }).check();
    await form.getByRole('slider').fill('0');
    for (const text of [
      part.getByRole('textbox', { name: /^Message à/ }),
      form.getByRole('textbox', { name: /^Pourquoi l’avancement baisse/ }),
      form.getByRole('textbox', { name: /^Ce qui bloque/ }),
    ]) {
      await text.fill('');
      await text.pressSequentially('/Bai');
      await expect(page.getByRole('option', { name: /^Bail Bonjour/ })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(text).toHaveValue(
        `Bonjour Amina Idrissi, il manque le bail du dossier ${number}.`,
      );
    }
  });

  await test.step('a slash works in a message to many people, and in the reasons for declining or returning', async () => {
    await page.goto(`/requests?number=${number}`);
    await chooseTool(page, 'Choisir plusieurs demandes');
    await page.getByRole('checkbox', { name: new RegExp(number) }).check();
    await page.getByRole('button', { name: 'Écrire' }).click();
    const many = page.getByRole('dialog');
    const message = many.getByRole('textbox');
    await message.pressSequentially('/Bai');
    await expect(many.getByRole('option', { name: /^Bail Bonjour/ })).toBeVisible();
    await page.keyboard.press('Enter');
    // The placeholders are filled for each person when the message is sent.
    await expect(message).toHaveValue('Bonjour {nom}, il manque le bail du dossier {numRequest}.');
    await many.getByRole('button', { name: 'Annuler' }).click();
    await expect(many).toHaveCount(0);

    for (const action of ['Ce n’est pas pour nous', 'Renvoyer pour reformulation']) {
      const row = page.getByRole('row').filter({ hasText: number });
      await chooseOperation(row, action);
      const dialog = page.getByRole('dialog');
      const text = dialog.getByRole('textbox');
      await text.pressSequentially('/Bai');
      await expect(dialog.getByRole('option', { name: /^Bail Bonjour/ })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(text).toHaveValue(
        `Bonjour Amina Idrissi, il manque le bail du dossier ${number}.`,
      );
      await dialog.getByRole('button', { name: 'Annuler' }).click();
      await expect(dialog).toHaveCount(0);
    }
  });
});
