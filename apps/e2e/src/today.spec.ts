import type { Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';

import { createNewcomer } from './colleagues.ts';
import { expectNotice } from './notices.ts';
import { dialogsInHistory, otherWindow } from './other-window.ts';
import { createRequestFile, handIn } from './request-file.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { chooseTool } from './worklist-tools.ts';

const person = 'amina@example.org';
const field = (page: Page) => page.getByRole('textbox', { name: /^Message à/ });
const part = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name}`) });

test('an agent answers from the daily view with one press, and claims a file with another', async ({
  page,
  portal,
  browser,
  request,
}) => {
  const email = await createNewcomer(request, portal, 'Rachida', { isApproved: true });
  const mine = await createRequestFile(portal.databaseUrl, { owner: email, beneficiary: person });
  const late = await createRequestFile(portal.databaseUrl, { owner: email, dueInDays: -3 });
  const arrived = await createRequestFile(portal.databaseUrl, {
    owner: email,
    beneficiary: person,
  });
  await handIn(request, portal, person, arrived);
  const writer = await otherWindow(browser, portal, person);
  await writer.goto(`/messages/${String(mine.stepId)}`);
  await field(writer).fill('Quand puis-je passer ?');
  await writer.getByRole('button', { name: 'Envoyer' }).click();
  await expect(writer.getByRole('log')).toContainText('Quand puis-je passer ?');

  await signedIn(page, portal.url, email);
  await page.goto('/requests');
  const strip = page.getByRole('navigation', { name: 'Ma journée' });
  // One line, with a count and a link for each kind of work.
  await expect(strip.getByRole('link')).toHaveCount(4);
  expect((await strip.boundingBox())?.height).toBeLessThanOrEqual(48);
  for (const [name, address] of [
    [/^\d+ ?Réponses? à donner$/, /conversation=UNANSWERED/],
    [/^1 ?Documents? arrivés?$/, /documents=ARRIVED/],
    [/^\d+ ?À prendre$/, /owner=none/],
  ] as const) {
    await strip.getByRole('link', { name }).click();
    await expect(page).toHaveURL(address);
  }
  await strip.getByRole('link', { name: /^1 ?En retard$/ }).click();
  await expect(page).toHaveURL(/tab=late/);
  await expect(page.getByRole('link', { name: `Ouvrir le dossier ${late.number}` })).toBeVisible();

  // A row's one button is its next move, and leads to it.
  await page.goto('/requests?owner=mine');
  for (const [action, { number }, title] of [
    ['Répondre', mine, /^Messages/],
    ['Lire', arrived, /^Documents/],
    ['Mettre à jour', late, /^Mettre à jour/],
  ] as const) {
    await page.getByRole('button', { name: `${action} : demande ${number}` }).click();
    await expect(page.getByRole('dialog', { name: title })).toContainText(number);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }

  const first = page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link').first();
  await expect(first).toHaveText('Ma journée');
  await first.click();
  await expect(page).toHaveURL(/\/today$/);
  await expect(part(page, 'En retard')).toContainText(late.number);
  // One button for each file.
  await expect(part(page, 'En retard').getByRole('listitem').getByRole('link')).toHaveCount(1);
  await expect(part(page, 'En retard').getByRole('listitem').getByRole('button')).toHaveCount(0);
  await part(page, 'Documents arrivés')
    .getByRole('link', { name: `Lire : demande ${arrived.number}` })
    .click();
  await expect(page.getByText(/^Un document est arrivé\s: /)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Documents', exact: true })).toBeInViewport();
  await page.goBack();
  await part(page, 'En retard')
    .getByRole('link', { name: `Ouvrir : demande ${late.number}` })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(late.number);
  await page.goBack();
  await part(page, 'Réponses à donner')
    .getByRole('link', { name: `Répondre : demande ${mine.number}` })
    .click();
  // The field of the messages has the focus, so the answer is no internal note.
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('Mardi à 10 h.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('log')).toContainText('Mardi à 10 h.');
  await page.goBack();
  await expect(part(page, 'En retard')).toContainText(late.number);
  await expect(page.getByText(`Répondre : demande ${mine.number}`)).toHaveCount(0);

  const unowned = part(page, 'À prendre')
    .getByRole('button', { name: /^Prendre : demande/ })
    .first();
  const number = ((await unowned.getAttribute('aria-label')) ?? '').replace(/\D+/, '');
  await unowned.click();
  await expectNotice(page, `Le dossier ${number} est à vous`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
});

test('a day without work shows a message, and links to the list', async ({
  page,
  portal,
  request,
}) => {
  const email = await createNewcomer(request, portal, 'Loubna', { isApproved: true });
  await queryRows(
    portal.databaseUrl,
    `UPDATE users SET partner_id = (
       SELECT p.id FROM partners p WHERE NOT EXISTS (SELECT FROM processing_steps s WHERE s.partner_id = p.id)
       ORDER BY p.id LIMIT 1)
     WHERE email = $1 RETURNING id`,
    [email],
  );
  await signedIn(page, portal.url, email);
  await page.goto('/today');
  await expect(page.getByText('Rien ne vous attend')).toBeVisible();
  await page.getByRole('link', { name: 'Afficher toutes les demandes' }).click();
  await expect(page).toHaveURL(/\/requests$/);
});

test('keys move between the rows of the list, select, answer and close; a switch disables them', async ({
  page,
  portal,
  request,
}) => {
  const email = await createNewcomer(request, portal, 'Soukaina', { isApproved: true });
  const first = await createRequestFile(portal.databaseUrl, { owner: email });
  const second = await createRequestFile(portal.databaseUrl, { owner: email });
  const free = await createRequestFile(portal.databaseUrl);
  const [upper, lower] = [first.number, second.number].sort();
  await signedIn(page, portal.url, email);
  await page.goto('/requests?owner=mine&sort=numRequest,asc');
  const row = (number: string | undefined) =>
    page.getByRole('link', { name: `Ouvrir le dossier ${number ?? ''}` });
  await expect(row(lower)).toBeVisible();

  // A browser's own shortcut is none of the page, also as the first key.
  await row(upper).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('j');
  await expect(row(upper)).toBeFocused();
  await page.keyboard.press('j');
  await expect(row(lower)).toBeFocused();
  await page.keyboard.press('k');
  await expect(row(upper)).toBeFocused();
  await page.keyboard.press('x');
  await expect(
    page.getByRole('checkbox', { name: `Choisir la demande ${upper ?? ''}` }),
  ).toBeChecked();
  await page.keyboard.press('x');

  await page.keyboard.press('a');
  const messages = page.getByRole('dialog', { name: new RegExp(upper ?? '-') });
  await expect(messages).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(messages).toHaveCount(0);
  await row(upper).focus();
  await page.keyboard.press('e');
  const update = page.getByRole('dialog', { name: 'Mettre à jour l’avancement' });
  await expect(update.getByRole('slider')).toHaveValue('100');
  await page.reload();
  await dialogsInHistory(page, 0);

  // `t` takes a file without an owner.
  await page.goto(`/requests?number=${free.number}`);
  await row(free.number).focus();
  await page.keyboard.press('t');
  await expectNotice(page, `Le dossier ${free.number} est à vous`);

  await page.goto('/requests?owner=mine&sort=numRequest,asc');
  await expect(row(upper)).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Raccourcis clavier' });
  await help.getByRole('switch').uncheck();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).not.toBeFocused();
  await chooseTool(page, 'Raccourcis clavier');
  await help.getByRole('switch').check();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
});
