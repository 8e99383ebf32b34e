import type { Page } from '@playwright/test';

import { createNewcomer, organisationOf } from './colleagues.ts';
import { notPdf, png } from './files.ts';
import { expectNotice } from './notices.ts';
import { expect, test } from './server.ts';
import { signIn } from './sign-in-form.ts';
import { demoPassword, signedIn, tokenOf } from './signed-in.ts';
import { otherWindow } from './other-window.ts';

const agent = 'agent.ccis@example.org';

const logoSection = (page: Page) => page.getByRole('region', { name: 'Logo de l’organisme' });

test('a logo is previewed before saving, shown to everyone, and removed', async ({
  page,
  portal,
  browser,
  request,
}) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/organisation/logo');
  const section = logoSection(page);
  await expect(section.getByText(/^Aucun logo/)).toBeVisible();
  const input = section.locator('input[type=file]');

  // Not an image despite its name: the server checks the content.
  await input.setInputFiles({ ...notPdf('logo.png'), mimeType: 'image/png' });
  await section.getByRole('button', { name: 'Enregistrer le logo' }).click();
  const refusal = 'Veuillez choisir une image (PNG, JPEG, GIF ou WebP)';
  await expect(section.getByRole('alert')).toHaveText(refusal);
  await input.setInputFiles({ ...notPdf('logo.svg'), mimeType: 'image/svg+xml' });
  // The earlier file is still chosen.
  await expect(section.getByRole('alert')).toHaveText(`logo.svg — ${refusal}`);

  await input.setInputFiles(png('logo.png'));
  await expect(section.getByText(/^Aperçu/)).toBeVisible();
  await expect(section.locator('img')).toHaveAttribute('src', /^blob:/);
  await section.getByRole('button', { name: 'Enregistrer le logo' }).click();
  await expectNotice(page, 'Le logo a bien été enregistré');
  await expect(section.getByText('Logo actuel.')).toBeVisible();
  await expect(section.locator('img')).toHaveAttribute('src', /^\/api\/partners\/logo\//);

  const visitor = await otherWindow(browser, portal);
  await visitor.goto('/signUp?pAuth=par&lang=fr');
  const row = visitor.getByRole('row').filter({ hasText: 'CCIS' }).first();
  const shown = row.locator('img');
  await expect(shown).toBeVisible();
  // The image was loaded and rendered; images load lazily.
  await shown.scrollIntoViewIfNeeded();
  await expect
    .poll(() => shown.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await visitor.context().close();

  await test.step('an older page shows the author of the newer logo, and does not replace it', async () => {
    const email = await createNewcomer(request, portal, 'Imane', { isApproved: true });
    const { id } = await organisationOf(request, portal.url);
    const sent = await request.post(`${portal.url}/api/partners/${String(id)}/logo`, {
      headers: { authorization: `Bearer ${await tokenOf(request, portal.url, email)}` },
      multipart: { file: png('autre.png') },
    });
    expect(sent.status(), await sent.text()).toBe(201);
    await input.setInputFiles(png('logo.png'));
    await section.getByRole('button', { name: 'Enregistrer le logo' }).click();
    await expect(section.getByRole('alert')).toContainText(/Imane Tazi/);
    await section.getByRole('button', { name: 'Garder le logo actuel' }).click();
    await expect(section.getByRole('alert')).toHaveCount(0);
  });

  await section.getByRole('button', { name: 'Retirer le logo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Retirer le logo ?' });
  await dialog.getByRole('button', { name: 'Retirer le logo' }).click();
  await expectNotice(page, 'Le logo a bien été retiré');
  await expect(section.getByText(/^Aucun logo/)).toBeVisible();
  expect((await organisationOf(request, portal.url)).logo).toBeNull();
});

test('an agent who awaits approval sees that at the sign-in until a colleague approves', async ({
  page,
  portal,
  browser,
  request,
}) => {
  const email = await createNewcomer(request, portal, 'Imane');
  const newcomer = await otherWindow(browser, portal);
  await newcomer.goto('/landing/fr');
  await signIn(newcomer, email);
  await expect(
    newcomer.getByRole('heading', { name: 'Votre compte est en attente d’approbation' }),
  ).toBeFocused();
  await expect(newcomer.getByText(/Vous avez demandé à rejoindre .*CCIS/)).toBeVisible();
  await expect(
    newcomer.getByText(/^Tout responsable .*\(\d+ dans votre organisme\)/),
  ).toBeVisible();
  await newcomer.getByRole('button', { name: 'Vérifier à nouveau' }).click();
  await expect(newcomer.getByRole('status').getByText('Votre compte n’est pas')).toBeVisible();

  await signedIn(page, portal.url, agent);
  await page.goto('/organisation/colleagues');
  const colleagues = page.getByRole('region', { name: 'Mes collègues' });
  const person = colleagues.getByRole('listitem').filter({ hasText: email });
  await expect(person.getByText('Imane Tazi')).toBeVisible();
  await person.getByRole('button', { name: /^Approuver/ }).click();
  const approval = page.getByRole('dialog', { name: /^Approuver .*Imane Tazi/ });
  await expect(approval.getByText(email)).toBeVisible();
  await approval.getByRole('button', { name: 'Approuver' }).click();
  await expect(page.getByText(/Imane Tazi.* a été approuvé/)).toBeVisible();
  await expect(person.getByText(/^Agent depuis le/)).toBeVisible();

  await newcomer.getByRole('button', { name: 'Vérifier à nouveau' }).click();
  await expect(newcomer.getByRole('heading', { name: 'Demandes à traiter' })).toBeVisible();
  await newcomer.context().close();
});

test('a colleague revokes an access at once and restores it', async ({
  page,
  portal,
  browser,
  request,
}) => {
  const email = await createNewcomer(request, portal, 'Imane', { isApproved: true });
  const leaving = await otherWindow(browser, portal, email);
  await leaving.goto('/requests');
  await expect(leaving.getByRole('heading', { name: 'Demandes à traiter' })).toBeVisible();

  await signedIn(page, portal.url, agent);
  await page.goto('/organisation/colleagues');
  const colleagues = page.getByRole('region', { name: 'Mes collègues' });
  const person = colleagues.getByRole('listitem').filter({ hasText: email });
  await person.getByRole('button', { name: /^Retirer l’accès/ }).click();
  const removal = page.getByRole('dialog', { name: /^Retirer l’accès de .*Imane Tazi/ });
  await removal.getByRole('button', { name: 'Retirer l’accès' }).click();
  await expect(page.getByText(/L’accès de .*Imane Tazi.* a été retiré/)).toBeVisible();
  // The session ends at once, on every page.
  await leaving.reload();
  await expect(leaving).toHaveURL(/\/landing\/fr/);
  await leaving.context().close();

  await colleagues.getByText(/accès retirés? ou refusés?$/).click();
  await expect(person.getByText('Sans accès')).toBeVisible();
  await person.getByRole('button', { name: /^Rétablir l’accès/ }).click();
  await page
    .getByRole('dialog', { name: /^Rétablir l’accès/ })
    .getByRole('button', { name: 'Rétablir l’accès' })
    .click();
  await expect(person.getByText(/^Agent depuis le/)).toBeVisible();
  // Agents cannot remove their own access.
  const own = colleagues.getByRole('listitem').filter({ hasText: agent });
  await expect(own.getByText('(vous)')).toBeVisible();
  await expect(own.getByRole('button', { name: /^Retirer l’accès/ })).toHaveCount(0);
});

test('a manager appoints another, who steps down; other agents have read access only', async ({
  page,
  portal,
  browser,
  request,
}) => {
  const email = await createNewcomer(request, portal, 'Zineb', {
    isApproved: true,
    isResponsible: false,
  });
  const colleague = await otherWindow(browser, portal, email);
  await colleague.goto('/organisation/colleagues');
  const seen = colleague.getByRole('region', { name: 'Mes collègues' });
  await expect(seen.getByText(/^Les agents de votre organisme/)).toContainText(
    'Les responsables décident',
  );
  await expect(seen.getByRole('button')).toHaveCount(0);
  // The menu shows the person's own role.
  await colleague.getByRole('button', { name: /Zineb/ }).click();
  await expect(colleague.getByText(/^Zineb Tazi\s*Agent$/)).toBeVisible();
  await colleague.keyboard.press('Escape');
  await colleague.goto('/organisation/logo');
  await expect(colleague.getByText(/réservée aux responsables/)).toBeVisible();
  await expect(logoSection(colleague)).toHaveCount(0);
  await colleague.goto('/profileSettings');
  const names = colleague.getByLabel(/^Nom de l’organisme/);
  await expect(names).toHaveCount(4);
  for (const name of await names.all()) await expect(name).toBeDisabled();
  // Personal details remain editable.
  await colleague.getByLabel(/^Adresse/).fill('9, rue de la Plage');
  await colleague.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expectNotice(colleague, 'La modification a été faite avec success');

  await signedIn(page, portal.url, agent);
  await page.goto('/organisation/colleagues');
  const person = page
    .getByRole('region', { name: 'Mes collègues' })
    .getByRole('listitem')
    .filter({ hasText: email });
  await person.getByRole('button', { name: /^Nommer responsable/ }).press('Enter');
  const naming = page.getByRole('dialog', { name: /^Nommer .*Zineb Tazi/ });
  await naming.getByRole('button', { name: 'Nommer responsable' }).press('Enter');
  await expect(person.getByText('Responsable', { exact: true })).toBeVisible();

  await colleague.setViewportSize({ width: 360, height: 800 });
  await colleague.goto('/organisation/colleagues?lang=ar');
  await expect(colleague.locator('html')).toHaveAttribute('dir', 'rtl');
  const own = colleague
    .getByRole('region', { name: 'زملائي' })
    .getByRole('listitem')
    .filter({ hasText: email });
  await own.getByRole('button', { name: /^التخلي عن صفة المسؤول/ }).click();
  const dialog = colleague.getByRole('dialog', { name: /^التخلي عن صفة المسؤول/ });
  await dialog.getByRole('button', { name: 'التخلي عن صفة المسؤول' }).click();
  await expect(own.getByRole('button')).toHaveCount(0);
  await expect(own.getByText('عون', { exact: true })).toBeVisible();
  expect(await colleague.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    360,
  );
  await colleague.context().close();
});

test('a responsable names the organisation in four languages, with its description and kind', async ({
  page,
  portal,
  browser,
}) => {
  // An organisation whose profile no other story reads.
  await signedIn(page, portal.url, 'agent.arep@example.org');
  await page.goto('/today');
  await page.getByRole('button', { name: /^Mon compte/ }).click();
  await expect(page.getByRole('menu').getByText('Agent responsable')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Gestion du profil' }).click();
  const names = {
    Français: 'AREP du Nord',
    English: 'AREP of the North',
    العربية: 'وكالة الشمال لتنفيذ المشاريع',
    Español: 'AREP del Norte',
  };
  const texts = {
    Français: 'Elle construit les zones d’activité.',
    العربية: 'تبني مناطق الأنشطة.',
  };
  for (const [language, name] of Object.entries(names)) {
    await page.getByRole('tab', { name: language }).click();
    const panel = page.getByRole('tabpanel', { name: language });
    await panel.getByLabel(/^Nom de l’organisme/).fill(name);
    const text = Object.entries(texts).find(([one]) => one === language)?.[1];
    if (text !== undefined) await panel.getByLabel(/^Description/).fill(text);
  }
  const category = page.getByRole('combobox', { name: /^Catégorie d’organisme/ });
  await category.click();
  const kind = page.getByRole('option', { selected: false }).first();
  const chosen = await kind.innerText();
  await kind.click();
  const support = page.getByRole('combobox', { name: /^Types d’accompagnement/ });
  await support.click();
  const type = page.getByRole('option', { selected: false }).first();
  const added = await type.innerText();
  await type.click();
  await page.keyboard.press('Escape');
  // The field above loses a line with the focus; the button below still receives its click.
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expectNotice(page, 'La modification a été faite avec success');

  await page.reload();
  for (const [language, name] of Object.entries(names)) {
    await page.getByRole('tab', { name: language }).click();
    const panel = page.getByRole('tabpanel', { name: language });
    await expect(panel.getByLabel(/^Nom de l’organisme/)).toHaveValue(name);
  }
  await page.getByRole('tab', { name: 'العربية' }).click();
  await expect(page.getByLabel(/^Description.*العربية/)).toHaveValue(texts.العربية);
  await expect(category).toHaveValue(chosen);
  await expect(page.getByText(added).first()).toBeVisible();
  await page.getByRole('button', { name: 'Retour' }).click();
  await expect(page).toHaveURL(/\/requests$/);

  const visitor = await otherWindow(browser, portal, null, { locale: 'ar' });
  await visitor.goto('/signUp?pAuth=par&lang=ar');
  await expect(visitor.getByText(names.العربية).first()).toBeVisible();
  await visitor.context().close();
});

test('an agent who awaits approval is refused in Arabic on a phone', async ({
  page,
  portal,
  request,
}) => {
  const email = await createNewcomer(request, portal, 'Hind');
  await page.setViewportSize({ width: 360, height: 800 });
  await signedIn(page, portal.url, agent, 'ar');
  await page.goto('/organisation/colleagues');
  const colleagues = page.getByRole('region', { name: 'زملائي' });
  const person = colleagues.getByRole('listitem').filter({ hasText: email });
  await expect(person).toBeVisible();
  await person.getByRole('button', { name: /^الرفض/ }).click();
  const dialog = page.getByRole('dialog', { name: /^رفض/ });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'الرفض', exact: true }).click();
  await expect(person).toBeHidden();
  const answer = await request.post(`${portal.url}/api/utilisateurs/signIn`, {
    data: { email, password: demoPassword },
  });
  expect(((await answer.json()) as { code: string }).code).toBe('ACCOUNT_DISABLED');
});

test('an agent who awaits approval can sign in with another account, in Arabic', async ({
  page,
  portal,
  request,
}) => {
  const email = await createNewcomer(request, portal, 'Sara');
  await page.goto('/landing/ar');
  await page.locator('#email').fill(email);
  await page.locator('#password').fill(demoPassword);
  await page.locator('#password').press('Enter');
  await expect(page.getByRole('heading', { name: 'حسابكم في انتظار الموافقة' })).toBeVisible();
  await page.getByRole('button', { name: /بحساب آخر/ }).click();
  await expect(page.locator('#email')).toHaveValue(email);
});
