import { queryRows } from '@wasl/tooling/testing';

import { draftOf } from './calls.ts';
import { createNewcomer } from './colleagues.ts';
import { expectNotice } from './notices.ts';
import { otherWindow } from './other-window.ts';
import { pickFreeDay } from './pick-day.ts';
import { createRequestFile, type RequestFile } from './request-file.ts';
import { expect, test } from './server.ts';
import { signedIn, tokenOf } from './signed-in.ts';

// It assigns each new file of an organisation.
test.use({ portalName: 'desk' });

const person = 'amina@example.org';

test('a responsable hands a sick colleague’s files over in three clicks, and the receiver reads why', async ({
  page,
  browser,
  portal,
  request,
}) => {
  const responsable = await createNewcomer(request, portal, 'Rachida', { isApproved: true });
  const agent = { isApproved: true, isResponsible: false };
  const sick = await createNewcomer(request, portal, 'Sanae', agent);
  const receiver = await createNewcomer(request, portal, 'Tarik', agent);
  const files: RequestFile[] = [];
  for (let n = 0; n < 3; n += 1)
    files.push(await createRequestFile(portal.databaseUrl, { owner: sick, dueInDays: n - 1 }));

  await signedIn(page, portal.url, responsable);
  await page.goto('/organisation/colleagues');
  const row = page.getByRole('listitem').filter({ hasText: sick });
  await expect(row.getByText('3 ouverts')).toBeVisible();

  await test.step('one click opens the dialog, one selects the receiver, one confirms', async () => {
    await row.getByRole('button', { name: 'Absence et dossiers : Sanae Tazi' }).click();
    const dialog = page.getByRole('dialog', { name: /Absence et dossiers de/ });
    await dialog.getByRole('checkbox', { name: /Tarik Tazi.*\d+ ouvert/ }).click();
    await expect(dialog.getByLabel('Motif')).toHaveValue('Absence');
    await dialog.getByLabel('Motif').fill('Sanae est en congé maladie.');
    await pickFreeDay(page, 'Absent jusqu’au', 'last');
    await dialog.getByRole('button', { name: 'Confier 3 dossiers' }).click();
    await expectNotice(page, '3 dossiers de');
    await expect(row.getByText('0 ouvert')).toBeVisible();
    await expect(row.getByText(/^Absent jusqu’au/)).toBeVisible();
  });

  const other = await otherWindow(browser, portal);
  await test.step('the receiver gets one notice with the reason, and finds the files', async () => {
    await signedIn(other, portal.url, receiver);
    await other.goto('/requests');
    await other.getByRole('button', { name: /^Notifications/ }).click();
    await other.getByText(/3 dossiers confiés par .*Motif\s: .*Sanae est en congé maladie/).click();
    await expect(other).toHaveURL(/owner=mine/);
    for (const { number } of files) await expect(other.getByText(number).first()).toBeVisible();
  });
  await other.context().close();

  await test.step('each figure links to its rows', async () => {
    const own = page.getByRole('listitem').filter({ hasText: receiver });
    await own.getByRole('link', { name: /^1 en retard/ }).click();
    await expect(page).toHaveURL(/tab=late/);
    await expect(page.getByText(files[0]?.number ?? '').first()).toBeVisible();
    await expect(page.getByText(files[2]?.number ?? '')).toBeHidden();
  });
});

test('new files are assigned to the colleague of the service with the fewest files, once this is enabled', async ({
  page,
  portal,
  request,
}) => {
  const responsable = await createNewcomer(request, portal, 'Rachida', { isApproved: true });
  const agent = await createNewcomer(request, portal, 'Adil', {
    isApproved: true,
    isResponsible: false,
  });
  // An organisation with two services of its own, whose only other agent is away.
  await queryRows(
    portal.databaseUrl,
    `UPDATE users u SET partner_id = o.partner_id, approved_at = CASE WHEN u.id <> o.id THEN u.approved_at END
     FROM users o WHERE o.email = 'agent.anapec@example.org' AND u.email IN ($1, $2, o.email) RETURNING u.id`,
    [responsable, agent],
  );
  await signedIn(page, portal.url, responsable);
  await page.goto('/organisation/colleagues');
  const rowOf = (email: string) => page.getByRole('listitem').filter({ hasText: email });
  const setting = page.getByRole('checkbox', { name: /^Confier automatiquement/ });
  await expect(setting).not.toBeChecked();
  await setting.click();
  await expect(setting).toBeChecked();

  await expect(rowOf(agent).getByText('Tous les services')).toBeVisible();
  await rowOf(agent)
    .getByRole('button', { name: /^Services/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /^Services traités par/ });
  await dialog.getByRole('checkbox', { name: 'Recrutement et emploi' }).click();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(rowOf(agent).getByText('Tous les services')).toBeHidden();

  const submit = async (service: string) => {
    const id = await draftOf(request, portal, person, `Un besoin de ${service}`, [], service);
    const headers = { authorization: `Bearer ${await tokenOf(request, portal.url, person)}` };
    const answer = await request.put(`${portal.url}/api/requests/observationAndStatus`, {
      headers,
      data: { idRequest: id, newStatus: 'NOUVEAU' },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  const expectLoads = async (mine: number, theirs: number) => {
    await page.reload();
    await expect(rowOf(responsable).getByText(`${String(mine)} ouvert`)).toBeVisible();
    await expect(rowOf(agent).getByText(`${String(theirs)} ouvert`)).toBeVisible();
  };
  await test.step('the file is assigned by service', async () => {
    await submit('ETUDE_BUSINESS_PLAN');
    await expectLoads(1, 0);
  });
  await test.step('the file is assigned by load', async () => {
    await submit('EMPLOI_RECRUTEMENT');
    await expectLoads(1, 1);
  });

  await setting.click();
  await expect(setting).not.toBeChecked();
  await page.reload();
  await expect(setting).not.toBeChecked();
});
