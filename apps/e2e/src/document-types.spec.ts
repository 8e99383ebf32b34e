import type { Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';

import { phonePage } from './forms/index.ts';
import { expectNotice } from './notices.ts';
import { otherWindow } from './other-window.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

/** Dialog for requesting documents, with one chosen; the list stays open for further choices. */
async function withOneChosen(page: Page, url: string) {
  await signedIn(page, url, 'agent.cri@example.org');
  await page.goto('/requests?number=2026-000010');
  // The menu: the row's own button depends on messages and documents of other stories.
  await page
    .getByRole('button', { name: /^Autres actions/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Mettre à jour l’avancement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mettre à jour l’avancement' });
  const list = page.getByRole('listbox', { name: 'Documents à demander' });
  await dialog.locator('.mantine-MultiSelect-input').click();
  await list.getByRole('option').first().click();
  await expect(list).toBeVisible();
  return { dialog, list, save: dialog.getByRole('button', { name: 'Enregistrer', exact: true }) };
}

test('on a phone, a touch outside the list of documents closes it, and the form can be saved', async ({
  browser,
  portal,
}) => {
  const page = await phonePage(browser, portal.url);
  const { dialog, list, save } = await withOneChosen(page, portal.url);
  await dialog.getByRole('heading').first().tap();
  await expect(list).toBeHidden();
  await save.tap({ trial: true });
  await page.context().close();
});

test('with the keyboard, leaving the list closes it, and the form can be saved', async ({
  page,
  portal,
}) => {
  const { list, save } = await withOneChosen(page, portal.url);
  await page.keyboard.press('Tab');
  await expect(list).toBeHidden();
  await save.click({ trial: true });
});

test('a document is requested with three clicks, then reminded of and cancelled on the file', async ({
  browser,
  page,
  portal,
}) => {
  const wanted = 'Certificat négatif';
  // Three working days after a request, which depends on the weekday, the mails of the morning remind the person.
  await queryRows(
    portal.databaseUrl,
    'UPDATE processing_steps SET reminded_at = NULL WHERE reminded_at IS NOT NULL RETURNING id',
  );
  await signedIn(page, portal.url, 'agent.cri@example.org');
  await page.goto('/requests?number=2026-000010');
  await page.getByRole('link', { name: /^Ouvrir le dossier/ }).click();
  const form = page.getByRole('form', { name: 'Mettre à jour l’avancement' });
  const list = page.getByRole('listbox', { name: 'Documents à demander' });
  const person = page.getByRole('button', { name: 'Autres actions : demande 2026-000010' });
  const choose = async (item: string | RegExp) => {
    await person.click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  await test.step('the type is found by a part of its name in any language', async () => {
    await form.locator('.mantine-MultiSelect-input').click();
    await expect(list.getByRole('option', { name: 'Vidéo illustrative' })).toHaveCount(0);
    await page.keyboard.type('negatif');
    await list.getByRole('option', { name: wanted }).click();
    await form.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await expectNotice(page, "L'état d'avancement a été enregistré avec succès");
    await expect(page.getByRole('region', { name: 'Documents', exact: true })).toContainText(
      wanted,
    );
  });

  await test.step('the person is reminded once', async () => {
    await choose('Relancer la personne');
    await expectNotice(page, 'La personne est relancée');
    await person.click();
    await expect(page.getByRole('menuitem', { name: /^Relancée le/ })).toBeDisabled();
    await page.keyboard.press('Escape');
  });

  const amina = await otherWindow(browser, portal, 'amina@example.org');
  await test.step('the person sees the document as a task until the request is cancelled', async () => {
    await amina.goto('/requests?number=2026-000010');
    await amina.getByRole('button', { name: /^Suivre/ }).click();
    const follow = amina.getByRole('dialog', { name: /^Suivi de la demande/ });
    await expect(follow.getByRole('button', { name: new RegExp(wanted) }).first()).toBeVisible();

    const feedback = form.getByLabel('Commentaire pour le bénéficiaire', { exact: true });
    await feedback.fill('Le scan suffit.');
    await choose(new RegExp(`^Ne plus demander.*${wanted}`));
    const dialog = page.getByRole('dialog', { name: new RegExp(`^Ne plus demander.*${wanted}`) });
    await dialog.getByRole('button', { name: 'Ne plus demander ce document' }).click();
    await expectNotice(page, 'n’est plus demandé');
    await expect(page.getByRole('region', { name: 'Documents', exact: true })).not.toContainText(
      wanted,
    );
    // The form follows the act without losing the typed text, and saves without a conflict.
    await expect(feedback).toHaveValue('Le scan suffit.');
    await form.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await expectNotice(page, "L'état d'avancement a été enregistré avec succès");
    await expect(feedback).toHaveValue('');
    await amina.reload();
    await amina.getByRole('button', { name: /^Suivre/ }).click();
    await expect(follow.getByText(/n’a plus besoin du document/)).toBeVisible();
    await expect(follow.getByRole('button', { name: new RegExp(wanted) })).toHaveCount(0);
  });
  await amina.context().close();

  await test.step('the file is snoozed until a day, found by the filter and resumed', async () => {
    await choose('Mettre en veille…');
    const dialog = page.getByRole('dialog', { name: /^Mettre le dossier/ });
    await dialog.getByRole('button', { name: /^En veille jusqu’au/ }).click();
    const calendar = page.getByRole('dialog', { name: 'En veille jusqu’au' });
    // Escape closes the calendar, and not the dialog around it.
    await expect(calendar).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(calendar).toBeHidden();
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: /^En veille jusqu’au/ }).click();
    await calendar.locator('table button:not([disabled], [data-hidden])').first().click();
    await dialog.getByRole('textbox', { name: /^Pourquoi/ }).fill('La commission siège lundi');
    await dialog.getByRole('button', { name: 'Mettre en veille', exact: true }).click();
    await expectNotice(page, 'Dossier en veille jusqu’au');
    await expect(page.getByText('La commission siège lundi')).toBeVisible();
    await page.goto('/requests?number=2026-000010&tab=todo');
    await expect(page.getByRole('link', { name: 'Ouvrir le dossier 2026-000010' })).toHaveCount(0);
    await page.goto('/requests?stepStatus=SNOOZED');
    await page.getByRole('link', { name: 'Ouvrir le dossier 2026-000010' }).click();
    await page.getByRole('button', { name: 'Reprendre maintenant' }).click();
    await expect(page.getByText('La commission siège lundi')).toBeHidden();
  });
});
