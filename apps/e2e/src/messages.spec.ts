import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';

import { expectNotice } from './notices.ts';
import { chooseOperation } from './row-menu.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { otherWindow } from './other-window.ts';

const beneficiary = 'amina@example.org';
const agent = 'agent.cri@example.org';
/** Amina's request with an open step of the agent's organisation. */
const request = '2026-000010';
const rowsOf = (page: Page) => page.getByRole('row').filter({ hasText: request });

const log = (page: Page) => page.getByRole('log');

test('two people exchange messages on a step: unread counts, read marks, internal notes', async ({
  browser,
  portal,
}) => {
  const amina = await otherWindow(browser, portal, beneficiary);
  const karim = await otherWindow(browser, portal, agent);

  await karim.goto(`/requests?number=${request}`);
  await chooseOperation(rowsOf(karim).first(), 'Messages et notes');
  const dialog = karim.getByRole('dialog', { name: `Messages : demande ${request}` });
  await expect(dialog.getByText(/^Aucun message\./)).toBeVisible();
  const field = dialog.getByRole('textbox', { name: /^Message à/ });
  await field.fill('Bonjour <b>Amina</b>,\npouvez-vous passer demain ?');
  // Unsent text survives a reload.
  await karim.reload();
  await chooseOperation(rowsOf(karim).first(), 'Messages et notes');
  await expect(field).toHaveValue(/pouvez-vous passer demain/);
  await dialog.getByRole('button', { name: 'Envoyer' }).click();
  // Markup is shown as text.
  await expect(log(karim)).toContainText('Bonjour <b>Amina</b>,');
  await expect(log(karim)).toContainText('Pas encore lu');

  // The author deletes an unread message.
  await field.fill('Envoyé par erreur');
  await dialog.getByRole('button', { name: 'Envoyer' }).click();
  await expect(log(karim)).toContainText('Envoyé par erreur');
  await dialog
    .getByRole('button', { name: /^Supprimer le message/ })
    .last()
    .click();
  await expect(log(karim)).not.toContainText('Envoyé par erreur');
  const deletion = dialog.getByRole('button', { name: /^Supprimer le message/ });
  await expect(deletion).toHaveCount(1);

  // A note is in a separate tab that names its readers.
  await dialog.getByRole('tab', { name: 'Notes internes' }).click();
  await expect(dialog.getByText('Seul votre organisme voit ces notes.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Nouvelle note interne' }).fill('Dossier à vérifier');
  await dialog.getByRole('button', { name: 'Ajouter la note' }).click();
  await expect(log(karim)).toContainText('Dossier à vérifier');
  await dialog.getByRole('tab', { name: 'Messages' }).click();

  // The beneficiary sees a notice that links to the message.
  await amina.goto('/requests');
  const bell = amina.getByRole('button', { name: /^Notifications\s: \d+ non lue/ });
  await bell.click();
  const notices = amina.getByRole('dialog', { name: 'Notifications' });
  // Other stories may have written on this request before, also for other organisations: the newest comes first.
  const notice = notices
    .getByRole('link', { name: new RegExp(`CRI-TTA.*vous a écrit.*${request}`) })
    .first();
  await expect(notice).toBeVisible();
  await amina.keyboard.press('Escape');
  await expect(bell).toBeFocused();
  await expect(amina.getByRole('link', { name: /^Messages.*1 message non lu/ })).toBeVisible();
  await bell.click();
  await notice.click();
  await expect(amina).toHaveURL(/\/messages\/\d+$/);
  await expect(log(amina)).toContainText('pouvez-vous passer demain ?');
  await expect(amina.getByText('Dossier à vérifier')).toHaveCount(0);
  await expect(amina.getByRole('tab')).toHaveCount(0);

  // Reading on one side appears on the other without a reload.
  await expect(log(karim)).toContainText(/Lu le \d\d\/\d\d\/\d{4}|Lu le .\d\d\/\d\d/);
  // A message that was read stays.
  await expect(deletion).toHaveCount(0);
  await amina.getByRole('textbox', { name: /^Message à/ }).fill('Oui, à 10 h.');
  await amina.keyboard.press('Control+Enter');
  await expect(log(amina)).toContainText('Oui, à 10 h.');
  await expect(log(karim)).toContainText('Oui, à 10 h.');

  // The mail announces a message without its text.
  const folder = path.join(portal.dataFolder, 'mail');
  const mails = await Promise.all(
    (await readdir(folder, { recursive: true }))
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFile(path.join(folder, name), 'utf8')),
  );
  expect(mails.join('\n')).not.toContain('passer demain');

  await amina.goto('/messages');
  await expect(amina.getByRole('list', { name: 'Mes conversations' })).toContainText(
    'Vous : Oui, à 10 h.',
  );
  await amina.context().close();
  await karim.context().close();
});

