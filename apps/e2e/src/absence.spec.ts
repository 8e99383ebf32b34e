import { createRequestFile } from './request-file.ts';
import { callAs } from './calls.ts';
import { createNewcomer } from './colleagues.ts';
import { pickFreeDay } from './pick-day.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { otherWindow } from './other-window.ts';

const amina = 'amina@example.org';

test('an agent declares an absence; the deputy is notified and opens the agent’s file', async ({
  page,
  browser,
  portal,
  request,
}) => {
  const absent = await createNewcomer(request, portal, 'Latifa', { isApproved: true });
  const substitute = await createNewcomer(request, portal, 'Mounia', { isApproved: true });
  const file = await createRequestFile(portal.databaseUrl, { owner: absent, beneficiary: amina });
  await signedIn(page, portal.url, absent);
  await page.goto('/account/absence');
  const part = page.locator('section').filter({
    has: page.getByRole('heading', { name: 'Mon absence' }),
  });

  await test.step('the agent enters the dates and the substitute', async () => {
    const save = part.getByRole('button', { name: 'Enregistrer mon absence' });
    await expect(save).toBeDisabled();
    await pickFreeDay(page, 'Du', 'first');
    await pickFreeDay(page, 'Au', 'last');
    await part.getByLabel('Qui me remplace').selectOption({ label: 'Mounia Tazi' });
    await save.click();
    await expect(part.getByText(/^Vous êtes absent du/)).toBeVisible();
    await expect(part.getByText(/Mounia Tazi.* est prévenu à votre place/)).toBeVisible();
    await page.reload();
    await expect(part.getByText(/^Vous êtes absent du/)).toBeVisible();
  });

  const colleague = await otherWindow(browser, portal);
  await test.step('the colleague is notified of a message of the person, and answers it', async () => {
    await callAs(request, portal, amina, `/processing/step/${String(file.stepId)}/messages`, {
      body: 'Où en êtes-vous ?',
      clientKey: crypto.randomUUID(),
    });
    await signedIn(colleague, portal.url, substitute);
    await colleague.goto('/requests');
    await colleague.getByRole('button', { name: /^Notifications/ }).click();
    await colleague.getByText(new RegExp(file.number)).first().click();
    await expect(colleague.getByText('Où en êtes-vous ?').first()).toBeVisible();
    // The link of the daily mail contains the step, and its owner is unchanged.
    await colleague.goto(`/requests?owner=mineOrNone&number=${file.number}`);
    await expect(colleague.getByRole('link', { name: new RegExp(file.number) })).toBeVisible();
    await colleague.goto(`/requests/${String(file.requestId)}/steps/${String(file.stepId)}`);
    await expect(colleague.getByText(/Latifa Tazi/).first()).toBeVisible();
  });

  await test.step('the absence ends and leaves no trace', async () => {
    await part.getByRole('button', { name: 'Je suis de retour' }).click();
    await expect(part.getByRole('button', { name: 'Enregistrer mon absence' })).toBeVisible();
    await page.goto('/requests?owner=mine');
    await expect(page.getByText(file.number).first()).toBeVisible();
  });
  await colleague.context().close();
});
