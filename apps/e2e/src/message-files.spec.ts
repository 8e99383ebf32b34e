import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';

import type { Locator, Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';

import { downloaded } from './downloads.ts';
import { pdf } from './files.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { onPhone, otherWindow } from './other-window.ts';

// Not on the shared portal, where another story expects a step without messages.
test.use({ portalName: 'saved answers' });

const number = '2026-000010';

async function bytesOf(page: Page, button: Locator): Promise<Buffer> {
  return await readFile(await (await downloaded(page, button)).path());
}

test('an agent attaches a document and a PDF; the person answers with a file from a phone', async ({
  page,
  browser,
  portal,
}) => {
  const [step] = await queryRows<{ id: number }>(
    portal.databaseUrl,
    `SELECT s.id FROM processing_steps s JOIN requests r ON r.id = s.request_id JOIN partners p ON p.id = s.partner_id
     JOIN users u ON u.partner_id = p.id
     WHERE r.num_request = $1 AND u.email = 'agent.cri@example.org'`,
    [number],
  );
  const address = `/messages/${String(step?.id)}`;
  const convention = pdf('Convention — اتفاقية.pdf');
  const marked = { ...convention, buffer: Buffer.concat([convention.buffer, Buffer.from('%1')]) };

  await signedIn(page, portal.url, 'agent.cri@example.org');
  await page.goto(address);
  const field = page.getByRole('textbox', { name: /^Message à/ });
  const attach = page.getByRole('button', { name: 'Joindre un fichier' });
  const dialog = page.getByRole('dialog', { name: 'Joindre un fichier' });
  const chosen = page.getByRole('list', { name: 'Fichiers à joindre' }).getByRole('listitem');

  await test.step('a document of the file and a PDF are attached; the document survives a reload', async () => {
    await attach.click();
    await dialog.getByRole('button', { name: /\.pdf/ }).first().click();
    await expect(chosen).toHaveCount(1);
    await field.fill('Voici la convention et votre document.');
    await page.reload();
    await expect(chosen).toHaveCount(1);
    await expect(field).toHaveValue('Voici la convention et votre document.');
    await attach.click();
    await dialog.getByLabel(/^Un PDF de votre appareil/).setInputFiles(marked);
    await expect(chosen).toHaveCount(2);
    await expect(chosen.nth(1)).toContainText('Convention');
  });

  await test.step('the PDF remains after another page, and the browser asks before closing the page', async () => {
    await page.getByRole('link', { name: 'Demandes', exact: true }).first().click();
    await expect(page.getByRole('table')).toBeVisible();
    await page.goBack();
    await expect(chosen).toHaveCount(2);
    const question = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await question).type()).toBe('beforeunload');
    await (await question).dismiss();
    await expect(chosen).toHaveCount(2);
  });

  await test.step('a failed sending preserves the text and the attachments, and is sent once', async () => {
    await page.route('**/messages/files**', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Envoyer' }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect(chosen).toHaveCount(2);
    await expect(field).toHaveValue('Voici la convention et votre document.');
    await page.getByRole('button', { name: 'Envoyer' }).click();
    const files = page.getByRole('log').getByRole('list', { name: 'Fichiers joints' });
    await expect(files.getByRole('listitem')).toHaveCount(2);
    await expect(field).toHaveValue('');
    await expect(chosen).toHaveCount(0);
  });

  const phone = await otherWindow(browser, portal, null, onPhone);
  await test.step('the person downloads the same bytes, and sends another PDF', async () => {
    await signedIn(phone, portal.url, 'amina@example.org');
    await phone.goto(address);
    const download = phone.getByRole('button', { name: /^Télécharger Convention/ });
    expect(await bytesOf(phone, download)).toEqual(marked.buffer);
    await phone.getByRole('textbox', { name: /^Message à/ }).fill('Signée.');
    await phone.getByRole('button', { name: 'Joindre un fichier' }).tap();
    const there = phone.getByRole('dialog', { name: 'Joindre un fichier' });
    await there.getByLabel(/^Un PDF de votre appareil/).setInputFiles(pdf('signee.pdf'));
    await expect(there).toHaveCount(0);
    await phone.getByRole('button', { name: 'Envoyer' }).tap();
    const back = phone.getByRole('button', { name: 'Télécharger signee.pdf' });
    await expect(back).toBeVisible();
    const isTooWide = await phone.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isTooWide).toBe(false);
  });
  await test.step('the agent receives the PDF without a reload', async () => {
    const button = page.getByRole('button', { name: 'Télécharger signee.pdf' });
    expect(await bytesOf(page, button)).toEqual(pdf('signee.pdf').buffer);
  });
  await phone.context().close();
});
