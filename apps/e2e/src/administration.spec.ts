import type { Locator, Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';

import { addAdministrator } from './administrator.ts';
import { draftOf } from './calls.ts';
import { createNewcomer } from './colleagues.ts';
import { effortOn, type Effort } from './effort.ts';
import { pdf } from './files.ts';
import { tabThrough } from './keyboard.ts';
import { nextStep } from './new-request.ts';
import { mailedLink } from './mailbox.ts';
import { dialogsInHistory } from './other-window.ts';
import { outOfTheWindow } from './screens/check-screens.ts';
import { faultsOf } from './screens/faults-of.ts';
import { showIn, waitUntilStill } from './screens/translated.ts';
import { expect, test } from './server.ts';
import { tokenOf } from './signed-in.ts';
import { signedIn, withoutDraft } from './signed-in.ts';
import { allTexts, strayWords } from './stray-words.ts';
import { codeOf } from './totp.ts';
import { expectListsStill } from './watch-list.ts';
import { administrationWordsOf } from './words.ts';

test.use({ portalName: 'administration' });

const password = 'Grue7Bleue!Rif';
const amina = 'amina@example.org';

/**
 * Opens the link, and sets up the password and the authenticator.
 * @param look looks at each step before it is filled
 * @returns the key of the authenticator
 */
async function setUp(
  page: Page,
  link: string,
  email: string,
  look?: (name: string) => Promise<unknown>,
): Promise<string> {
  await page.goto(link);
  await page.getByRole('button').click();
  const form = page.locator('form:has(input[autocomplete=new-password])');
  // Where password managers find the account of the new password.
  await expect(form.locator('input[autocomplete=username]')).toHaveValue(email);
  await look?.('the password');
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=confirmPassword]').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.locator('main svg[role=img]')).toBeVisible();
  const key = (await page.locator('main code').first().textContent()) ?? '';
  await look?.('the authenticator');
  await page.locator('input[name=code]').fill(codeOf(key));
  await page.keyboard.press('Enter');
  await expect(page.locator('main li code')).toHaveCount(10);
  return key;
}

async function signIn(page: Page, code: string): Promise<void> {
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=code]').fill(code);
  await page.keyboard.press('Enter');
}

/** Looks at an Arabic page of a phone in English, wide, and in Spanish, narrow. */
async function lookInOtherLanguages(page: Page, name: string): Promise<void> {
  for (const [lang, width] of [
    ['en', 1280],
    ['es', 360],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await showIn(page, lang);
    await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0);
    const place = `${name}, ${lang}`;
    expect.soft(await outOfTheWindow(page), `${place}: wider than the window`).toEqual([]);
    // The rows of the earlier language stay until those of the new one arrive.
    await expect
      .poll(async () => strayWords(await allTexts(page), lang, administrationWordsOf), place)
      .toEqual([]);
  }
  await showIn(page, 'ar');
  await waitUntilStill(page);
}

/** Submitted requests with a service that no organisation does, with numbers of a year. */
async function createUnrouted(databaseUrl: string, count: number, year = 1995): Promise<void> {
  await queryRows(
    databaseUrl,
    `WITH original AS (SELECT r.id, s.item_id FROM requests r JOIN request_services s ON s.request_id = r.id
       ORDER BY r.id LIMIT 1),
     made AS (
       INSERT INTO requests SELECT (jsonb_populate_record(r, jsonb_build_object(
         'id', nextval(pg_get_serial_sequence('requests', 'id')), 'status', 'EN COURS DE QUALIFICATION',
         'num_request', $2::text || lpad(n::text, 6, '0'), 'journey_def_id', NULL,
         'submitted_at', now() - n * interval '1 hour'))).*
       FROM requests r, generate_series(1, $1::int) n WHERE r.id = (SELECT id FROM original)
       RETURNING id)
     INSERT INTO request_services SELECT (jsonb_populate_record(s, jsonb_build_object('request_id', made.id))).*
     FROM request_services s, original, made
     WHERE s.request_id = original.id AND s.item_id = original.item_id RETURNING 1 AS done`,
    [count, `${String(year)}-`],
  );
}

