import type { APIRequestContext, Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';
import type { TestPortal } from '@wasl/tooling/testing/portal';

import { createNewcomer } from './colleagues.ts';
import { phonePage } from './forms/open-form.ts';
import { expectNotice } from './notices.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { otherWindow } from './other-window.ts';
import { chooseTool } from './worklist-tools.ts';

// Agents take steps and request documents here.
test.use({ portalName: 'moved on' });
test.describe.configure({ mode: 'serial' });

const agent = 'agent.cri@example.org';

const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Choisir la demande/ });
const choose = (page: Page) => chooseTool(page, 'Choisir plusieurs demandes');
const bar = (page: Page) => page.getByRole('region', { name: 'Dossiers choisis' });
const numberOf = async (page: Page, at: number): Promise<string> =>
  /\d{4}-\d{6}/.exec((await boxes(page).nth(at).getAttribute('aria-label')) ?? '')?.[0] ?? '';
const ownersOf = (databaseUrl: string, numbers: readonly string[]) =>
  queryRows<{ email: string | null }>(
    databaseUrl,
    `SELECT u.email FROM processing_steps s JOIN requests r ON r.id = s.request_id
     JOIN users a ON a.email = $1 AND a.partner_id = s.partner_id LEFT JOIN users u ON u.id = s.assignee_id
     WHERE r.num_request = ANY($2) AND s.status IN ('ASSIGNED', 'IN_PROGRESS') ORDER BY s.id`,
    [agent, numbers],
  );

async function aColleague(
  request: APIRequestContext,
  portal: TestPortal,
  firstName: string,
): Promise<string> {
  const email = await createNewcomer(request, portal, firstName, { isApproved: true });
  await queryRows(
    portal.databaseUrl,
    `UPDATE users SET partner_id = (SELECT partner_id FROM users WHERE email = $2) WHERE email = $1 RETURNING id`,
    [email, agent],
  );
  return email;
}

test('an agent claims several files; files of a colleague are reported with the name and retried', async ({
  page,
  portal,
  request,
}) => {
  const email = await aColleague(request, portal, 'Loubna');
  await signedIn(page, portal.url, agent);
  await page.goto('/requests?tab=todo&size=20&sort=numRequest,asc');
  await choose(page);
  await boxes(page).nth(0).click();
  await boxes(page)
    .nth(2)
    .click({ modifiers: ['Shift'] });
  await expect(boxes(page).nth(1)).toBeChecked();
  await expect(bar(page).getByRole('status')).toContainText('3 dossiers choisis');
  const numbers = await Promise.all([0, 1, 2].map((at) => numberOf(page, at)));

  // While the call runs, the colleague takes the second step.
  await page.route(
    '**/api/processing/steps/bulk*',
    async (route) => {
      const { steps } = route.request().postDataJSON() as { steps: { stepId: number }[] };
      await queryRows(
        portal.databaseUrl,
        `UPDATE processing_steps s SET assignee_id = u.id FROM users u
         WHERE u.email = $1 AND s.id = $2 RETURNING s.id`,
        [email, steps[1]?.stepId],
      );
      await route.continue();
    },
    { times: 1 },
  );
  await bar(page).getByRole('button', { name: 'Prendre' }).click();
  const result = page.getByRole('dialog', { name: 'Prendre 3 dossiers ?' });
  await expect(result.getByRole('alert')).toContainText('1 dossier est resté comme il était');
  await expect(result.getByRole('alert')).toContainText('2 dossiers sont à vous');
  await expect(result.getByRole('listitem')).toContainText(
    /Loubna Tazi.* a déjà pris ce dossier\./,
  );
  await expect(result.getByRole('link', { name: numbers[1] ?? '' })).toBeVisible();
  expect((await ownersOf(portal.databaseUrl, numbers)).map((one) => one.email)).toContain(email);

  await result.getByRole('button', { name: 'Réessayer pour ce dossier' }).click();
  await expectNotice(page, '1 dossier est à vous');
  await expect(result).toHaveCount(0);
  await expect(bar(page)).toHaveCount(0);
  expect(new Set((await ownersOf(portal.databaseUrl, numbers)).map((one) => one.email))).toEqual(
    new Set([agent]),
  );
});

