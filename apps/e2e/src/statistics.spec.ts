import { queryRows } from '@wasl/tooling/testing';

import { callAs } from './calls.ts';
import { createNewcomer } from './colleagues.ts';
import { downloaded } from './downloads.ts';
import { expectNotice } from './notices.ts';
import { createRequestFile, type RequestFile } from './request-file.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

const agent = 'agent.cri@example.org';

test('an agent finds a person by part of a phone number and clears the search', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/requests?size=20');
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  const box = page.getByRole('searchbox', { name: 'Chercher une personne ou une demande' });
  // Loaded rows instead of skeletons.
  await expect(rows.first()).toContainText(/\d{4}-\d{6}/);
  const all = await rows.count();

  await box.fill('06');
  await box.press('Enter');
  await expect(page.getByText('Tapez au moins 3 caractères')).toBeVisible();
  await expect(rows).toHaveCount(all);

  await box.fill('06 00 00 00 01');
  await box.press('Enter');
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByText('Tapez au moins 3 caractères')).toBeHidden();
  await expect(rows.filter({ hasNotText: 'Amina' })).toHaveCount(0);
  expect(await rows.count()).toBeLessThan(all);

  await page.reload();
  await expect(box).toHaveValue('06 00 00 00 01');
  await expect(rows.first()).toContainText('Amina');
  await box.fill('personne de ce nom');
  await box.press('Enter');
  await page.getByRole('button', { name: 'Afficher toutes les demandes' }).click();
  await expect(rows).toHaveCount(all);
  await expect(box).toHaveValue('');
});

test('each figure of the statistics links to the rows that it counts', async ({ page, portal }) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/requests');
  await page.getByRole('navigation', { name: 'Menu principal' }).getByText('Statistiques').click();
  await expect(page).toHaveURL(/\/statistics$/);
  await page.getByText('Année', { exact: true }).click();
  const open = page.getByRole('region', { name: 'Prestations ouvertes aujourd’hui' }).last();
  const older = open.getByRole('link').last();
  await expect(older).toBeVisible();
  const count = Number(await older.textContent());
  await older.click();

  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(page.getByRole('button', { name: /^Retirer le filtre Statut/ })).toBeVisible();
  await page.goto(`${page.url()}&size=20`);
  await expect(rows).toHaveCount(count);
  for (const filter of await page.getByRole('button', { name: /^Retirer le filtre/ }).all())
    await expect(filter).toBeVisible();
  await page.getByRole('button', { name: /^Retirer le filtre Statut/ }).click();
  await expect(page).not.toHaveURL(/stepStatus/);

  // What a colleague closed, in how many days, and how people rated.
  for (const filter of ['closedBy', 'stars']) {
    await page.goto('/statistics?period=year');
    const figure = page.locator(`main a[href*="${filter}="]`).filter({ hasText: /^\d+$/ }).first();
    const counted = Number(await figure.textContent());
    await figure.click();
    await page.goto(`${page.url()}&size=50`);
    await expect(page.getByRole('button', { name: /^Retirer le filtre/ }).first()).toBeVisible();
    await expect(rows).toHaveCount(counted);
  }

  // A month has the figures of the month before next to its own.
  await page.goto('/statistics');
  await expect(page.locator('.recharts-bar').first()).toBeVisible();
  const received = page.locator('dl > div', { hasText: 'Reçues' });
  await expect(received).toContainText(/\s:\s\d+/);
  await expect(page.getByRole('region', { name: 'Mois par mois' }).getByRole('row')).toHaveCount(3);

  await page.goto('/statistics?period=year');
  await page.getByRole('button', { name: 'Exporter les chiffres' }).click();
  const download = await downloaded(page, page.getByRole('menuitem', { name: /CSV/ }));
  expect(download.suggestedFilename()).toMatch(/^statistiques_\d{4}-01-01_.*\.csv$/);
  await expectNotice(page, 'Les chiffres ont été exportés');
  await page.getByRole('button', { name: 'Période précédente' }).click();
  await expect(page).toHaveURL(/back=1/);
});

test('the figures of a colleague link to the files that they received, have open and closed', async ({
  page,
  portal,
  request,
}) => {
  const email = await createNewcomer(request, portal, 'Widad', { isApproved: true });
  const made: RequestFile[] = [];
  for (let n = 0; n < 3; n += 1)
    made.push(await createRequestFile(portal.databaseUrl, { owner: email }));
  const closed = made.slice(0, 1);
  await queryRows(
    portal.databaseUrl,
    'UPDATE processing_steps SET assigned_at = now() WHERE id = ANY($1::int[]) RETURNING id',
    [made.map(({ stepId }) => stepId)],
  );
  await callAs(request, portal, email, '/processing/step/update', {
    processingStepId: closed[0]?.stepId,
    percent: 100,
    status: 'PROCESSED',
    documents: [],
    partnerFeedback: 'Traité.',
  });
  await signedIn(page, portal.url, email);
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  for (const [index, numbers] of [
    [0, made],
    [1, closed],
    [2, closed],
    [3, made.slice(1)],
  ] as const) {
    await page.goto('/statistics?period=year');
    const row = page.getByRole('row').filter({ hasText: 'Widad Tazi' });
    await row.getByRole('cell').getByRole('link').nth(index).click();
    await expect(page).toHaveURL(/(assignee|closedBy)=/);
    await expect(rows).toHaveCount(numbers.length);
    for (const one of numbers) await expect(rows.filter({ hasText: one.number })).toHaveCount(1);
  }
});
