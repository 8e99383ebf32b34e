import { queryRows } from '@wasl/tooling/testing';

import { createRequestFile } from './request-file.ts';
import { createNewcomer } from './colleagues.ts';
import { mailWith } from './mailbox.ts';
import { expect, test } from './server.ts';
import { signIn } from './sign-in-form.ts';
import { onPhone, otherWindow } from './other-window.ts';

test('a figure of the daily mail opens its files on a phone, and its footer link unsubscribes', async ({
  browser,
  portal,
  request,
}) => {
  const owner = await createNewcomer(request, portal, 'Rachida', { isApproved: true });
  const half = await createRequestFile(portal.databaseUrl, { owner, dueInDays: 1 });
  const early = await createRequestFile(portal.databaseUrl, { owner, dueInDays: 40 });
  // As the daily job writes it, which runs on working days only.
  await queryRows(
    portal.databaseUrl,
    `INSERT INTO outbox_mails ("to", lang, template, params) VALUES ($1, 'fr', 'agentDigest', $2) RETURNING id`,
    [
      owner,
      JSON.stringify({
        name: 'Rachida Tazi',
        organisation: 'CCIS',
        since: '2026-01-05',
        fresh: 2,
        half: 1,
        late: 0,
        waiting: 0,
      }),
    ],
  );
  const phone = await otherWindow(browser, portal, null, onPhone);
  const expectNoSideways = async () => {
    const isTooWide = await phone.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isTooWide).toBe(false);
  };
  const row = await mailWith(phone, owner, 'matinée');
  const mail = (await row.getByRole('link').first().getAttribute('href')) ?? '';
  const linkIn = async (name: RegExp): Promise<string> => {
    await phone.goto(mail);
    const url = new URL((await phone.getByRole('link', { name }).getAttribute('href')) ?? '');
    return `${url.pathname}${url.search}`;
  };

  await test.step('the figure links through the sign-in to exactly its files', async () => {
    await phone.goto(await linkIn(/^1 prestation à la moitié de son délai/));
    await signIn(phone, owner);
    await expect(phone).toHaveURL(/clock=HALF/);
    await expect(phone.getByText(half.number).first()).toBeVisible();
    await expect(phone.getByText(early.number)).toHaveCount(0);
    const filter = phone.getByRole('button', { name: /^Retirer le filtre À la moitié/ });
    await expectNoSideways();
    // Without the filter the other is in the list too, behind files of other stories.
    await filter.tap();
    await expect(phone).not.toHaveURL(/clock=/);
    await phone.getByRole('searchbox').fill(early.number);
    await phone.getByRole('searchbox').press('Enter');
    await expect(phone.getByText(early.number).first()).toBeVisible();
  });

  await test.step('the footer link of the mail unsubscribes, and the profile shows it', async () => {
    await phone.goto(await linkIn(/^Ne plus recevoir ce type d’email/));
    await expect(phone.getByRole('heading', { level: 1 })).toContainText('Ne plus recevoir');
    await expect(phone.getByRole('listitem').filter({ hasText: 'résumé du matin' })).toBeVisible();
    await expectNoSideways();
    await phone.getByRole('button', { name: 'Ne plus les recevoir' }).tap();
    await expect(phone.getByRole('heading', { name: 'C’est noté' })).toBeVisible();
    await phone.getByRole('link', { name: 'Choisir les emails que je reçois' }).tap();
    await expect(phone.getByRole('checkbox', { name: 'Le résumé du matin' })).not.toBeChecked();
    await expect(phone.getByRole('checkbox', { name: /^Les nouvelles demandes/ })).toBeChecked();
  });
  await phone.context().close();
});
