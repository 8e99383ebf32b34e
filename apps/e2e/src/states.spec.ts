import { queryRows } from '@wasl/tooling/testing';

import { expectRegionalContact } from './regional-contact.ts';
import { createRequestFile } from './request-file.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

// It adds requests to the list of a person.
test.use({ portalName: 'states' });

const person = 'amina@example.org';

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

test('a person reads in the list and in the follow-up whose move it is, in each state', async ({
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
      if (ofStep === undefined) return;
      await page.goto(`/requests/${String(requestId)}/follow`);
      await expect(page.getByRole('main').getByText(ofStep, { exact: true }).first()).toBeVisible();
      // After a refusal, the centre can help.
      await expectRegionalContact(page);
    });
  }
});

test('the survey of the account fills in the category of NORDEV', async ({ page, portal }) => {
  await signedIn(page, portal.url, person);
  await page.goto('/simulator-nordev');
  await expect(page.getByRole('combobox', { name: /^Catégorie/ })).toHaveValue('Auto-entrepreneur');
  await expect(page.getByText(/Reprise de votre inscription/)).toBeVisible();
});