/** Mails that a server refused, and a job whose last run failed. */
async function createFailures(databaseUrl: string, to: string, mails: number): Promise<void> {
  await queryRows(
    databaseUrl,
    `WITH job AS (INSERT INTO background_jobs (name, every_seconds, next_run_at, last_failure_at, failures, last_error)
       VALUES ('ended-shares', 3600, now() + interval '1 hour', now(), 3, 'Error: ENOSPC: no space left on device')
       ON CONFLICT (name) DO UPDATE SET next_run_at = excluded.next_run_at, last_failure_at = now(), failures = 3,
         last_error = excluded.last_error)
     INSERT INTO outbox_mails ("to", lang, template, params, state, attempts, last_error)
     SELECT $1, 'fr', 'resetPassword', '{"name": "Salma", "token": "S3cret"}', 'FAILED', 5,
       'EENVELOPE 550 5.1.1 <' || $1 || '>: Recipient address rejected: User unknown in virtual mailbox table'
     FROM generate_series(1, $2::int) RETURNING id`,
    [to, mails],
  );
}

test('an administrator sets up an access, approves three agents and assigns thirty requests', async ({
  browser,
  page,
  portal,
  request,
}) => {
  for (const name of ['Amal', 'Badr', 'Chaima']) await createNewcomer(request, portal, name);
  await createUnrouted(portal.databaseUrl, 30);
  const email = 'leila@example.org';
  const link = await addAdministrator(portal, email, 'Leila Amrani');

  const effort = await effortOn(page);
  const week: Record<string, Effort> = {};
  let key = '';
  await test.step('the link opens the set-up, which shows its codes once', async () => {
    key = await setUp(page, link, email);
    expect(new URL(page.url()).pathname).toBe('/admin');
    await page.getByRole('button', { name: 'Je les ai notés' }).click();
    await expect(page.getByRole('heading', { name: 'À faire' })).toBeVisible();
  });

  await test.step('the link is an unknown address in another browser', async () => {
    const other = await (await browser.newContext({ baseURL: portal.url })).newPage();
    for (const address of ['/admin', '/admin/approvals', link]) {
      await other.goto(address);
      await expect(other).toHaveURL(/\/landing\/fr/);
    }
    expect((await other.request.get('/api/admin/session')).status()).toBe(404);
    const script = await page.locator('script[type=module]').getAttribute('src');
    expect((await other.request.get(script ?? '')).status()).toBe(404);
    expect((await page.request.get(script ?? '')).status()).toBe(200);
    await other.context().close();
  });

  await test.step('after signing out, password and code are required', async () => {
    await page.getByRole('button', { name: /^Mon compte/ }).click();
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
    await signIn(page, '000000');
    await expect(page.getByRole('alert')).toContainText('Le mot de passe ou le code est incorrect');
    // The code of the set-up is used.
    await signIn(page, codeOf(key, 1));
    await expect(page.getByRole('heading', { name: 'À faire' })).toBeVisible();
  });

  await test.step('three agents are approved, one of them with one click', async () => {
    effort.take();
    await page
      .getByRole('main')
      .getByRole('link', { name: /agents à approuver$/ })
      .click();
    await expect(page.locator('#page-heading')).toHaveText('Approbations');
    await page.getByRole('button', { name: 'Approuver Amal Tazi' }).click();
    await expect(page.getByText('Amal Tazi')).toHaveCount(0);
    await expect(page.locator('#page-heading')).toBeFocused();
    await page.getByLabel('Sélectionner Badr Tazi').check();
    await page.getByLabel('Sélectionner Chaima Tazi').check();
    await page.getByRole('button', { name: 'Approuver (2)' }).click();
    await expect(page.getByText('Chaima Tazi')).toHaveCount(0);
    const [approved] = await queryRows<{ count: string }>(
      portal.databaseUrl,
      `SELECT count(*) FROM users WHERE prenom IN ('Amal', 'Badr', 'Chaima') AND approved_at IS NOT NULL`,
    );
    expect(approved?.count).toBe('3');
    week['approve three agents'] = effort.take();
  });

  await test.step('thirty requests are assigned with four clicks', async () => {
    effort.take();
    await page.getByRole('link', { name: /^Demandes à confier/ }).click();
    await page.getByLabel('Sélectionner toute la page').check();
    const organisation = page.getByRole('combobox', { name: 'Organisme' });
    await organisation.click();
    await organisation.fill('CCIS');
    await page.getByRole('option', { name: /CCIS/ }).first().click();
    await page.getByRole('button', { name: /^Confier \(\d+\)/ }).click();
    await expect(page.getByLabel(/^Sélectionner la demande .?1995-/)).toHaveCount(0);
    const [assigned] = await queryRows<{ count: string }>(
      portal.databaseUrl,
      `SELECT count(DISTINCT r.id) FROM requests r JOIN processing_steps s ON s.request_id = r.id
       WHERE r.num_request LIKE '1995-%'`,
    );
    expect(assigned?.count).toBe('30');
    week['assign thirty requests'] = effort.take();
  });

  await test.step('a service without an organisation gets a default organisation, which receives the next request', async () => {
    await queryRows(
      portal.databaseUrl,
      `DELETE FROM partner_services WHERE item_id =
         (SELECT id FROM reference_items WHERE parent = 'SERVICE' AND code = 'CREATION_ENTREPRISE') RETURNING item_id`,
    );
    await page.getByText('Organismes par défaut').click();
    const service = page.getByRole('combobox', { name: /création d’entreprise/ });
    await service.click();
    await service.fill('CRI');
    await page.getByRole('option', { name: /CRI/ }).first().click();
    await expect(page.getByText(/^Organisme par défaut enregistré/)).toBeVisible();
    const id = await draftOf(request, portal, amina, 'Ouvrir un atelier de zellige');
    const submitted = await request.put(`${portal.url}/api/requests/observationAndStatus`, {
      headers: { authorization: `Bearer ${await tokenOf(request, portal.url, amina)}` },
      data: { idRequest: id, newStatus: { code: 'NOUVEAU' } },
    });
    expect(submitted.status(), await submitted.text()).toBe(200);
    const [step] = await queryRows<{ title: string }>(
      portal.databaseUrl,
      `SELECT p.title FROM processing_steps s JOIN partners p ON p.id = s.partner_id WHERE s.request_id = $1`,
      [id],
    );
    expect(step?.title).toMatch(/CRI/);
  });

  await test.step('failed mails are retried, first one and then all, and a failed job too', async () => {
    await createFailures(portal.databaseUrl, 'salma@example.org', 3);
    await page.goto('/admin');
    await page.getByRole('link', { name: /3 emails ne sont pas partis$/ }).click();
    await expect(page.locator('#page-heading')).toHaveText('Échecs');
    await expect(page.getByText('L’autre serveur a refusé le message')).toHaveCount(3);
    const retry = page.getByRole('button', { name: /^Relancer.*Réinitialis/ });
    await retry.first().click();
    await expect(retry).toHaveCount(2);
    await expect(page.locator('#page-heading')).toBeFocused();
    await page.getByRole('button', { name: 'Tout relancer' }).click();
    await expect(retry).toHaveCount(0);
    await page.getByRole('link', { name: 'Tâches de fond (1)' }).click();
    await page.getByRole('button', { name: /^Relancer.*Fin des liens de partage/ }).click();
    await expect(page.getByRole('button', { name: /^Relancer/ })).toHaveCount(0);
    const leftOf = async () =>
      await queryRows<{ states: string; failures: number }>(
        portal.databaseUrl,
        `SELECT string_agg(DISTINCT state::text, ',') AS states,
           (SELECT failures FROM background_jobs WHERE name = 'ended-shares') AS failures
         FROM outbox_mails WHERE "to" = 'salma@example.org'`,
      );
    await expect.poll(leftOf).toEqual([{ states: 'SENT', failures: 0 }]);
    await page.reload();
    await expect(page.getByText('Rien n’a échoué')).toBeVisible();
  });

  await test.step('a person is found; the page shows why no mail was sent, and the address is corrected', async () => {
    effort.take();
    await queryRows(
      portal.databaseUrl,
      `INSERT INTO outbox_mails ("to", lang, template, params, state, last_error)
       SELECT email, 'fr', template, '{}', 'FAILED', '550 no such user'
       FROM users, unnest(ARRAY['requestReceived', 'requestEvents']) AS template WHERE prenom = 'Amal' RETURNING id`,
    );
    await page.getByRole('link', { name: 'Personnes' }).click();
    await page.getByRole('searchbox', { name: 'Chercher une personne' }).fill('amal tazi');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /Amal Tazi/ }).click();
    const mails = page.getByRole('region', { name: 'Emails' });
    await expect(mails).toContainText('550 no such user');
    await expect(mails).toContainText('Réunit plusieurs événements d’une demande.');
    await page.getByRole('button', { name: 'Autres actions' }).click();
    await page.getByRole('menuitem', { name: 'Corriger l’adresse' }).click();
    await page.getByLabel(/^Nouvelle adresse email/).fill('amal.juste@example.org');
    await page.getByRole('button', { name: 'Corriger', exact: true }).click();
    await expect(page.getByText('amal.juste@example.org')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Historique' })).toContainText(
      'Adresse corrigée',
    );
    // The way back leads to the same search.
    await page.goBack();
    await expect(page.getByRole('link', { name: /Amal Tazi/ })).toBeVisible();
    week['find out why no mail came, and correct the address'] = effort.take();
  });

  await test.step('a person’s data is exported, and the person is erased once the address is typed', async () => {
    await page.getByRole('searchbox').fill('badr tazi');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /Badr Tazi/ }).click();
    const actions = page.getByRole('button', { name: 'Autres actions' });
    await actions.click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Télécharger ses données' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^wasl-.*\.zip$/);
    await actions.click();
    await page.getByRole('menuitem', { name: 'Effacer le compte' }).click();
    const typed = page.getByLabel(/^Pour confirmer/);
    const erase = page.getByRole('dialog').getByRole('button', { name: 'Effacer le compte' });
    await typed.fill('amal.juste@example.org');
    await erase.click();
    await expect(page.getByText('Ce n’est pas l’adresse de ce compte.')).toBeVisible();
    const [badr] = await queryRows<{ email: string }>(
      portal.databaseUrl,
      `SELECT email FROM users WHERE prenom = 'Badr'`,
    );
    await typed.fill(badr?.email ?? '');
    await erase.click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/admin\/people$/);
    await page.getByRole('searchbox').fill('amal tazi');
    await page.keyboard.press('Enter');
  });

  await test.step('a deleted request is restored, and one of its files is removed', async () => {
    const id = await draftOf(request, portal, amina, 'Une presse à huile');
    const headers = { authorization: `Bearer ${await tokenOf(request, portal.url, amina)}` };
    const added = await request.post(`${portal.url}/api/requests/${String(id)}/document`, {
      headers,
      multipart: { name: 'BUSINESS_PLAN', file: pdf('plan-de-presse.pdf') },
    });
    expect(added.status(), await added.text()).toBe(201);
    await request.delete(`${portal.url}/api/requests/${String(id)}`, { headers });
    await page.getByRole('searchbox').fill(amina);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /Amina/ }).click();
    const row = page
      .getByRole('region', { name: 'Demandes' })
      .getByRole('listitem')
      .filter({ hasText: 'plan-de-presse' })
      .first();
    const dialog = page.getByRole('dialog');
    const restore = row.getByRole('button', { name: /^Rétablir la demande/ });
    await restore.click();
    await page.getByLabel(/^Motif/).fill('Supprimée par erreur');
    expect(await faultsOf(page, 'all', true)).toEqual([]);
    await dialog.getByRole('button', { name: 'Rétablir' }).click();
    await expect(page.getByText('La demande est rétablie')).toBeVisible();
    await expect(restore).toHaveCount(0);
    await row.locator('summary').click();
    await row.getByRole('button', { name: /^Retirer .?plan-de-presse/ }).click();
    await page.getByLabel(/^Motif/).fill('Document d’une autre personne');
    await dialog.getByRole('button', { name: 'Retirer' }).click();
    await expect(page.getByText('Le fichier est retiré')).toBeVisible();
    await expect(row).toHaveCount(0);
    await page.getByRole('link', { name: 'Personnes' }).click();
    await page.getByRole('searchbox').fill('amal tazi');
    await page.keyboard.press('Enter');
  });

  await test.step('an access is closed with a reason, and the history shows the author', async () => {
    await page.getByRole('link', { name: /Amal Tazi/ }).click();
    await page.getByRole('button', { name: 'Autres actions' }).click();
    await page.getByRole('menuitem', { name: 'Fermer l’accès' }).click();
    await page.getByLabel(/^Motif/).fill('Compte usurpé');
    await page.getByRole('button', { name: 'Fermer l’accès' }).click();
    await expect(page.getByRole('button', { name: 'Rouvrir l’accès' })).toBeVisible();
    await page.getByRole('link', { name: 'Historique' }).click();
    const newest = page.getByRole('main').getByRole('listitem').first();
    await expect(newest).toContainText('Accès fermé');
    await expect(newest).toContainText('Amal Tazi');
    await expect(newest).toContainText('leila@example.org');
    await expect(newest).toContainText('Compte usurpé');
  });

  await test.step('two accounts of one person are merged when both addresses have confirmed', async () => {
    await queryRows(
      portal.databaseUrl,
      `INSERT INTO users (id, email, role, nom, prenom, email_confirmed_at, updated_at)
       SELECT gen_random_uuid(), address, 'BENEFICIAIRE', 'Rami', 'Yousra', now(), now()
       FROM unnest(ARRAY['yousra.rami@example.org', 'y.rami@example.org']) AS address RETURNING id`,
    );
    await page.getByRole('link', { name: 'Personnes' }).click();
    await page.getByRole('searchbox').fill('yousra.rami@example.org');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /Yousra Rami/ }).click();
    await page.getByRole('button', { name: 'Autres actions' }).click();
    await page.getByRole('menuitem', { name: 'Réunir avec un autre compte' }).click();
    const other = page.getByLabel(/^Adresse email de l’autre compte/);
    await other.fill('yousra.rami@example.org');
    await page.getByLabel(/^Motif/).fill('Deux inscriptions');
    await page.getByRole('button', { name: 'Envoyer les emails' }).click();
    await expect(page.getByText('C’est l’adresse de ce compte.')).toBeVisible();
    await other.fill('y.rami@example.org');
    await page.getByRole('button', { name: 'Envoyer les emails' }).click();
    const merge = page.getByRole('region', { name: 'Réunion de deux comptes' });
    await expect(merge.getByText('Pas encore confirmé')).toHaveCount(2);
    expect(await faultsOf(page, 'all', true)).toEqual([]);

    const reader = await (await browser.newContext({ baseURL: portal.url })).newPage();
    for (const [to, title] of [
      ['y.rami@example.org', 'C’est noté'],
      ['yousra.rami@example.org', 'Vos comptes sont réunis'],
    ] as const) {
      await reader.goto(await mailedLink(reader, to, '/emails/reunir/'));
      await expect(reader.getByRole('heading', { level: 1 })).toHaveText(
        /^Réunir vos deux comptes/,
      );
      await expect(reader.getByText(to)).toBeVisible();
      expect(await faultsOf(reader, 'all', true)).toEqual([]);
      await reader.getByRole('button', { name: 'Réunir les deux comptes' }).click();
      await expect(reader.getByRole('heading', { level: 1 })).toHaveText(title);
      if (title === 'C’est noté') {
        await page.reload();
        await expect(merge.getByText('Confirmé', { exact: true })).toHaveCount(1);
      }
    }
    await reader.context().close();
    await page.reload();
    await expect(page.getByRole('region', { name: 'Historique' })).toContainText('Comptes réunis');
    await expect(merge).toHaveCount(0);
  });

  await test.step('an organisation gets a phone number, and one of its agents an absence', async () => {
    await page.getByRole('link', { name: /^Organismes/ }).click();
    await page.getByRole('searchbox').fill('CCIS');
    await page.keyboard.press('Enter');
    await page.getByRole('main').getByRole('link', { name: /CCIS/ }).first().click();
    await page.getByLabel('Téléphone').fill('05 39 30 03 00');
    await page.getByRole('tab', { name: 'العربية' }).click();
    await page
      .getByLabel(/^Nom de l’organisme/)
      .nth(2)
      .fill('الغرفة');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByText('Les informations de l’organisme sont enregistrées')).toBeVisible();
    await expect(page.getByLabel('Téléphone')).toHaveValue('+212539300300');
    await page
      .getByRole('button', { name: /^Noter une absence/ })
      .first()
      .click();
    for (const label of ['Du', 'Au']) {
      await page.getByRole('button', { name: new RegExp(`^${label} `) }).click();
      const calendar = page.getByRole('dialog', { name: label, exact: true });
      await calendar.locator('table button:not([disabled], [data-hidden])').last().click();
      await expect(calendar).toBeHidden();
    }
    await page.getByRole('button', { name: 'Enregistrer l’absence' }).click();
    await expect(page.getByText(/^Absence du .+ sans remplaçant$/)).toBeVisible();
    await page.getByRole('button', { name: /^Mettre fin à l’absence/ }).click();
    await expect(page.getByText(/^Absence du/)).toHaveCount(0);
  });

  await test.step('all files of an organisation move with one confirmation', async () => {
    await page.getByRole('combobox', { name: 'Nouvel organisme' }).click();
    await page.getByRole('option').first().click();
    const name = /^Transférer \d+ dossiers$/;
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').getByRole('button', { name }).click();
    await expect(page.getByText(/^Les dossiers sont transférés à/)).toBeVisible({
      timeout: 30_000,
    });
    await expect(page.getByRole('heading', { name: 'Transférer les dossiers' })).toHaveCount(0);
  });

  await test.step('the month report shows its figures and is downloaded', async () => {
    effort.take();
    await page.getByRole('link', { name: 'Rapport du mois' }).click();
    const month = page.getByLabel('Mois');
    await month.selectOption({ index: 0 });
    const total = page.getByRole('row').filter({ hasText: 'Ensemble' });
    await expect(total.getByRole('cell').nth(1)).toHaveText(/^[1-9]\d+$/);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Télécharger le classeur' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`wasl-${await month.inputValue()}.xlsx`);
    await page.getByRole('link', { name: 'Historique' }).click();
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(
      'Rapport du mois téléchargé',
    );
    week['month report'] = effort.take();
  });

  await test.step('an announcement is previewed, shown to everybody, dismissed and ended', async () => {
    effort.take();
    await page.getByRole('link', { name: 'Annonce' }).click();
    await page.locator('input[name="until"]').fill('2999-01-01T10:00');
    await page.locator('textarea[name="texts.fr"]').fill('Maintenance ce soir à 22 h');
    await page.locator('textarea[name="texts.ar"]').fill('صيانة هذا المساء');
    await page.getByRole('button', { name: 'Prévisualiser' }).click();
    await expect(page.locator('#new')).toBeFocused();
    await expect(page.locator('form li p[lang=fr]', { hasText: 'Maintenance' })).toHaveCount(3);
    await expect(page.locator('form li p[lang=ar]', { hasText: 'صيانة' })).toBeVisible();
    await page.getByRole('button', { name: 'Publier' }).click();
    await expect(page.getByRole('button', { name: 'Arrêter l’annonce' })).toBeVisible();
    week['announcement'] = effort.take();

    const visitor = await (await browser.newContext({ baseURL: portal.url })).newPage();
    const band = visitor.getByRole('status').filter({ hasText: /Maintenance|صيانة/ });
    await visitor.goto('/landing/ar');
    await expect(band).toContainText('صيانة هذا المساء');
    expect(await faultsOf(visitor, 'all', true)).toEqual([]);
    await visitor.goto('/help?lang=es');
    await expect(band.locator('p[lang=fr]')).toHaveText('Maintenance ce soir à 22 h');
    await expect(visitor.locator('h1')).toBeVisible();
    await band.getByRole('button', { name: 'Cerrar este anuncio' }).click();
    await expect(band).toHaveCount(0);
    await expect(visitor.locator('#content')).toBeFocused();
    await visitor.reload();
    await expect(visitor.locator('h1')).toBeVisible();
    await expect(band).toHaveCount(0);
    await visitor.context().close();

    await page.getByRole('button', { name: 'Arrêter l’annonce' }).click();
    await expect(page.getByText('L’annonce n’est plus affichée')).toBeVisible();
    const after = await (await page.request.get('/config.json')).json();
    expect(after).not.toHaveProperty('notice');
  });

  await test.step('a journey with two questions and a document is added after a preview of the change', async () => {
    effort.take();
    const press = async (target: Locator) => await target.click();
    const write = async (label: RegExp, text: string) =>
      await page.getByLabel(label).first().fill(text);
    const pick = async (label: RegExp, option?: string) => {
      await press(page.getByRole('combobox', { name: label }).last());
      await press(page.getByRole('option', option === undefined ? {} : { name: option }).first());
    };
    const button = (name: string) => page.getByRole('button', { name });
    await press(page.getByRole('link', { name: 'Listes et parcours' }));
    await press(page.getByRole('link', { name: 'Nouveau parcours' }));
    await write(/^Titre/, 'Lancer un gîte rural');
    await write(/^Description/, 'Pour ouvrir un gîte dans le Rif.');
    await press(button('Ajouter un document'));
    await pick(/^Document/, 'Business plan');
    await press(button('Ajouter une question'));
    await write(/^Libellé/, 'Combien de chambres ?');
    await pick(/^Type de réponse/, 'Nombre');
    await press(button('Ajouter une question'));
    await write(/^Libellé/, 'Quel terrain ?');
    await pick(/^Type de réponse/, 'Un choix');
    await press(button('Ajouter une réponse'));
    await write(/^Réponse 1/, 'À moi');
    // What was typed is still there after a reload.
    await expect(page.getByText(/^Brouillon enregistré/)).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Reprendre' }).click();
    await button('Vérifier et enregistrer').click();
    // The task that lacks its service and organisation opens.
    await expect(page.getByRole('alert')).toContainText('Organisme');
    await pick(/^Service/);
    await pick(/^Organisme/);
    await press(button('Vérifier et enregistrer'));
    const dialog = page.getByRole('dialog', { name: 'Ce qui va changer' });
    await expect(dialog.getByText('Quel terrain ?').first()).toBeVisible();
    expect(await faultsOf(page, 'all', true)).toEqual([]);
    await press(dialog.getByRole('button', { name: 'Enregistrer' }));
    await expect(page).toHaveURL(/\/reference\/journeys\/lancer-un-gite-rural$/);
    week['add a journey'] = effort.take();

    const context = await browser.newContext({ baseURL: portal.url });
    const beneficiary = await context.newPage();
    await signedIn(beneficiary, portal.url, amina);
    await withoutDraft(beneficiary.request, portal.url, amina);
    await beneficiary.goto('/newRequest');
    await beneficiary.getByRole('radio', { name: 'Parcours prédéfini' }).check();
    await nextStep(beneficiary);
    await beneficiary.getByRole('radio', { name: /Lancer un gîte rural/ }).check();
    await nextStep(beneficiary);
    await expect(beneficiary.getByLabel('Combien de chambres ?')).toBeVisible();
    await expect(beneficiary.getByRole('combobox', { name: 'Quel terrain ?' })).toBeVisible();
    await context.close();
  });

  await test.step('one word of the help page changes, also after another administrator’s save', async () => {
    await page.getByRole('link', { name: 'Toutes les listes' }).click();
    await page.getByRole('main').getByRole('link', { name: /^Aide/ }).click();
    await page.getByRole('button', { name: 'À quoi sert le portail' }).click();
    const text = page.locator('textarea[name="items.0.description.fr"]');
    await text.fill((await text.inputValue()).replace('projet', 'rêve'));
    await queryRows(
      portal.databaseUrl,
      `UPDATE reference_items SET libelle_fr = 'Premiers pas' WHERE parent = 'PAGE_AIDE' AND code = 'COMMENCER'
       RETURNING id`,
    );
    await page.getByRole('button', { name: 'Vérifier et enregistrer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ce qui va changer' });
    await expect(dialog.locator('del')).toHaveText(' projet');
    await expect(dialog.locator('ins')).toHaveText(' rêve');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Un autre administrateur');
    await expect(dialog.locator('ins')).toHaveText([' rêve']);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Premiers pas' })).toBeVisible();
    const visitor = await (await browser.newContext({ baseURL: portal.url })).newPage();
    await visitor.goto('/help');
    await expect(visitor.getByText(/porteurs de rêve/).first()).toBeVisible();
    await visitor.context().close();
  });

  const total = Object.values(week).reduce((sum, { presses }) => sum + presses, 0);
  for (const [type, { presses, keys, seconds }] of Object.entries(week)) {
    const description = `${String(presses)} presses, ${String(keys)} keys, ${String(seconds)} s`;
    test.info().annotations.push({ type, description });
  }
  expect(total).toBeLessThanOrEqual(45);

  await test.step('an ended session hides the page and preserves the input', async () => {
    await page.goto('/admin/approvals');
    await createNewcomer(request, portal, 'Dounia');
    await page.reload();
    await page.getByRole('button', { name: 'Refuser Dounia Tazi' }).click();
    const reason = page.getByLabel(/^Motif/);
    await reason.fill('Ne travaille pas dans cet organisme');
    await queryRows(portal.databaseUrl, 'DELETE FROM administrator_sessions RETURNING hash');
    await page.getByRole('button', { name: 'Refuser (1)' }).click();
    await expect(page.getByRole('heading', { name: 'Votre session est terminée' })).toBeVisible();
    await expect(page.locator('input[name=password]')).toBeFocused();
    await page.locator('input[name=password]').fill(password);
    await queryRows(portal.databaseUrl, 'UPDATE administrators SET last_step = NULL RETURNING id');
    await page.locator('input[name=code]').fill(codeOf(key));
    await page.keyboard.press('Enter');
    await expect(reason).toHaveValue('Ne travaille pas dans cet organisme');
    await page.getByRole('button', { name: 'Refuser (1)' }).click();
    await expect(page.getByText('Dounia Tazi')).toHaveCount(0);
    await expect(page.locator('#page-heading')).toBeFocused();
  });
});

