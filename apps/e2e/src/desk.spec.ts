import { createNewcomer } from './colleagues.ts';
import { expectNotice } from './notices.ts';
import { otherWindow } from './other-window.ts';
import { createRequestFile, type RequestFile } from './request-file.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

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

  await test.step('one click opens the dialog, one chooses, one confirms', async () => {
    await row.getByRole('button', { name: 'Absence et dossiers : Sanae Tazi' }).click();
    const dialog = page.getByRole('dialog', { name: /Absence et dossiers de/ });
    await dialog.getByRole('checkbox', { name: /Tarik Tazi.*\d+ ouvert/ }).click();
    await dialog.getByLabel('Motif').fill('Sanae est en congé maladie.');
    await dialog.getByRole('button', { name: 'Confier 3 dossiers' }).click();
    await expectNotice(page, '3 dossiers de');
    await expect(row.getByText('0 ouvert')).toBeVisible();
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

  await test.step('each figure leads to its rows', async () => {
    const own = page.getByRole('listitem').filter({ hasText: receiver });
    await own.getByRole('link', { name: /^1 en retard/ }).click();
    await expect(page).toHaveURL(/tab=late/);
    await expect(page.getByText(files[0]?.number ?? '').first()).toBeVisible();
    await expect(page.getByText(files[2]?.number ?? '')).toBeHidden();
  });
});

test('a responsable has new files assigned by load, and chooses the services of a colleague', async ({
  page,
  portal,
  request,
}) => {
  const responsable = await createNewcomer(request, portal, 'Rachida', { isApproved: true });
  await signedIn(page, portal.url, responsable);
  await page.goto('/organisation/colleagues');
  const setting = page.getByRole('switch', { name: /^Confier automatiquement/ });
  await expect(setting).not.toBeChecked();
  await setting.click();
  await expect(setting).toBeChecked();

  const row = page.getByRole('listitem').filter({ hasText: responsable });
  await expect(row.getByText('Tous les services')).toBeVisible();
  await row.getByRole('button', { name: /^Services/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Services traités par/ });
  await dialog.getByRole('checkbox').first().click();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(row.getByText('Tous les services')).toBeHidden();

  await setting.click();
  await expect(setting).not.toBeChecked();
  await page.reload();
  await expect(setting).not.toBeChecked();
});
