import { randomUUID } from 'node:crypto';

import { queryRows } from '@wasl/tooling/testing';

import { callAs } from './calls.ts';
import { onPhone } from './other-window.ts';
import { expectRegionalContact } from './regional-contact.ts';
import { createRequestFile } from './request-file.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

// It adds requests to the list of a person.
test.use({ portalName: 'states' });

const person = 'amina@example.org';
const cooperative = 'nord.cooperative@example.org';
const agent = 'agent.ccis@example.org';

/** The specified labels, which the list shows with those words. */
const labels = {
  EN_COURS_DE_CREATION: 'En cours de création',
  A_REFOURMULER: 'À reformuler',
  NOUVEAU: 'Nouvelle',
  ENTAME: 'Entamée',
  EN_ATTENTE: 'En attente',
  DEMANDE_TRAITE: 'Traitée',
  RETIREE: 'Retirée',
} as const;
/** Statuses of a request and of its step, and what the person reads. */
const states = [
  ['EN_COURS_DE_CREATION', 'ASSIGNED', 'Brouillon · à déposer'],
  ['A_REFOURMULER', 'ASSIGNED', 'À vous : à reformuler'],
  ['NOUVEAU', 'ASSIGNED', 'Déposée · orientation en cours'],
  ['ENTAME', 'ASSIGNED', /^Chez .*CCIS.* · pas encore commencée$/],
  ['ENTAME', 'IN_PROGRESS', /^Chez .*CCIS.* · en cours$/],
  ['ENTAME', 'BLOCKED', /^Chez .*CCIS.* · en pause$/],
  ['EN_ATTENTE', 'ASSIGNED', 'En pause'],
  ['DEMANDE_TRAITE', 'PROCESSED', 'Terminée'],
  ['RETIREE', 'ASSIGNED', 'Retirée'],
  // The request waits for another organisation; its follow-up says what the first one decided.
  ['ENTAME', 'REJECTED', 'Déposée · orientation en cours', 'Refusée'],
  ['ENTAME', 'DECLINED', 'Déposée · orientation en cours', 'Réorientée'],
] as const;

test('the list and the follow-up show who must act next, in each state', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, person);
  for (const [request, step, words, ofStep] of states) {
    await test.step(`${request}, ${step}`, async () => {
      const { number, requestId, stepId } = await createRequestFile(portal.databaseUrl, {
        beneficiary: person,
      });
      await queryRows(
        portal.databaseUrl,
        `WITH step AS (UPDATE processing_steps SET status = $2::"StepStatus",
             percent = CASE $2 WHEN 'PROCESSED' THEN 100 ELSE percent END WHERE id = $4)
         UPDATE requests SET status = $1::"RequestStatus" WHERE id = $3 RETURNING id`,
        [request, step, requestId, stepId],
      );
      await page.goto(`/requests?number=${number}`);
      const row = page.getByRole('row').filter({ hasText: number });
      await expect(row.getByText(words).first()).toBeVisible();
      await expect(row.getByText(labels[request], { exact: true }).first()).toBeVisible();
      if (ofStep === undefined) return;
      await page.goto(`/requests/${String(requestId)}/follow`);
      await expect(page.getByRole('main').getByText(ofStep, { exact: true }).first()).toBeVisible();
      // After a refusal, the centre can help.
      await expectRegionalContact(page);
    });
  }
});

test('a question of the organisation waits for the person until they answer it', async ({
  page,
  portal,
  request,
}) => {
  const { number, requestId, stepId } = await createRequestFile(portal.databaseUrl, {
    beneficiary: cooperative,
  });
  const question = `Avez-vous un local à Tétouan ? ${number}`;
  await callAs(request, portal, agent, `/processing/step/${String(stepId)}/messages`, {
    body: question,
    clientKey: randomUUID(),
  });
  await signedIn(page, portal.url, cooperative);
  await page.setViewportSize(onPhone.viewport);
  const card = page.getByRole('listitem').filter({ hasText: 'vous a écrit' });
  const state = page.getByText(/^À vous.: message de .*CCIS/);
  const reply = card.getByRole('link', { name: 'Lire et répondre' });

  await test.step('the list shows the message as a card', async () => {
    await page.goto('/requests');
    await page.getByRole('dialog').getByRole('button', { name: 'Plus tard' }).click();
    await expect(state.first()).toBeVisible();
    await expect(card).toContainText(question);
    // The survey's invitation is there too; the page has one primary button.
    await expect(page.getByRole('button', { name: 'Compléter mon profil' })).toBeVisible();
    await expect(page.locator('main [data-variant=filled]')).toHaveCount(1);
    await expect(reply).toBeInViewport({ ratio: 1 });
  });

  await test.step('the follow-up links to the answer, with its one primary button in view', async () => {
    await page.goto(`/requests/${String(requestId)}/follow`);
    await expect(reply).toHaveAttribute('data-variant', 'filled');
    await expect(reply).toBeInViewport({ ratio: 1 });
    await reply.click();
    await expect(page.getByRole('log')).toContainText(question);
    // Reading a question does not answer it.
    await page.goBack();
    await expect(reply).toBeVisible();
    await reply.click();
    await page.getByRole('textbox', { name: /^Message/ }).fill('Oui, avenue Mohammed V.');
    await page.getByRole('button', { name: 'Envoyer', exact: true }).click();
    await expect(page.getByRole('log')).toContainText('avenue Mohammed V');
  });

  await test.step('the organisation must act next after the answer', async () => {
    await page.goBack();
    await expect(page.getByText(/^Chez .*CCIS.* · en cours$/).first()).toBeVisible();
    await expect(reply).toHaveCount(0);
  });
});

test('the survey of the account fills in the category of NORDEV', async ({ page, portal }) => {
  await signedIn(page, portal.url, person);
  await page.goto('/simulator-nordev');
  await expect(page.getByRole('combobox', { name: /^Catégorie/ })).toHaveValue('Auto-entrepreneur');
  await expect(page.getByText(/Reprise de votre inscription/)).toBeVisible();
});
