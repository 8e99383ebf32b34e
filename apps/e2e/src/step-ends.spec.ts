import type { Page } from '@playwright/test';

import { callAs, requestIn } from './calls.ts';
import { expectNotice } from './notices.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { otherWindow } from './other-window.ts';

// Changes the state of a request.
test.use({ portalName: 'rows of the list' });

const beneficiary = 'amina@example.org';

test('a declined request goes to another organisation, which returns it for rephrasing', async ({
  browser,
  page,
  portal,
}) => {
  await signedIn(page, portal.url, beneficiary);
  await page.goto('/requests');
  const { id, number } = await requestIn(page, 'NOUVEAU');
  const as = async (email: string) => {
    const agent = await otherWindow(browser, portal, email);
    await agent.goto(`/requests?number=${number}`);
    return agent;
  };
  /** Agent of the organisation chosen by the routing, among those that offer the service. */
  const whoHas = async (wanted: string): Promise<string> => {
    const path = '/journeyInstanceProcessingSteps/filter';
    for (const name of ['ccis', 'peches', 'indh']) {
      const email = `agent.${name}@example.org`;
      const found = await callAs(page.request, portal, email, path, [
        { key: 'numRequest', operation: 'EQUALS', value: wanted },
      ]);
      if ((found as { totalElements: number }).totalElements > 0) return email;
    }
    throw new Error(`nobody has ${wanted}`);
  };
  const choose = async (agent: Page, item: string) => {
    await agent.getByRole('button', { name: `Autres actions : demande ${number}` }).click();
    await agent.getByRole('menuitem', { name: item }).click();
  };

  const karim = await as('agent.cri@example.org');
  await test.step('the first organisation enters a reason, and no longer sees the step', async () => {
    // From the step's page: after giving the step up, the page leads back to the list.
    await karim.getByRole('link', { name: /^Ouvrir le dossier/ }).click();
    // A menu closes while the page below still grows.
    await expect(
      karim.getByLabel('Commentaire pour le bénéficiaire', { exact: true }),
    ).toBeVisible();
    await expect(karim.getByRole('region', { name: 'Messages et notes internes' })).toBeVisible();
    await choose(karim, 'Ce n’est pas pour nous');
    const dialog = karim.getByRole('dialog', {
      name: `Demande ${number} : ce n’est pas pour vous`,
    });
    const words = dialog.getByRole('textbox', { name: /^Quelques mots/ });
    await dialog.getByRole('radio', { name: 'Autre raison' }).check();
    await words.fill('Le guichet de Tétouan est fermé.');
    // Back asks before the input is lost.
    await karim.goBack();
    await karim
      .getByRole('dialog', { name: 'Fermer sans enregistrer' })
      .getByRole('button', { name: 'Annuler' })
      .click();
    await expect(words).toHaveValue('Le guichet de Tétouan est fermé.');
    await expect(dialog.getByText(/^La prestation sera confiée à/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Ce n’est pas pour nous' }).click();
    await expectNotice(karim, 'La prestation est confiée à');
    const gone = karim.getByText('Aucune demande ne correspond à cette recherche');
    await expect(gone).toBeVisible();

    // Undone from the notice, which a reload shows again, and declined again from the list.
    await karim.reload();
    await karim.getByTestId('notice').getByRole('button', { name: 'Annuler' }).click();
    await expectNotice(karim, `Le dossier ${number} est de nouveau chez vous`);
    await choose(karim, 'Ce n’est pas pour nous');
    await dialog.getByRole('radio', { name: 'Autre raison' }).check();
    await words.fill('Le guichet de Tétouan est fermé.');
    await expect(dialog.getByText(/^La prestation sera confiée à/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Ce n’est pas pour nous' }).click();
    await expectNotice(karim, 'La prestation est confiée à');
    await expect(gone).toBeVisible();
  });

  await test.step('the person receives a notice in plain words', async () => {
    await page.reload();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(
      page
        .getByRole('dialog', { name: 'Notifications' })
        .getByRole('link', { name: new RegExp(`ne prend pas en charge.*${number}.*s’en charge`) }),
    ).toBeVisible();
  });

  await test.step('the second organisation requests a rephrasing, with one point per line', async () => {
    const samira = await as(await whoHas(number));
    await choose(samira, 'Renvoyer pour reformulation');
    const dialog = samira.getByRole('dialog', { name: `Renvoyer la demande ${number}` });
    await dialog.getByRole('button', { name: 'Renvoyer pour reformulation' }).click();
    await expect(dialog.getByRole('link', { name: /Ce qu’il faut changer/ })).toBeVisible();
    const points = dialog.getByRole('textbox', { name: /^Ce qu’il faut changer/ });
    await points.fill('La commune\nLa surface');
    // Rotating a tablet switches between rows and cards; the dialog belongs to neither and stays.
    await samira.setViewportSize({ width: 700, height: 900 });
    await expect(samira.getByRole('row')).toHaveCount(0);
    await expect(points).toHaveValue('La commune\nLa surface');
    await samira.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByRole('button', { name: 'Renvoyer pour reformulation' }).click();
    await expectNotice(samira, 'La demande est renvoyée à son auteur.');
    const row = samira.getByRole('row').filter({ hasText: number });
    await expect(row).toContainText('À reformuler');
    await expect(
      row.getByRole('menuitem', { name: 'Ce n’est pas pour nous', includeHidden: true }),
    ).toHaveCount(0);
    await samira.context().close();
  });

  await test.step('the first organisation can no longer undo it, because the second has acted', async () => {
    await karim.reload();
    await karim.getByTestId('notice').getByRole('button', { name: 'Annuler' }).click();
    await expectNotice(karim, 'dix minutes ont passé, ou quelqu’un a agi depuis');
    await karim.context().close();
  });

  await test.step('the person sees the requested changes', async () => {
    await page.goto(`/editRequest/${String(id)}`);
    await expect(page.getByText('La commune', { exact: true })).toBeVisible();
    await expect(page.getByText('La surface', { exact: true })).toBeVisible();
  });
});
