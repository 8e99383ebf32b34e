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

test('an adviser with two thousand files needs three clicks for a task, and a minute at the counter', async ({
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
  const colleague = { isApproved: true, isResponsible: false };
  const sick = await createNewcomer(request, portal, 'Sanae', colleague);
  await createNewcomer(request, portal, 'Tarik', colleague);
  for (let n = 0; n < 3; n += 1) await createRequestFile(portal.databaseUrl, { owner: sick });
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

  const files = page.getByRole('link', { name: /^Ouvrir le dossier/ });
  await page.goto('/requests');
  await files.first().click();
  // The place of a file among thousands is exact.
  await expect(page.getByText(/^1 sur 2\s\d{3}$/)).toBeVisible();
  await page.goBack();
  await expect(files.first()).toBeVisible();
  effort.take();
  await page.getByRole('searchbox').click();
  await page.keyboard.type('Idrisi');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row').filter({ hasText: 'Idrissi' }).first()).toBeVisible();
  day['find a misspelt name'] = effort.take();

  await page.goto('/organisation/colleagues');
  effort.take();
  await page.getByRole('button', { name: 'Absence et dossiers : Sanae Tazi' }).click();
  await page.getByRole('checkbox', { name: /^.?Tarik Tazi/ }).click();
  await page.getByRole('button', { name: 'Confier 3 dossiers' }).click();
  await expectNotice(page, '3 dossiers de');
  day['hand over a sick colleague’s files'] = effort.take();

  for (const [task, { presses }] of Object.entries(day))
    expect(presses, task).toBeLessThanOrEqual(3);

  await page.goto('/requests');
  effort.take();
  await page.getByRole('link', { name: 'Déposer au guichet' }).click();
  await page.getByLabel(/^Rechercher par nom, téléphone ou CIN/).click();
  await page.keyboard.type('amina');
  await page.getByRole('list', { name: 'Personnes trouvées' }).getByRole('button').click();
  await page.getByRole('checkbox').first().click();
  await page.getByLabel('Besoin exprimé').click();
  await page.keyboard.type('Un local de 80 m² à Tanger');
  await page.getByRole('button', { name: 'Déposer la demande' }).click();
  await expect(page.getByRole('heading', { name: /est déposée$/ })).toBeVisible();
  day['file a request at the counter'] = effort.take();
  expect(day['file a request at the counter'].seconds).toBeLessThan(60);
  for (const [type, effortOfTask] of Object.entries(day))
    test.info().annotations.push({ type, description: JSON.stringify(effortOfTask) });
});
