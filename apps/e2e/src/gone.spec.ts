import type { APIRequestContext, Locator, Page } from '@playwright/test';

import { callAs, draftOf } from './calls.ts';
import { expectNotice } from './notices.ts';
import { chooseOperation } from './row-menu.ts';
import { expect, test } from './server.ts';
import { signedIn, tokenOf } from './signed-in.ts';

const amina = 'amina@example.org';
const agent = 'agent.cri@example.org';
const gone = 'Élément introuvable.';

/** Deletes a record as another tab or a colleague would. */
async function deleteAs(
  request: APIRequestContext,
  portal: { readonly url: string },
  email: string,
  path: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf(request, portal.url, email)}` };
  const answer = await request.delete(`${portal.url}/api${path}`, { headers });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** The page shows a notice, the dialog is closed and the row has left the list. */
async function expectGone(page: Page, row: Locator): Promise<void> {
  await expectNotice(page, gone);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row).toHaveCount(0);
}

test('every action on a draft that another tab deleted shows a notice and removes it from the list', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, amina);
  const drafts = [
    await draftOf(page.request, portal, amina, 'Parti un'),
    await draftOf(page.request, portal, amina, 'Parti deux'),
  ] as const;
  await page.goto('/requests');
  const row = (need: string) => page.getByRole('row').filter({ hasText: need });
  await expect(row('Parti deux')).toBeVisible();

  await deleteAs(page.request, portal, amina, `/requests/${String(drafts[0])}`);
  await chooseOperation(row('Parti un'), 'Supprimer');
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  await expectGone(page, row('Parti un'));

  await deleteAs(page.request, portal, amina, `/requests/${String(drafts[1])}`);
  await chooseOperation(row('Parti deux'), 'Déposer');
  await expectGone(page, row('Parti deux'));
});

test('a step that a colleague gave up is removed from the list, also during the closing question', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/requests?tab=todo');
  const file = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Mettre à/ }) })
    .getByRole('link', { name: /^Ouvrir le dossier/ });
  const href = String(await file.first().getAttribute('href'));
  // The request may have a second step of this organisation, whose row stays.
  const row = page.getByRole('row').filter({ has: page.locator(`a[href="${href}"]`) });
  await row.getByRole('button', { name: /^Mettre à/ }).click();
  const form = page.getByRole('dialog', { name: 'Mettre à jour l’avancement' });
  await form.getByLabel('Commentaire pour le bénéficiaire', { exact: true }).fill('Terminé');
  await form.getByRole('slider').fill('100');
  await callAs(
    page.request,
    portal,
    agent,
    `/processing/step/decline/${String(/\/(\d+)(?:\?|$)/.exec(href)?.[1])}`,
    {
      reason: 'OTHER',
      text: 'Confié ailleurs',
    },
  );
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expectGone(page, row);
});

test('the form of a stored answer closes when a colleague deleted it', async ({ page, portal }) => {
  const answer = (await callAs(page.request, portal, agent, '/processing/answers', {
    name: 'Partie',
    texts: { fr: 'Bonjour', en: null, ar: null, es: null },
  })) as { id: number };
  await signedIn(page, portal.url, agent);
  await page.goto('/organisation/answers');
  const row = page.getByRole('listitem').filter({ hasText: 'Partie' });
  await row.getByRole('button', { name: /^Modifier/ }).click();
  await page.getByLabel(/^Texte en .*Français/).fill('Bonsoir');
  await deleteAs(page.request, portal, agent, `/processing/answers/${String(answer.id)}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
  await expectGone(page, row);
});
