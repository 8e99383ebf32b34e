import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Webhook } from 'standardwebhooks';

import { expectNotice } from './notices.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

const agent = 'agent.ccis@example.org';

test('a manager sets up a webhook: the receiver verifies, fails, gets a retry, moves, and is removed', async ({
  page,
  portal,
}) => {
  const got: { place: string; headers: IncomingHttpHeaders; body: string }[] = [];
  let status = 204;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    request.on('end', () => {
      got.push({ place: request.url ?? '', headers: request.headers, body });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await signedIn(page, portal.url, agent);
    await page.goto('/organisation/integrations');
    const section = page.getByRole('region', { name: 'Messages à d’autres logiciels' });
    await section.getByRole('button', { name: 'Ajouter une adresse' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nouvelle adresse' });

    // An internal address is refused with an error at its field.
    let name = `ERP ${String(Date.now())}`;
    await dialog.getByLabel('Adresse du logiciel').fill('https://169.254.169.254/latest');
    await dialog.getByLabel('Nom du logiciel').fill(name);
    await dialog.getByRole('button', { name: 'Ajouter l’adresse' }).click();
    await expect(
      dialog.getByText('Cette adresse n’est pas joignable depuis Internet').first(),
    ).toBeVisible();
    await dialog.getByLabel('Adresse du logiciel').fill(`http://127.0.0.1:${String(port)}/wasl`);
    await dialog.getByRole('button', { name: 'Ajouter l’adresse' }).click();
    const shown = page.getByRole('dialog', { name: 'Secret de signature' });
    const secret = await shown.getByRole('textbox', { name: 'Secret de signature' }).inputValue();
    await page.keyboard.press('Escape');
    await shown.getByRole('button', { name: 'J’ai copié le secret' }).click();
    await expect(shown).toBeHidden();

    const row = section.getByRole('listitem').filter({ hasText: name });
    await expect(row).toContainText('Active');
    const act = async (label: string) => {
      await row.getByRole('button', { name: `Actions : ${name}` }).click();
      await row.getByRole('menuitem', { name: label }).click();
    };
    await act('Envoyer un essai');
    const messages = page.getByRole('dialog', { name: `Messages à` });
    await expect(messages.getByRole('listitem').first()).toContainText('Arrivé');
    const [first] = got;
    const headers = first?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(first?.body ?? '', headers)).toMatchObject({
      type: 'webhook.test',
    });

    // It fails, and the same message is sent again.
    status = 500;
    await messages.getByRole('button', { name: 'Renvoyer «' }).first().click();
    await expect(messages.getByRole('listitem').first()).toContainText('réponse 500');
    await expect(messages.getByRole('listitem').first()).toContainText('Abandonné');
    status = 204;
    await messages.getByRole('button', { name: 'Renvoyer «' }).first().click();
    await expect(messages.getByRole('listitem').first()).toContainText('Arrivé');
    expect(got).toHaveLength(3);
    expect(new Set(got.map((one) => one.headers['webhook-id'])).size).toBe(1);
    await page.keyboard.press('Escape');
    await expect(messages).toBeHidden();

    // The receiver moves: pending messages go to the new address with the same signature.
    await act('Modifier');
    const editing = page.getByRole('dialog', { name: 'Modifier l’adresse' });
    await expect(editing.getByLabel('Adresse du logiciel')).toHaveValue(
      `http://127.0.0.1:${String(port)}/wasl`,
    );
    await editing.getByLabel('Adresse du logiciel').fill('https://169.254.169.254/latest');
    await editing.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(
      editing.getByText('Cette adresse n’est pas joignable depuis Internet').first(),
    ).toBeVisible();
    await editing
      .getByLabel('Adresse du logiciel')
      .fill(`http://127.0.0.1:${String(port)}/elsewhere`);
    await editing.getByLabel('Nom du logiciel').fill(`${name} 2`);
    await editing.getByLabel('Étape rouverte').uncheck();
    await editing.getByRole('button', { name: 'Enregistrer' }).click();
    await expectNotice(page, 'est modifiée');
    await expect(editing).toBeHidden();
    await expect(row).toContainText('/elsewhere');
    await expect(row).not.toContainText('Étape rouverte');
    name = `${name} 2`;
    await act('Envoyer un essai');
    await expect(messages.getByRole('listitem').first()).toContainText('Arrivé');
    // The list may still be stale when it reports an arrival.
    await expect
      .poll(() => got.map(({ place }) => place))
      .toEqual(['/wasl', '/wasl', '/wasl', '/elsewhere']);
    const moved = got.at(-1);
    expect(
      new Webhook(secret).verify(moved?.body ?? '', moved?.headers as Record<string, string>),
    ).toMatchObject({ type: 'webhook.test' });
    await page.keyboard.press('Escape');
    await expect(messages).toBeHidden();

    await act('Mettre en pause');
    await expect(row).toContainText('En pause');
    await act('Supprimer');
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
    await expectNotice(page, 'est supprimée');
    await expect(section.getByRole('listitem').filter({ hasText: name })).toHaveCount(0);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
