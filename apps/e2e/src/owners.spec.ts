import type { Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';

import { createNewcomer } from './colleagues.ts';
import { expectNotice } from './notices.ts';
import { chooseOperation } from './row-menu.ts';
import { expect, test } from './server.ts';
import { signedIn, withoutStream } from './signed-in.ts';
import { otherWindow } from './other-window.ts';

const agent = 'agent.ccis@example.org';

const rowOf = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number });

test('an agent claims a file, a second agent is refused, then the file is handed over and released', async ({
  page,
  portal,
  browser,
  request,
}) => {
  // A name unique to this story, because all stories share the list of colleagues.
  const email = await createNewcomer(request, portal, 'Ghizlane', { isApproved: true });
  await signedIn(page, portal.url, agent);
  const colleague = await otherWindow(browser, portal);
  // A page without the change stream, as on a slow connection.
  await withoutStream(colleague);
  await signedIn(colleague, portal.url, email);

  const [file] = await queryRows<{ number: string }>(
    portal.databaseUrl,
    `SELECT r.num_request AS number FROM requests r JOIN processing_steps s ON s.request_id = r.id
     JOIN partners p ON p.id = s.partner_id
     WHERE p.title LIKE '%CCIS%' AND r.status IN ('NOUVEAU', 'ENTAME')
     GROUP BY r.id HAVING count(*) = 1 AND bool_and(s.status IN ('ASSIGNED', 'IN_PROGRESS') AND s.assignee_id IS NULL)
     ORDER BY r.id LIMIT 1`,
  );
  const number = file?.number ?? '';
  await page.goto(`/requests?owner=none&number=${number}`);
  await colleague.goto(`/requests?number=${number}`);
  await expect(rowOf(colleague, number)).toContainText('Sans responsable');

  await chooseOperation(rowOf(page, number), 'Prendre ce dossier');
  await expectNotice(page, `Le dossier ${number} est à vous`);
  // The step is no longer unassigned, so it left that part.
  await expect(rowOf(page, number)).toHaveCount(0);
  await page.goto(`/requests?owner=mine&number=${number}`);
  await expect(rowOf(page, number)).toContainText('Moi');

  // The colleague's page is stale: the step stays with its owner, and a message names the owner.
  await chooseOperation(rowOf(colleague, number), 'Prendre ce dossier');
  await expect(colleague.getByText(/a déjà pris ce dossier/)).toBeVisible();
  await expect(rowOf(colleague, number)).not.toContainText(/Personne|Moi/);

  await chooseOperation(rowOf(page, number), 'Confier à un collègue…');
  const dialog = page.getByRole('dialog', { name: /^À qui confier le dossier/ });
  await dialog.getByLabel(/^Motif/).fill('Elle connaît ce dossier.');
  // A turned phone shows cards instead of rows; the dialog stays.
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 400, height: 740 });
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(dialog.getByLabel(/^Motif/)).toHaveValue('Elle connaît ce dossier.');
  await page.setViewportSize(size);
  await dialog.getByRole('button', { name: 'Ghizlane Tazi' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, number)).toHaveCount(0);

  await colleague.reload();
  await expect(rowOf(colleague, number)).toContainText('Moi');
  await colleague.getByRole('button', { name: /^Notifications/ }).click();
  await expect(
    colleague.getByText(new RegExp(`Dossier .*${number}.* confié par.*Elle connaît ce dossier`)),
  ).toBeVisible();
  await colleague.keyboard.press('Escape');
  await chooseOperation(rowOf(colleague, number), 'Libérer ce dossier');
  await expect(rowOf(colleague, number)).toContainText('Sans responsable');
  await colleague.context().close();
});
