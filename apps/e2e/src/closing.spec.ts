import { expectNotice } from './notices.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { otherWindow } from './windows.ts';

// It closes a file of its own.
test.use({ portalName: 'closing a file' });

test('whoever closes a file stands where its form stood; what is dialled is copied', async ({
  page,
  portal,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signedIn(page, portal.url, 'agent.cri@example.org');
  await page.goto('/requests?number=2026-000010');
  await page.getByRole('link', { name: 'Ouvrir le dossier 2026-000010' }).click();
  const part = page.getByRole('region', { name: 'Avancement et réponse', exact: true });

  await page.getByRole('button', { name: /^Copier\s: Email/ }).click();
  await expectNotice(page, 'amina@example.org');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('amina@example.org');
  await page.getByRole('button', { name: /^Copier\s: Numéro/ }).click();
  await expectNotice(page, '2026-000010');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('2026-000010');

  await part.getByRole('slider', { name: 'Avancement' }).fill('100');
  await part.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await page.getByRole('button', { name: 'Déclarer traitée à 100 %' }).click();
  await expectNotice(page, "L'état d'avancement a été enregistré avec succès");
  await expect(part.getByRole('slider')).toHaveCount(0);
  await expect(part).toBeFocused();
  await expect(part.getByRole('heading', { name: 'Avancement et réponse' })).toBeInViewport();
});

test('a closing is taken back on its file and in its row, and the person reads that work goes on', async ({
  page,
  portal,
  browser,
}) => {
  const number = '2026-000017';
  const action = /^Annuler la clôture \(encore \d+ minutes?\)$/;
  await signedIn(page, portal.url, 'agent.cri@example.org');
  await page.goto(`/requests?tab=todo&number=${number}`);
  await page.getByRole('link', { name: `Ouvrir le dossier ${number}` }).click();
  const part = page.getByRole('region', { name: 'Avancement et réponse', exact: true });
  const slider = part.getByRole('slider', { name: 'Avancement' });
  const close = async () => {
    await slider.fill('100');
    await part.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await page.getByRole('button', { name: 'Déclarer traitée à 100 %' }).click();
    await expectNotice(page, "L'état d'avancement a été enregistré avec succès");
    await expect(slider).toHaveCount(0);
  };
  const question = page.getByRole('dialog', { name: /^Annuler la clôture du dossier/ });
  const confirm = async () => {
    await question.getByRole('button', { name: 'Annuler la clôture' }).click();
    await expectNotice(page, `La clôture du dossier ${number} est annulée`);
    await expect(question).toHaveCount(0);
  };

  await close();
  await part.getByRole('button', { name: action }).click();
  await confirm();
  await expect(slider).toHaveValue('0');
  await expect(part).toBeFocused();
  await expect(page.getByText(/a annulé la clôture/)).toBeVisible();

  await close();
  await page.goto(`/requests?number=${number}`);
  await page.getByRole('button', { name: new RegExp(`^Autres actions.*${number}`) }).click();
  await page.getByRole('menuitem', { name: action }).click();
  await confirm();
  await expect(
    page.getByRole('button', { name: new RegExp(`^Mettre à jour.*${number}`) }),
  ).toBeEnabled();

  const person = await otherWindow(browser, portal, 'amina@example.org');
  await person.goto('/requests');
  await person.getByRole('button', { name: /^Notifications/ }).click();
  await expect(
    person
      .getByRole('dialog', { name: 'Notifications' })
      .getByText(/la clôture est annulée/)
      .first(),
  ).toBeVisible();
  await person.context().close();
});
