import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { APIRequestContext, Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';
import { startTestPortal } from '@wasl/tooling/testing/portal';

import { createRequestFile, type RequestFile } from './request-file.ts';
import { callAs } from './calls.ts';
import { expectNotice } from './notices.ts';
import { expect, test } from './server.ts';
import { signedIn, tokenOf } from './signed-in.ts';

// People with phone messages receive no mails, which other stories expect.
test.use({ portalName: 'telephones' });

const amina = 'amina@example.org';
const agent = 'agent.ccis@example.org';

interface Place {
  readonly url: string;
  readonly databaseUrl: string;
}

/** The organisation requests a document, which notifies the person. */
async function askForDocument(request: APIRequestContext, portal: Place): Promise<RequestFile> {
  const file = await createRequestFile(portal.databaseUrl, { beneficiary: amina });
  const [document] = await queryRows<{ code: string }>(
    portal.databaseUrl,
    `SELECT code FROM reference_items WHERE parent = 'DOCUMENT' AND string_1 IS NULL ORDER BY id LIMIT 1`,
    [],
  );
  await callAs(request, portal, agent, '/processing/step/update', {
    processingStepId: file.stepId,
    status: 'IN_PROGRESS',
    percent: 20,
    documents: [document?.code],
  });
  return file;
}

const partOf = (mailbox: Page, part: 'mails' | 'phones') =>
  mailbox.getByRole('region', {
    name: part === 'mails' ? 'Emails de cette installation' : 'Messages au téléphone',
  });

/** First row of the mailbox with this text, once it exists. */
async function rowOf(mailbox: Page, part: 'mails' | 'phones', text: string) {
  const row = partOf(mailbox, part).getByRole('row').filter({ hasText: text }).first();
  await expect(async () => {
    await mailbox.goto('/dev/mail?lang=fr');
    await expect(row).toBeVisible({ timeout: 500 });
  }).toPass();
  return row;
}

test('a phone number is verified by a code and then receives messages instead of mails', async ({
  browser,
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signedIn(page, portal.url, amina);
  const context = await browser.newContext({ baseURL: portal.url, locale: 'fr-FR' });
  const mailbox = await context.newPage();
  await page.goto('/account/notifications');
  const section = page.locator('#phones');

  await test.step('a number that is not a Moroccan mobile is refused', async () => {
    await section.getByLabel('Numéro de mobile marocain').fill('0539 30 03 00');
    await section.getByRole('button', { name: 'Recevoir un code' }).click();
    await expect(section.getByText('Indiquez un numéro de mobile marocain').first()).toBeVisible();
  });

  await test.step('the code is sent to the phone', async () => {
    await section.getByLabel('Numéro de mobile marocain').fill('06 12 34 56 78');
    await section.getByRole('button', { name: 'Recevoir un code' }).click();
    const row = await rowOf(mailbox, 'phones', '+212612345678');
    await expect(row).toContainText('SMS');
    const code = /code est (\d{6})/.exec((await row.textContent()) ?? '')?.[1] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    await section.getByLabel('Code reçu').fill(wrong);
    await section.getByRole('button', { name: 'Valider le numéro' }).click();
    await expect(section.getByText('Ce code n’est pas valable').first()).toBeVisible();
    await section.getByLabel('Code reçu').fill(code);
    await section.getByRole('button', { name: 'Valider le numéro' }).click();
    await expect(section.getByText('Numéro validé')).toContainText('+212612345678');
  });

  await test.step('messages are off until the person selects a kind', async () => {
    for (const kind of ['On attend quelque chose de moi', 'Ma demande avance'])
      await expect(section.getByLabel(kind)).not.toBeChecked();
    await section.getByLabel('On attend quelque chose de moi').check();
    await section.getByRole('button', { name: 'Enregistrer mes messages' }).click();
    await expectNotice(page, 'Vos choix ont été enregistrés');
    await page.reload();
    await expect(section.getByLabel('On attend quelque chose de moi')).toBeChecked();
  });

  await test.step('a document request is sent as one SMS with a link to the request, and without a mail', async () => {
    const { number, requestId } = await askForDocument(page.request, portal);
    const row = await rowOf(mailbox, 'phones', number);
    await expect(row).toContainText('Wasl : une action est attendue de vous pour la demande');
    await expect(row).not.toContainText(/Amina/i);
    const link = (await row.getByRole('link').getAttribute('href')) ?? '';
    expect(new URL(link).pathname).toBe(`/d/${requestId.toString(36)}`);
    await page.goto(link);
    await expect(page).toHaveURL(new RegExp(`/requests/${String(requestId)}$`));
    await expect(page.getByText(number).first()).toBeVisible();
    await mailbox.goto('/dev/mail?lang=fr');
    await expect(partOf(mailbox, 'mails').getByRole('row').filter({ hasText: number })).toHaveCount(
      0,
    );
  });

  await test.step('a mail is sent again after the number is removed', async () => {
    await page.goto('/account/notifications');
    await section.getByRole('button', { name: 'Supprimer mon numéro' }).click();
    await expect(section.getByRole('button', { name: 'Recevoir un code' })).toBeVisible();
    const { number } = await askForDocument(page.request, portal);
    await expect(await rowOf(mailbox, 'mails', number)).toContainText(amina);
  });
  await context.close();
});

/** A gateway that accepts codes and rejects all other messages as sent to an unknown number. */
async function aGateway(): Promise<{ url: string; codes: string[]; server: Server }> {
  const codes: string[] = [];
  const server = createServer((req, res) => {
    let text = '';
    req.on('data', (part: Buffer) => {
      text += part.toString();
    });
    req.on('end', () => {
      const message = JSON.parse(text) as { kind: string; text: string };
      const code = /\d{6}/.exec(message.text)?.[0];
      const isCode = message.kind === 'CODE' && code !== undefined;
      if (isCode) codes.push(code);
      res.writeHead(isCode ? 200 : 422, { 'content-type': 'application/json' });
      res.end(JSON.stringify(isCode ? {} : { error: 'number_unknown' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}/`, codes, server };
}

test('messages that the gateway cannot deliver are sent by mail, and the profile shows the reason', async ({
  browser,
}) => {
  const gateway = await aGateway();
  const portal = await startTestPortal({
    RATE_LIMIT_FACTOR: '1000',
    MESSAGES_URL: gateway.url,
    MESSAGES_SECRET: 'c3Rvcmllcy1zaWduLXdpdGgtdGhpcy1zZWNyZXQtMDAwMDA=',
  });
  try {
    const context = await browser.newContext({ baseURL: portal.url, locale: 'ar' });
    const page = await context.newPage();
    const token = await tokenOf(page.request, portal.url, amina);
    const call = async (method: 'put' | 'post', path: string, data: object) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await page.request[method](`${portal.url}/api${path}`, { headers, data });
      expect(answer.ok(), await answer.text()).toBe(true);
    };
    await call('put', '/phoneMessages/number', { number: '0700000000', channel: 'WHATSAPP' });
    await expect.poll(() => gateway.codes.length).toBe(1);
    await call('post', '/phoneMessages/code', { code: gateway.codes[0] });
    await call('put', '/phoneMessages', { wanted: ['ACTION'], channel: 'WHATSAPP' });
    const { number } = await askForDocument(page.request, portal);
    await expect(await rowOf(page, 'mails', number)).toContainText(amina);
    await signedIn(page, portal.url, amina, 'ar');
    await page.goto('/account/notifications');
    await expect(page.locator('#phones').getByText('هذا الرقم غير موجود')).toBeVisible();
    const mails = page.getByRole('table').first().getByRole('row').filter({ hasText: number });
    await page.goto('/dev/mail');
    await expect(mails).toHaveCount(1);
    await context.close();
  } finally {
    await portal.stop();
    gateway.server.close();
  }
});