test('several files are handed over at once, with one notification for the colleague', async ({
  page,
  portal,
  request,
  browser,
}) => {
  const email = await aColleague(request, portal, 'Hind');
  await signedIn(page, portal.url, agent);
  await page.goto('/requests?tab=todo&size=20&sort=numRequest,asc');
  await choose(page);
  await boxes(page).nth(3).check();
  await boxes(page).nth(4).check();
  const numbers = await Promise.all([3, 4].map((at) => numberOf(page, at)));
  await bar(page).getByRole('button', { name: 'Confier à…' }).click();
  const dialog = page.getByRole('dialog', { name: 'À qui confier 2 dossiers ?' });
  await dialog.getByText('Les 2 dossiers choisis').click();
  for (const number of numbers) await expect(dialog.getByText(number)).toBeVisible();
  await dialog.getByRole('button', { name: 'Hind Tazi' }).click();
  await expectNotice(page, '2 dossiers sont confiés');
  await expect(dialog).toHaveCount(0);
  await expect(bar(page)).toHaveCount(0);
  expect((await ownersOf(portal.databaseUrl, numbers)).map((one) => one.email)).toEqual([
    email,
    email,
  ]);

  const colleague = await otherWindow(browser, portal, email);
  await colleague.goto('/requests');
  await colleague.getByRole('button', { name: /^Notifications/ }).click();
  await colleague.getByRole('link', { name: /2 dossiers confiés par/ }).click();
  await choose(colleague);
  await expect(boxes(colleague)).toHaveCount(2);
  const shown = await Promise.all([0, 1].map((at) => numberOf(colleague, at)));
  expect(shown.toSorted()).toEqual(numbers);
  await colleague.context().close();
});

test('the selection spans pages, Escape clears it, and each message names its recipient', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/requests?size=8&sort=numRequest,asc');
  await choose(page);
  await page.getByRole('checkbox', { name: 'Choisir toutes les demandes de cette page' }).check();
  await expect(bar(page).getByRole('status')).toContainText('8 dossiers choisis');
  await page.getByRole('button', { name: 'Page suivante' }).click();
  await expect(page).toHaveURL(/page=1/);
  await expect(bar(page).getByRole('status')).toContainText('8 sur une autre page');
  await boxes(page).first().check();
  await expect(bar(page).getByRole('status')).toContainText('9 dossiers choisis');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(boxes(page)).toHaveCount(0);

  await page.goto('/requests?tab=todo&size=20&sort=numRequest,asc');
  await choose(page);
  // By keyboard, as by mouse.
  await boxes(page).nth(0).focus();
  await page.keyboard.press('Space');
  await boxes(page).nth(1).check();
  await bar(page).getByRole('button', { name: 'Écrire' }).click();
  const dialog = page.getByRole('dialog', { name: 'Écrire pour 2 dossiers' });
  const text = dialog.getByRole('textbox', { name: 'Message' });
  await text.fill('Bonjour {Nom}');
  await dialog.getByRole('button', { name: 'Envoyer' }).click();
  await expect(text).toHaveAttribute('aria-invalid', 'true');
  await text.fill('Bonjour {nom}, votre dossier {numRequest} avance.');
  await dialog.getByRole('button', { name: 'Envoyer' }).click();
  await expectNotice(page, 'Message envoyé pour 2 dossiers');
  const sent = await queryRows<{ body: string }>(
    portal.databaseUrl,
    `SELECT body FROM step_messages WHERE body LIKE 'Bonjour % avance.' ORDER BY id`,
  );
  expect(sent).toHaveLength(2);
  for (const { body } of sent)
    expect(body).toMatch(/^Bonjour [^{]+, votre dossier \d{4}-\d{6} avance\.$/);
});

test('on a phone, selection is a separate mode; an agent requests a document from several people', async ({
  browser,
  portal,
}) => {
  const page = await phonePage(browser, portal.url);
  await signedIn(page, portal.url, agent);
  await page.goto('/requests?tab=todo&size=20&sort=numRequest,asc');
  await expect(page.getByRole('link', { name: /^Ouvrir le dossier/ }).first()).toBeVisible();
  await expect(boxes(page)).toHaveCount(0);
  await choose(page);
  await boxes(page).nth(0).tap();
  await boxes(page).nth(1).tap();
  await expect(bar(page).getByRole('status')).toContainText('2 dossiers choisis');
  await expect(bar(page)).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await bar(page).getByRole('button', { name: 'Demander un document' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Demander un document pour 2 dossiers' });
  await dialog.getByRole('combobox', { name: 'Documents à demander' }).tap();
  const option = page.getByRole('listbox').getByRole('option').first();
  const asked = await option.textContent();
  await option.tap();
  // Next to the list, which stays open for further choices.
  await dialog.getByRole('heading').tap();
  await dialog.getByRole('button', { name: 'Demander', exact: true }).tap();
  await expect(dialog).toHaveCount(0);
  await expect(bar(page)).toHaveCount(0);
  const documents = await queryRows<{ label: string }>(
    portal.databaseUrl,
    `SELECT i.libelle_fr AS label FROM step_documents d JOIN reference_items i ON i.id = d.document_item_id
     WHERE d.client_key IS NOT NULL`,
  );
  expect(documents).toEqual([{ label: asked }, { label: asked }]);
  await page.context().close();
});
