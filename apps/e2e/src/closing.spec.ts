import { randomUUID } from 'node:crypto';

import type { Page } from '@playwright/test';

import { callAs } from './calls.ts';
import { expectNotice } from './notices.ts';
import { chooseOperation } from './row-menu.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { otherWindow } from './other-window.ts';

// Closes a step.
test.use({ portalName: 'moved on' });

const amina = 'amina@example.org';

async function newsOf(person: Page, requestId: string): Promise<string[]> {
  await person.goto('/requests');
  await person.getByRole('button', { name: /^Notifications/ }).click();
  const notices = person.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
  await expect(notices.first()).toBeVisible();
  const news = await notices.allTextContents();
  await person.goto(`/requests/${requestId}/follow`);
  const history = person.getByRole('region', { name: 'Historique' });
  await history.getByRole('button', { name: /^Afficher tout/ }).click();
  return [...news, ...(await history.getByRole('listitem').allTextContents())];
}

test('closing a step first asks about unanswered messages, then focuses the form', async ({
  page,
  portal,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signedIn(page, portal.url, 'agent.cri@example.org');
  await page.goto('/requests?number=2026-000010');
  await page.getByRole('link', { name: 'Ouvrir le dossier 2026-000010' }).click();
  const part = page.getByRole('region', { name: 'Avancement et réponse', exact: true });

  await page.getByRole('button', { name: /^Copier\s: Email/ }).click();
  await expectNotice(page, 'amina@example.org');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('amina@example.org');
  await chooseOperation(page, /^Copier\s: Numéro/);
  await expectNotice(page, '2026-000010');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('2026-000010');

  const save = part.getByRole('button', { name: 'Enregistrer', exact: true });
  const saved = () => expectNotice(page, "L'état d'avancement a été enregistré avec succès");
  const feedback = part.getByLabel('Commentaire pour le bénéficiaire', { exact: true });
  const [, requestId = '', stepId = ''] = /requests\/(\d+)\/steps\/(\d+)/.exec(page.url()) ?? [];
  const person = await otherWindow(browser, portal, amina);

  await test.step('the comment field is empty, below the earlier comments', async () => {
    await feedback.fill('Le dossier est à l’étude.');
    await part.getByRole('combobox', { name: 'Documents à demander' }).click();
    await page
      .getByRole('option', { name: /^Attestation/ })
      .first()
      .click();
    await page.keyboard.press('Escape');
    await save.click();
    await saved();
    await expect(part.getByRole('blockquote')).toHaveText(/Le dossier est à l’étude\.$/);
    await expect(feedback).toHaveValue('');
  });

  await test.step('a save without a change creates no event', async () => {
    const news = await newsOf(person, requestId);
    await save.click();
    await saved();
    expect(await newsOf(person, requestId)).toEqual(news);
    await person.context().close();
  });

  await test.step('the awaited document is listed, and the message is answered or needs no answer', async () => {
    const body = 'Dois-je encore passer au guichet ?';
    const message = { clientKey: randomUUID(), body };
    await callAs(page.request, portal, amina, `/processing/step/${stepId}/messages`, message);
    await part.getByRole('slider', { name: 'Avancement' }).fill('100');
    await save.click();
    const question = page.getByRole('dialog', { name: /déclarer votre prestation traitée/ });
    const close = question.getByRole('button', { name: 'Déclarer traitée à 100 %' });
    await expect(question.getByText(/^Des documents sont encore attendus/)).toContainText(
      'Attestation',
    );
    await expect(question.getByRole('blockquote')).toHaveText(body);
    await expect(question.getByRole('link', { name: 'Répondre' })).toBeVisible();
    await expect(close).toBeDisabled();
    await question.getByRole('button', { name: 'Aucune réponse nécessaire' }).click();
    await expect(question.getByRole('blockquote')).toHaveCount(0);
    await close.click();
    await saved();
  });
  await expect(part.getByRole('slider')).toHaveCount(0);
  await expect(part).toBeFocused();
  await expect(part.getByRole('heading', { name: 'Avancement et réponse' })).toBeInViewport();
});

test('an agent undoes a closing on the file and in the list, and the person is notified', async ({
  page,
  portal,
  browser,
}) => {
  const number = '2026-000017';
  const action = /^Annuler la clôture \(encore \d+ minutes?\)$/;
  await signedIn(page, portal.url, 'agent.cri@example.org');
  await page.goto(`/requests?tab=todo&number=${number}`);
  await page.getByRole('link', { name: `Ouvrir le dossier ${number}` }).click();
  const part = page.getByRole('region', { name: 'Avancement et réponse', exact: true });
  const slider = part.getByRole('slider', { name: 'Avancement' });
  const close = async () => {
    await slider.fill('100');
    await part.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await page.getByRole('button', { name: 'Déclarer traitée à 100 %' }).click();
    await expectNotice(page, "L'état d'avancement a été enregistré avec succès");
    await expect(slider).toHaveCount(0);
  };
  const question = page.getByRole('dialog', { name: /^Annuler la clôture du dossier/ });
  const confirm = async () => {
    await question.getByRole('button', { name: 'Annuler la clôture' }).click();
    await expectNotice(page, `La clôture du dossier ${number} est annulée`);
    await expect(question).toHaveCount(0);
  };

  await close();
  await part.getByRole('button', { name: action }).click();
  await confirm();
  await expect(slider).toHaveValue('0');
  await expect(part).toBeFocused();
  await expect(page.getByText(/a annulé la clôture/)).toBeVisible();

  await close();
  await page.goto(`/requests?number=${number}`);
  await page.getByRole('button', { name: new RegExp(`^Autres actions.*${number}`) }).click();
  await page.getByRole('menuitem', { name: action }).click();
  await confirm();
  await expect(
    page.getByRole('button', { name: new RegExp(`^Mettre à jour.*${number}`) }),
  ).toBeEnabled();

  const person = await otherWindow(browser, portal, amina);
  await person.goto('/requests');
  await person.getByRole('button', { name: /^Notifications/ }).click();
  await expect(
    person
      .getByRole('dialog', { name: 'Notifications' })
      .getByText(/la clôture est annulée/)
      .first(),
  ).toBeVisible();
  await person.context().close();
});
