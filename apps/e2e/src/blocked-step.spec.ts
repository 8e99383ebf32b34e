import { requestIn } from './calls.ts';
import { effortOn } from './effort.ts';
import { pdf } from './files.ts';
import { mailedLink } from './mailbox.ts';
import { expectNotice } from './notices.ts';
import { chooseOperation } from './row-menu.ts';
import { expect, test } from './server.ts';
import { signIn } from './sign-in-form.ts';
import { signedIn } from './signed-in.ts';
import { otherWindow } from './other-window.ts';
import { choosePart, partLink } from './worklist-tools.ts';

// It moves a request on.
test.use({ portalName: 'blocked step' });

const beneficiary = 'amina@example.org';
const agent = 'agent.cri@example.org';

test('a blocked step requests a document, and the mail links to its upload', async ({
  browser,
  page,
  portal,
}) => {
  await signedIn(page, portal.url, beneficiary);
  await page.goto('/requests');
  const { id, number } = await requestIn(page, 'NOUVEAU');

  const karim = await otherWindow(browser, portal, agent);

  await test.step('the agent blocks the step and requests a document', async () => {
    await karim.goto(`/requests?number=${number}`);
    await karim
      .getByRole('button', { name: /^Mettre à jour/ })
      .first()
      .click();
    const form = karim.getByRole('dialog', { name: 'Mettre à jour l’avancement' });
    await form.getByRole('radio', { name: 'Bloquée' }).check();
    await form.getByRole('combobox', { name: 'Documents à demander' }).click();
    await karim
      .getByRole('option', { name: /^Devis/ })
      .first()
      .click();
    await karim.keyboard.press('Escape');
    const save = form.getByRole('button', { name: 'Enregistrer', exact: true });
    await save.click();
    // Blocking requires a reason.
    const why = form.getByRole('textbox', { name: /^Ce qui bloque/ });
    await expect(why).toHaveAttribute('aria-invalid', 'true');
    await why.fill('Le devis est périmé');
    await save.click();
    await expectNotice(karim, "L'état d'avancement a été enregistré avec succès");
  });

  await test.step('the step is listed only in the part for blocked steps', async () => {
    const file = karim.getByRole('link', { name: `Ouvrir le dossier ${number}` });
    for (const [part, count] of [
      ['Bloquées', 1],
      ['À traiter', 0],
      ['En attente du bénéficiaire', 0],
      ['En retard', 0],
    ] as const) {
      const link = partLink(karim, new RegExp(`^${part}`));
      await expect(link).toContainText(String(count));
      await choosePart(karim, new RegExp(`^${part}`));
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(file).toHaveCount(count);
    }
  });

  await test.step('the person opens the link of the mail without a session, signs in, and reaches the page', async () => {
    const amina = await otherWindow(browser, portal);
    const subject = new RegExp(`${number}.*documents attendus`);
    await amina.goto(await mailedLink(amina, subject, `/requests/${String(id)}/follow`));
    await expect(amina).toHaveURL(/\/landing\/fr/);
    await signIn(amina, beneficiary);
    await expect(amina).toHaveURL(new RegExp(`/requests/${String(id)}/follow$`));

    const follow = amina.getByRole('main');
    await expect(follow.getByText(/^À vous.: .*Devis/).first()).toBeVisible();
    // Who asks for what, with the agent's words, and the control in the same card.
    const card = follow.getByRole('list', { name: 'Ce qui vous est demandé' });
    await expect(card).toContainText(/CRI-TTA.* vous demande.: .*Devis.*Le devis est périmé/);
    await test.step('the notice links to the same page, and two clicks upload the document', async () => {
      await amina.getByRole('button', { name: /^Notifications/ }).click();
      await amina
        .getByRole('dialog', { name: 'Notifications' })
        .getByRole('link', { name: new RegExp(`documents.*${number}|${number}.*documents`) })
        .click();
      await expect(amina).toHaveURL(new RegExp(`/requests/${String(id)}/follow$`));
      const effort = await effortOn(amina);
      const [chooser] = await Promise.all([
        amina.waitForEvent('filechooser'),
        card.getByText('Choisir un fichier', { exact: true }).click(),
      ]);
      await chooser.setFiles(pdf('devis.pdf'));
      await follow.getByRole('button', { name: /^Déposer/ }).click();
      await expectNotice(amina, 'Le fichier a bien été chargé!');
      expect(effort.take().presses).toBe(2);
    });
    await expect(follow.getByRole('button', { name: /^Télécharger Devis/ })).toBeVisible();
    // The organisation has the next move, so nothing is reported as missing.
    const missing = /^Ce qui bloque|vous demande|attend.:|^En attente du bénéficiaire|^À vous/;
    await expect(follow.getByText(missing)).toHaveCount(0);
    await expect(follow.getByText(/Document déposé pour/).first()).toBeVisible();
    await expect(follow.getByText(/^Chez .*CRI-TTA.* · en cours$/).first()).toBeVisible();
    // The page of the request leads to the follow-up, too.
    await chooseOperation(amina, 'Consulter');
    await expect(amina).toHaveURL(new RegExp(`/requests/${String(id)}$`));
    await amina.getByRole('button', { name: /^Suivre/ }).click();
    await expect(amina).toHaveURL(new RegExp(`/requests/${String(id)}/follow$`));
    await amina.goto(`/requests?number=${number}`);
    const row = amina.getByRole('row').filter({ hasText: number });
    await expect(row).toBeVisible();
    await expect(row.getByText(missing)).toHaveCount(0);
    const pendingActions = amina.getByRole('region', { name: 'C’est à vous d’agir' });
    await pendingActions.getByRole('button', { name: /^Tout afficher/ }).click();
    await expect(pendingActions.getByText(number)).toHaveCount(0);
    await amina.getByRole('button', { name: /^Notifications/ }).click();
    const notices = amina.getByRole('dialog', { name: 'Notifications' });
    await expect(notices.getByRole('listitem').first()).toBeVisible();
    const mine = notices.getByRole('listitem').filter({ hasText: number });
    await expect(mine.filter({ hasText: /demande des documents|Bloquée/ })).toHaveCount(0);
    await amina.context().close();
  });

  await test.step('the step is listed for the agent to process again', async () => {
    await karim.goto(`/requests?tab=todo&number=${number}`);
    const row = karim.getByRole('row').filter({ hasText: number });
    await expect(row).toContainText('En cours');
    await expect(partLink(karim, /^Bloquées/)).toContainText('0');
  });

  await test.step('the agent’s notice links to the documents of that step', async () => {
    await karim.goto('/requests');
    await karim.getByRole('button', { name: /^Notifications/ }).click();
    await karim
      .getByRole('dialog', { name: 'Notifications' })
      .getByRole('link', { name: new RegExp(`a déposé des documents.*${number}`) })
      .click();
    const documents = karim.getByRole('region', { name: 'Documents', exact: true });
    await expect(documents.getByRole('button', { name: /^Voir devis\.pdf/ })).toBeVisible();
    const heading = documents.getByRole('heading', { name: 'Documents', exact: true });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
  });

  await test.step('an address of an earlier release opens the dialog of the row', async () => {
    const [, stepId = ''] = /steps\/(\d+)/.exec(karim.url()) ?? [];
    await karim.goto(`/requests?number=${number}&step=${stepId}&open=documents`);
    const documents = karim.getByRole('dialog', { name: /^Documents de la demande/ });
    await expect(documents.getByRole('button', { name: /^Télécharger devis\.pdf/ })).toBeVisible();
    await karim.keyboard.press('Escape');
    await expect(documents).toHaveCount(0);
    await expect(karim).not.toHaveURL(/open=/);
  });
  await karim.context().close();
});
