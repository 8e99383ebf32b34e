import { randomUUID } from 'node:crypto';

import { queryRows } from '@wasl/tooling/testing';

import { callAs } from './calls.ts';
import { createNewcomer } from './colleagues.ts';
import { effortOn, type Effort } from './effort.ts';
import { expectNotice } from './notices.ts';
import { createRequestFile } from './request-file.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

// Two thousand files would change the figures of other stories.
test.use({ portalName: 'effort' });

const person = 'amina@example.org';

/** Copies a step with its request, without an owner, two days apart. */
const copies = (stepId: number, count: number) =>
  [
    `WITH numbered AS (SELECT n, nextval(pg_get_serial_sequence('requests', 'id')) AS id FROM generate_series(1, $2::int) n),
     request AS (
       INSERT INTO requests SELECT (jsonb_populate_record(r, jsonb_build_object('id', numbered.id,
         'num_request', '1997-' || lpad(numbered.n::text, 6, '0'),
         'date_request', r.date_request - make_interval(hours => numbered.n)))).*
       FROM requests r, numbered WHERE r.id = (SELECT request_id FROM processing_steps WHERE id = $1)
       RETURNING id)
     INSERT INTO processing_steps SELECT (jsonb_populate_record(s, jsonb_build_object(
       'id', nextval(pg_get_serial_sequence('processing_steps', 'id')), 'request_id', request.id,
       'assignee_id', NULL, 'status', 'ASSIGNED', 'percent', 0))).*
     FROM processing_steps s, request WHERE s.id = $1 RETURNING id`,
    [stepId, count],
  ] as const;

test('an adviser with two thousand files needs at most three clicks for each task of the day', async ({
  page,
  portal,
  request,
}) => {
  const email = await createNewcomer(request, portal, 'Rachida', { isApproved: true });
  const own = await createRequestFile(portal.databaseUrl, { owner: email, beneficiary: person });
  await queryRows(portal.databaseUrl, ...copies(own.stepId, 2000));
  await callAs(page.request, portal, person, `/processing/step/${String(own.stepId)}/messages`, {
    clientKey: randomUUID(),
    body: 'Quand puis-je passer ?',
  });
  await signedIn(page, portal.url, email);
  await page.goto('/requests');
  await expect(page.getByRole('link', { name: /^Ouvrir le dossier/ }).first()).toBeVisible();
  const effort = await effortOn(page);
  const day: Record<string, Effort> = {};
  const today = page.getByRole('link', { name: 'Ma journée', exact: true });
  const heading = page.getByRole('heading', { level: 1 });
  const form = page.getByRole('form', { name: 'Mettre à jour l’avancement' });
  const saved = () => expectNotice(page, "L'état d'avancement a été enregistré avec succès");

  await today.click();
  await page
    .getByRole('region', { name: /^Réponses à donner/ })
    .getByRole('link', { name: /^Répondre/ })
    .click();
  await page.getByRole('textbox', { name: /^Message à/ }).pressSequentially('Mardi à 10 h.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('log')).toContainText('Mardi à 10 h.');
  day['answer a message'] = effort.take();

  await today.click();
  await page
    .getByRole('button', { name: /^Prendre : demande/ })
    .first()
    .click();
  await expectNotice(page, 'est à vous');
  day['take the oldest'] = effort.take();

  await expect(page.getByText('Besoin exprimé').first()).toBeInViewport();
  day['read the need'] = effort.take();

  await form.getByRole('combobox', { name: 'Documents à demander' }).click();
  await page.getByRole('option').first().click();
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await saved();
  day['ask for a document'] = effort.take();

  await page.goBack();
  await page
    .getByRole('button', { name: /^Prendre : demande/ })
    .first()
    .click();
  await expect(heading).toContainText(/\d{4}-\d{6}/);
  await expect(form.getByRole('slider', { name: 'Avancement' })).toBeVisible();
  const before = (await heading.textContent()) ?? '';
  effort.take();
  await page.keyboard.press('e');
  await expect(form.getByRole('slider', { name: 'Avancement' })).toHaveValue('100');
  await form.getByRole('button', { name: 'Enregistrer et suivant' }).click();
  await page.getByRole('button', { name: 'Déclarer traitée à 100 %' }).click();
  await saved();
  await expect(heading).not.toHaveText(before);
  day['close and go on'] = effort.take();

  await page.goto('/requests');
  await expect(page.getByRole('link', { name: /^Ouvrir le dossier/ }).first()).toBeVisible();
  effort.take();
  await page.getByRole('searchbox').click();
  await page.keyboard.type('Idrisi');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row').filter({ hasText: 'Idrissi' }).first()).toBeVisible();
  day['find a misspelt name'] = effort.take();

  for (const [task, { presses }] of Object.entries(day))
    expect(presses, task).toBeLessThanOrEqual(3);
});
