import type { PendingWork } from '@wasl/contracts';

import { effortOn } from './effort.ts';
import { pdf } from './files.ts';
import { expectNotice } from './notices.ts';
import { expect, test } from './server.ts';
import { signedIn, tokenOf, withoutDraft } from './signed-in.ts';

// It hands in a document, on a device with a camera.
test.use({ portalName: 'your turn', hasTouch: true });

/** Other stories of this portal can add a request; on this page all are in view. */
const wholeList = '/requests?size=20';

const sizes = [
  { width: 360, height: 740 },
  { width: 1366, height: 768 },
] as const;

test('the person’s pending actions are done in cards at the top of the list', async ({
  page,
  portal,
}) => {
  await withoutDraft(page.request, portal.url, 'amina@example.org');
  const effort = await effortOn(page);
  await signedIn(page, portal.url, 'amina@example.org');
  await page.goto('/requests?number=aucune');
  const pendingActions = page.getByRole('region', { name: 'C’est à vous d’agir' });
  const cards = pendingActions.getByRole('listitem');

  await test.step('three cards are visible with any filter, and a button shows the rest', async () => {
    await expect(page.getByText('Aucune demande ne correspond à cette recherche')).toBeVisible();
    await expect(cards).toHaveCount(3);
    await pendingActions.getByRole('button', { name: /^Tout afficher/ }).click();
    for (const title of ['vous demande', 'À reformuler', 'a terminé', 'pas encore envoyée'])
      await expect(cards.filter({ hasText: title }).first()).toBeVisible();
  });

  await test.step('a saved request has one button, and its check opens on this page', async () => {
    const saved = cards.filter({ hasText: 'pas encore envoyée' }).first();
    const buttons = saved.locator('[class*=Button-root]');
    await expect(buttons).toHaveText(['Vérifier et déposer']);
    await expect(saved.getByRole('link', { name: /^Modifier/ })).toHaveText('Modifier');
    await expect(saved.getByRole('button', { name: /^Supprimer/ })).toHaveText('Supprimer');
    await buttons.click();
    const check = page.getByRole('dialog', { name: /^Déposer la demande/ });
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expect(check.getByRole('button', { name: 'Déposer' })).toBeInViewport({ ratio: 1 });
    }
    await expect(page).toHaveURL(/\/requests\?number=aucune$/);
    await page.keyboard.press('Escape');
    await expect(check).toHaveCount(0);
  });

  await test.step('one primary button is in view on a phone and on a laptop', async () => {
    const token = await tokenOf(page.request, portal.url, 'amina@example.org');
    const headers = { authorization: `Bearer ${token}` };
    const answer = await page.request.get('/api/requests/yourTurn', { headers });
    const work = (await answer.json()) as PendingWork;
    const addressesOf = (kind: 'HAND_IN' | 'DRAFT') =>
      work[kind].requests.map(({ id }) => `/requests/${String(id)}`);
    const followed = addressesOf('HAND_IN').map((address) => `${address}/follow`);
    expect(followed.length).toBeGreaterThan(1);
    const addresses = ['/requests', ...followed, ...addressesOf('DRAFT').slice(0, 1)];
    const primary = page.getByRole('main').locator('[data-variant=filled]');
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const address of addresses) {
        await page.goto(address);
        await expect(primary).toHaveCount(1);
        await expect(primary).toBeInViewport({ ratio: 1 });
      }
    }
    // The page of the draft has the same card.
    await page
      .getByRole('listitem')
      .getByRole('button', { name: /^Vérifier et déposer/ })
      .click();
    await expect(page.getByRole('dialog', { name: /^Déposer la demande/ })).toBeVisible();
    await page.goto(wholeList);
  });

  await test.step('each request of the list shows who must act next', async () => {
    const states = page.getByRole('table');
    for (const text of [
      'Brouillon · à déposer',
      'À vous : à reformuler',
      /^À vous.: \W*(Devis|Relevé)/,
      'Déposée · orientation en cours',
      'En pause',
      'Terminée',
    ])
      await expect(states.getByText(text, { exact: true }).first()).toBeVisible();
  });

  await test.step('a requested document is uploaded with three presses, in the card', async () => {
    const asked = cards.filter({ hasText: 'vous demande' }).first();
    const title = (await asked.locator('p').first().textContent()) ?? '';
    effort.take();
    await asked.getByRole('button', { name: 'Déposer ce document' }).click();
    await expect(asked.getByRole('button', { name: /^Prendre des photos/ })).toBeVisible();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      asked.getByText('Choisir un fichier', { exact: true }).click(),
    ]);
    await chooser.setFiles(pdf('piece.pdf'));
    await asked.getByRole('button', { name: /^Déposer :/ }).click();
    await expectNotice(page, 'Le fichier a bien été chargé!');
    expect(effort.take().presses).toBe(3);
    await expect(cards.filter({ hasText: title })).toHaveCount(0);
    await expect(page).toHaveURL(wholeList);
  });

  await test.step('a finished service is shown as done, and its rating is optional', async () => {
    await pendingActions.getByRole('button', { name: /^Tout afficher/ }).click();
    const finished = cards.filter({ hasText: 'a terminé' }).first();
    await expect(finished).toContainText('facultatif');
    // Green, with the organisation's words before the stars.
    await expect(finished).toHaveAttribute('data-tone', 'done');
    await expect(finished).toContainText(
      /Le projet est clair.*Donner mon avis|L’inscription au registre est faite.*Donner mon avis/,
    );
    await finished.getByRole('button', { name: 'Donner mon avis' }).click();
    await finished.getByRole('radio', { name: '5 étoiles' }).check();
    await finished.getByLabel('Votre avis').fill('Rapide et clair.');
    await finished.getByRole('button', { name: 'Envoyer la note' }).click();
    await expectNotice(page, 'La prestation bien été notée');
  });

  await test.step('an unfinished new request is resumed', async () => {
    await page.goto('/newRequest');
    await page.getByRole('radio', { name: 'Demande personnalisée' }).check();
    await expect(page.getByText(/^Brouillon enregistré/)).toBeVisible();
    await page.goto('/requests');
    await pendingActions.getByRole('button', { name: /^Tout afficher/ }).click();
    await pendingActions.getByRole('link', { name: /^Reprendre la demande commencée/ }).click();
    await expect(page).toHaveURL(/\/newRequest$/);
  });
});