test('a notice opens the follow-up, and the whole list can be marked as read', async ({
  browser,
  portal,
}) => {
  const karim = await otherWindow(browser, portal, agent);
  await karim.goto(`/requests?number=${request}`);
  await chooseOperation(rowsOf(karim).first(), 'Mettre à jour l’avancement');
  const form = karim.getByRole('dialog', { name: 'Mettre à jour l’avancement' });
  await form.getByRole('slider').fill('85');
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expectNotice(karim, "L'état d'avancement a été enregistré avec succès");
  await expect(form).toHaveCount(0);
  await chooseOperation(rowsOf(karim).first(), /^Messages et notes/);
  await karim.getByRole('textbox', { name: /^Message à/ }).fill('Votre dossier avance.');
  await karim.getByRole('button', { name: 'Envoyer' }).click();
  await expect(log(karim)).toContainText('Votre dossier avance.');
  const deletion = karim.getByRole('button', { name: /^Supprimer le message/ });
  await expect(deletion.last()).toBeVisible();
  await test.step('the message can no longer be deleted after ten minutes', async () => {
    await queryRows(
      portal.databaseUrl,
      "UPDATE step_messages SET created_at = created_at - interval '10 minutes' RETURNING id",
    );
    await karim.reload();
    await chooseOperation(rowsOf(karim).first(), /^Messages et notes/);
    await expect(log(karim)).toContainText('Votre dossier avance.');
    await expect(deletion).toHaveCount(0);
  });
  await karim.context().close();

  const amina = await otherWindow(browser, portal, beneficiary);
  await amina.goto('/');
  await amina.getByRole('button', { name: /^Notifications/ }).click();
  const notices = amina.getByRole('dialog', { name: 'Notifications' });
  await notices.getByRole('link', { name: /85/ }).first().click();
  await expect(amina).toHaveURL(/\/requests\/\d+\/follow$/);
  const title = amina.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(`Suivi de la demande ${request}`);
  const steps = amina.getByRole('list', { name: 'Étapes du traitement' });
  await expect(steps.getByRole('link', { name: /^Messages/ }).first()).toBeVisible();

  const bell = amina.getByRole('button', { name: /^Notifications/ });
  await bell.click();
  await notices.getByRole('button', { name: 'Tout marquer comme lu' }).click();
  await expect(amina.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await amina.context().close();
});

test('in Arabic on a phone the messages run right to left, and mail preferences can be set', async ({
  browser,
  portal,
}) => {
  const amina = await otherWindow(browser, portal, null, {
    viewport: { width: 360, height: 740 },
    locale: 'ar',
  });
  await signedIn(amina, portal.url, beneficiary, 'ar');
  await amina.goto('/messages');
  await expect(amina.locator('html')).toHaveAttribute('dir', 'rtl');
  await amina.getByRole('list', { name: 'محادثاتي' }).getByRole('link').first().click();
  await amina.getByRole('textbox', { name: /^رسالة إلى/ }).fill('مرحباً، شكراً لكم');
  await amina.getByRole('button', { name: 'إرسال' }).click();
  await expect(log(amina)).toContainText('مرحباً، شكراً لكم');
  await amina.getByRole('button', { name: /^الإشعارات/ }).click();
  await expect(amina.getByRole('dialog', { name: 'الإشعارات' })).toBeVisible();
  await amina.keyboard.press('Escape');

  // The address of mails that were sent before.
  await amina.goto('/profileSettings#emails');
  await expect(amina).toHaveURL(/\/account\/notifications$/);
  const messages = amina.getByRole('checkbox', { name: /^الرسائل الجديدة/ });
  await expect(messages).toBeChecked();
  await messages.uncheck();
  await amina.getByRole('button', { name: 'حفظ اختياراتي' }).click();
  await expect(amina.getByText('تم حفظ اختياراتكم')).toBeVisible();
  await amina.reload();
  await expect(messages).not.toBeChecked();
  await amina.context().close();
});