test('every page of the administration reads from right to left on a phone, in the dark, and by keyboard', async ({
  browser,
  portal,
  request,
}) => {
  await createNewcomer(request, portal, 'Ibtissam');
  await createUnrouted(portal.databaseUrl, 1, 1994);
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const look = async (heading: string) => {
    await expect(page.locator('h1')).toHaveText(heading);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0);
    expect.soft(await faultsOf(page, 'all', true), heading).toEqual([]);
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth), heading)
      .toBeLessThanOrEqual(360);
  };
  await page.goto('/config.json');
  await page.evaluate(() => localStorage.setItem('lang', 'ar'));
  const email = 'nadia@example.org';
  const link = await addAdministrator(portal, email, 'نادية');
  const key = await setUp(page, link, email, (name) => lookInOtherLanguages(page, name));
  await look('ولوجكم جاهز');
  await lookInOtherLanguages(page, 'the recovery codes');
  await expect(page.locator('main li code')).toHaveCount(10);
  await page.getByRole('button', { name: 'لقد حفظتها' }).click();
  await look('للإنجاز');
  await lookInOtherLanguages(page, 'what is to do');
  await expectListsStill(page.locator('header'), 'the menus of the administration', 3);
  const main = page.getByRole('main');
  const go = async (name: string) => {
    await page.getByRole('button', { name: 'فتح القائمة' }).click();
    await page.getByRole('menuitem', { name }).click();
    await look(name);
    await expect(page.locator('#page-heading')).toBeFocused();
    await tabThrough(page);
    await lookInOtherLanguages(page, name);
  };
  await go('الموافقات');
  await page.getByLabel('تحديد Ibtissam Tazi').check();
  await look('الموافقات');
  await go('طلبات للإسناد');
  await main.getByRole('checkbox').last().check();
  await page.getByText('الهيئات الافتراضية').click();
  const defaults = main.locator('details .mantine-InputWrapper-root');
  await expect(defaults.first()).toBeVisible();
  await look('طلبات للإسناد');
  await expectListsStill(defaults.first(), 'the default organisation of a service', 1);
  await expectListsStill(main.locator('section'), 'the organisation of chosen requests', 1);
  await go('الأشخاص');
  await page.getByRole('searchbox').fill('ibtissam');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /Ibtissam/ }).click();
  // The list of people has the same first heading.
  await expect(page.getByRole('heading', { name: /Ibtissam/ })).toBeVisible();
  await expect(page.locator('#page-heading')).toBeFocused();
  await look('الأشخاص');
  await tabThrough(page);
  await lookInOtherLanguages(page, 'a person');
  await expectListsStill(main, 'a person', 1);
  await page.getByRole('button', { name: 'إجراءات أخرى' }).click();
  await page.getByRole('menuitem').last().click();
  await look('الأشخاص');
  await page.keyboard.press('Escape');
  await dialogsInHistory(page, 0);
  await page.goBack();
  await page.getByRole('searchbox').fill(amina);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /Amina/ }).click();
  await page.getByRole('button', { name: 'إجراءات أخرى' }).click();
  await page.getByRole('menuitem', { name: 'الدمج مع حساب آخر' }).click();
  await look('الأشخاص');
  await page.keyboard.press('Escape');
  await page.locator('main summary').first().click();
  await page
    .getByRole('button', { name: /^استرجاع/ })
    .first()
    .click();
  await look('الأشخاص');
  await page.keyboard.press('Escape');
  await go('السجل');
  await go('الهيئات');
  // It has files that can move to another organisation.
  await main.getByRole('link', { name: /المركز الجهوي للاستثمار/ }).click();
  await expect(page.getByRole('heading', { name: 'الأعوان' })).toBeVisible();
  await look('الهيئات');
  await tabThrough(page);
  await lookInOtherLanguages(page, 'an organisation');
  await expectListsStill(main, 'an organisation', 1);
  await page
    .getByRole('button', { name: /^تسجيل غياب/ })
    .first()
    .click();
  await expectListsStill(page.getByRole('dialog'), 'the absence of an agent', 3);
  await page.keyboard.press('Escape');
  await createFailures(portal.databaseUrl, 'hind@example.org', 2);
  await go('عمليات لم تنجح');
  await go('إعلان');
  await go('تقرير الشهر');
  await expectListsStill(main, 'the month report', 1);
  await go('اللوائح والمسارات');
  for (const [name, lists] of [
    [/^المساعدة/, 0],
    [/^أنواع الوثائق/, 1],
    [/^مسابقة TDC/, 1],
  ] as const) {
    await main.getByRole('link', { name }).click();
    await main.getByRole('button', { expanded: false }).first().click();
    await look('اللوائح والمسارات');
    await tabThrough(page);
    await lookInOtherLanguages(page, String(name));
    if (lists > 0) await expectListsStill(main, String(name), lists);
    await page.getByRole('link', { name: 'كل اللوائح والمسارات' }).click();
  }
  await page.getByRole('button', { name: /^حسابي/ }).click();
  await page.getByRole('menuitem').click();
  await look('الدخول إلى الإدارة');
  await lookInOtherLanguages(page, 'the sign-in');
  await signIn(page, codeOf(key, 1));
  await expect(page.locator('h1')).toHaveText('للإنجاز');
  await context.close();
});
