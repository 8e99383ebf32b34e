import type { Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';

import { createNewcomer } from './colleagues.ts';
import { expect, test } from './server.ts';
import { otherWindow } from './other-window.ts';

const field = (page: Page) => page.getByRole('textbox', { name: /^Message à/ });
const write = async (page: Page, text: string) => {
  await field(page).fill(text);
  await page.getByRole('button', { name: 'Envoyer' }).click();
};
const log = (page: Page) => page.getByRole('log');

test('a message is marked as waiting until an agent answers; a second agent sees that answer first', async ({
  browser,
  portal,
  request,
}) => {
  const email = await createNewcomer(request, portal, 'Wijdane', { isApproved: true });
  const [step] = await queryRows<{ id: number; email: string }>(
    portal.databaseUrl,
    `SELECT s.id, u.email FROM processing_steps s JOIN requests r ON r.id = s.request_id
     JOIN users u ON u.id = r.beneficiary_id JOIN partners p ON p.id = s.partner_id
     WHERE p.title LIKE '%CCIS%' AND s.status IN ('ASSIGNED', 'IN_PROGRESS') AND r.status = 'ENTAME'
       AND u.password_hash IS NOT NULL AND NOT EXISTS (SELECT 1 FROM step_messages m WHERE m.step_id = s.id)
     ORDER BY s.id DESC LIMIT 1`,
  );
  const address = `/messages/${String(step?.id)}`;
  const owner = await otherWindow(browser, portal, step?.email ?? '');
  await owner.goto(address);
  await write(owner, 'Quand puis-je passer ?');
  await expect(log(owner)).toContainText('Quand puis-je passer ?');

  // Reading does not remove the conversation from any agent's list.
  const first = await otherWindow(browser, portal, 'agent.ccis@example.org');
  await first.goto(address);
  await expect(log(first)).toContainText('Quand puis-je passer ?');
  await expect(first.getByText(/Le bénéficiaire attend une réponse depuis le/)).toBeVisible();
  const second = await otherWindow(browser, portal, email);
  await second.goto('/messages');
  const conversations = second.getByRole('list', { name: 'Mes conversations' });
  await expect(conversations.getByRole('listitem').first()).toContainText('À répondre, depuis le');
  await expect(second.getByRole('link', { name: /^Messages.*sans réponse/ })).toBeVisible();

  // Marks the conversation as needing no answer, then undoes it.
  await first.getByRole('button', { name: 'Aucune réponse nécessaire' }).click();
  await expect(
    first.getByText('Aucune réponse n’est attendue à ce dernier message.'),
  ).toBeVisible();
  await first.getByRole('button', { name: 'À répondre finalement' }).click();
  await expect(first.getByText(/Le bénéficiaire attend une réponse/)).toBeVisible();

  // Both answer; the second answer is refused and its text stays, below the first answer.
  await second.goto(address);
  await expect(log(second)).toContainText('Quand puis-je passer ?');
  await field(second).fill('Mardi à 10 h');
  let isBlocked = true;
  await second.route('**/api/processing/step/*/messages?*', async (route) => {
    // Simulates an answer that arrives between two polls.
    if (isBlocked && route.request().method() === 'GET') await route.abort();
    else await route.continue();
  });
  await write(first, 'Lundi à 9 h');
  await expect(log(first)).toContainText('Lundi à 9 h');
  await expect(first.getByText(/Le bénéficiaire attend/)).toHaveCount(0);
  isBlocked = false;
  await second.getByRole('button', { name: 'Envoyer' }).click();
  await expect(second.getByRole('alert')).toContainText('Un collègue a répondu entre-temps');
  await expect(log(second)).toContainText('Lundi à 9 h');
  await expect(log(second)).not.toContainText('Mardi');
  await expect(field(second)).toHaveValue('Mardi à 10 h');
  await write(second, 'Ou mardi à 10 h');
  await expect(log(second)).toContainText('Ou mardi à 10 h');

  // Only the given name and the organisation are shown.
  await owner.reload();
  await expect(log(owner)).toContainText(/Wijdane.*CCIS/);
  await expect(log(owner)).not.toContainText('Tazi');
  for (const page of [owner, first, second]) await page.context().close();
});
