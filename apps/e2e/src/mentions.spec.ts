import { queryRows } from '@wasl/tooling/testing';

import { createNewcomer } from './colleagues.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { onPhone, otherWindow } from './other-window.ts';

const agent = 'agent.ccis@example.org';

test('a colleague mentioned in a note by keyboard is notified, opens it and mentions back by touch', async ({
  page,
  browser,
  portal,
  request,
}) => {
  const email = await createNewcomer(request, portal, 'Hasnaa', { isApproved: true });
  await signedIn(page, portal.url, agent);
  const [file] = await queryRows<{ number: string; requestId: number; stepId: number }>(
    portal.databaseUrl,
    `SELECT r.num_request AS number, r.id AS "requestId", s.id AS "stepId"
     FROM requests r JOIN processing_steps s ON s.request_id = r.id JOIN partners p ON p.id = s.partner_id
     WHERE p.title LIKE '%CCIS%' AND r.status IN ('NOUVEAU', 'ENTAME') ORDER BY s.id DESC LIMIT 1`,
  );
  if (file === undefined) throw new Error('no file of the CCIS in the demonstration set');
  const { number, requestId, stepId } = file;
  const address = `/requests/${String(requestId)}/steps/${String(stepId)}`;
  await page.goto(address);
  const part = page.getByRole('region', { name: 'Messages et notes internes' });
  await part.getByRole('tab', { name: 'Notes internes' }).click();
  const field = part.getByLabel('Nouvelle note interne');

  await test.step('an @ opens the list of colleagues; Escape closes only the list', async () => {
    await field.pressSequentially('Voir avec @has');
    const list = part.getByRole('listbox', { name: 'Collègues' });
    await expect(list.getByRole('option', { name: 'Hasnaa Tazi' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    await expect(field).toBeFocused();
    await field.fill('Voir avec ');
    await field.press('End');
    await field.pressSequentially('@TAZ');
    await list.getByRole('option', { name: 'Hasnaa Tazi' }).waitFor();
    // Other stories may have added agents with this name.
    await field.fill('Voir avec ');
    await field.press('End');
    await field.pressSequentially('@hasn');
    await expect(list.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('Voir avec @Hasnaa Tazi ');
    await field.pressSequentially('avant jeudi');
    await expect(part.getByText(/^À prévenir/)).toContainText('Hasnaa Tazi');
  });

  await test.step('the mention survives a reload with the text', async () => {
    await page.reload();
    await part.getByRole('tab', { name: 'Notes internes' }).click();
    await expect(field).toHaveValue('Voir avec @Hasnaa Tazi avant jeudi');
    await expect(part.getByText(/^À prévenir/)).toContainText('Hasnaa Tazi');
    await part.getByRole('button', { name: 'Ajouter la note' }).click();
    await expect(part.getByRole('log')).toContainText('@Hasnaa Tazi avant jeudi');
    await expect(field).toHaveValue('');
    await expect(part.getByText(/^À prévenir/)).toHaveCount(0);
  });

  const phone = await otherWindow(browser, portal, null, onPhone);
  await test.step('the notice links to the note, which is then marked as read', async () => {
    await signedIn(phone, portal.url, email);
    await phone.goto('/requests');
    await phone.getByRole('button', { name: /^Notifications/ }).tap();
    await phone.getByText(new RegExp(`vous mentionne dans une note interne.*${number}`)).tap();
    await expect(phone).toHaveURL(`${address}#notes`);
    await expect(phone.getByRole('log', { name: /Notes internes/ })).toContainText(
      'Voir avec @Hasnaa Tazi avant jeudi',
    );
    await expect
      .poll(async () => {
        const rows = await queryRows(
          portal.databaseUrl,
          `SELECT 1 FROM step_note_mentions m JOIN step_notes n ON n.id = m.note_id
           WHERE n.step_id = $1 AND m.seen_at IS NULL`,
          [stepId],
        );
        return rows.length;
      })
      .toBe(0);
  });

  await test.step('a colleague is mentioned by touch on a phone', async () => {
    const there = phone.getByRole('region', { name: 'Messages et notes internes' });
    await there.getByLabel('Nouvelle note interne').fill('C’est fait ');
    await there.getByRole('button', { name: /^Mentionner/ }).tap();
    const option = there.getByRole('option').first();
    const name = await option.textContent();
    await option.tap();
    await expect(there.getByLabel('Nouvelle note interne')).toHaveValue(
      `C’est fait @${name ?? ''} `,
    );
    await there.getByRole('button', { name: 'Ajouter la note' }).tap();
    await expect(there.getByRole('log')).toContainText(`@${name ?? ''}`);
    const isTooWide = await phone.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isTooWide).toBe(false);
  });
  await phone.context().close();
});
