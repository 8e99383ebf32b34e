import type { Page } from '@playwright/test';

import { createNewcomer } from './colleagues.ts';
import { expectNotice } from './notices.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { onPhone, otherWindow } from './other-window.ts';
import { choosePart, chooseTool, partLink } from './worklist-tools.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Vues de la liste' });
const openViews = async (page: Page) => {
  await chooseTool(page, 'Vues');
  await expect(dialogOf(page)).toBeVisible();
};

test('a view is saved, used by a colleague, changed, renamed by two agents and deleted', async ({
  page,
  portal,
  browser,
  request,
}) => {
  const email = await createNewcomer(request, portal, 'Houria', { isApproved: true });
  await signedIn(page, portal.url, 'agent.ccis@example.org');
  const colleague = await otherWindow(browser, portal, email, onPhone);

  await test.step('the current list is saved under a name for all colleagues, without its search text', async () => {
    await page.goto('/requests?tab=todo&sort=dueOn,asc&search=amina');
    await openViews(page);
    await page.getByRole('button', { name: 'Enregistrer la liste actuelle' }).click();
    const form = page.getByRole('dialog', { name: 'Enregistrer la liste sous un nom' });
    await expect(form.getByText(/une vue ne retient le nom de personne/)).toBeVisible();
    await form.getByLabel(/^Nom de la vue/).fill('Échéances de Houria');
    await form.getByLabel('Pour tout l’organisme').check();
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    await expectNotice(page, 'est enregistrée');
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(page).toHaveURL(/tab=todo.*search=amina.*view=\d+/);
  });

  await test.step('a colleague selects the view on a phone; Back closes the list of views first', async () => {
    await colleague.goto('/requests');
    await openViews(colleague);
    await colleague.goBack();
    await expect(dialogOf(colleague)).toHaveCount(0);
    await expect(colleague).toHaveURL(/\/requests$/);
    await openViews(colleague);
    const view = dialogOf(colleague).getByRole('link', { name: 'Échéances de Houria' });
    for (const control of [view, dialogOf(colleague).getByRole('button', { name: /^Autres/ })])
      expect((await control.first().boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await view.tap();
    await expect(dialogOf(colleague)).toHaveCount(0);
    await expect(colleague).toHaveURL(/\?tab=todo&sort=dueOn%2Casc&view=\d+$/);
    await expect(partLink(colleague, 'À traiter')).toHaveAttribute('aria-current', 'page');
    await openViews(colleague);
    await expect(view).toHaveAttribute('aria-current', 'true');
    await colleague.goBack();
  });

  await test.step('an added column appears in the list on the other computer', async () => {
    const elsewhere = await otherWindow(browser, portal, email, {
      viewport: { width: 1366, height: 768 },
    });
    await elsewhere.goto('/requests');
    const dueOn = elsewhere.getByRole('columnheader', { name: 'Échéance' });
    await expect(elsewhere.getByRole('columnheader').first()).toBeVisible();
    await expect(dueOn).toHaveCount(0);
    await openViews(colleague);
    const saving = colleague.waitForResponse(/processing\/columns/);
    await dialogOf(colleague).getByRole('checkbox', { name: 'Échéance' }).check();
    await saving;
    await colleague.goBack();
    await elsewhere.reload();
    await expect(dueOn).toBeVisible();
    await elsewhere.context().close();
  });

  await test.step('a changed filter is saved in the view; the first page reports the colleague’s change first', async () => {
    await page.goto('/requests?tab=late');
    await openViews(page);
    await dialogOf(page).getByRole('link', { name: 'Échéances de Houria' }).click();
    // The address changes after the closed dialog has left the history.
    await expect(page).toHaveURL(/view=\d+$/);
    await choosePart(page, 'En attente du bénéficiaire');
    await openViews(page);
    await expect(dialogOf(page).getByText(/n’est plus celle de la vue/)).toBeVisible();

    await choosePart(colleague, /^À moi/);
    await openViews(colleague);
    await dialogOf(colleague).getByRole('button', { name: 'Enregistrer dans cette vue' }).click();
    await expectNotice(colleague, 'est enregistrée');
    await expect(dialogOf(colleague).getByText(/n’est plus celle/)).toHaveCount(0);

    const save = dialogOf(page).getByRole('button', { name: 'Enregistrer dans cette vue' });
    await save.click();
    await expect(dialogOf(page).getByText(/Un collègue a changé la vue/)).toBeVisible();
    await save.click();
    await expectNotice(page, 'est enregistrée');
  });

  await test.step('the second of two simultaneous renames sees the other name first', async () => {
    const rename = async (one: Page, to: string) => {
      await dialogOf(one)
        .getByRole('button', { name: /^Autres actions : .*Échéances de Houria/ })
        .click();
      await one.getByRole('menuitem', { name: 'Renommer' }).click();
      const form = one.getByRole('dialog', { name: /^Renommer la vue/ });
      await form.getByLabel(/^Nom de la vue/).fill(to);
      return form.getByRole('button', { name: 'Enregistrer' });
    };
    await colleague.reload();
    await openViews(colleague);
    const second = await rename(page, 'Deuxième nom');
    const first = await rename(colleague, 'Premier nom');
    await first.click();
    await expectNotice(colleague, 'Premier nom');
    await second.click();
    await expect(page.getByText(/elle s’appelle maintenant .*Premier nom/)).toBeVisible();
    await second.click();
    await expectNotice(page, 'Deuxième nom');
    await expect(dialogOf(page).getByRole('link', { name: 'Deuxième nom' })).toBeVisible();
  });

  await test.step('the view is deleted after a confirmation, by keyboard', async () => {
    await dialogOf(page)
      .getByRole('button', { name: /^Autres actions : .*Deuxième nom/ })
      .focus();
    await page.keyboard.press('Enter');
    // Until the menu is open, keys go to the button.
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem').last()).toBeFocused();
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: /^Supprimer la vue/ });
    await expect(question.getByText(/Plus personne dans votre organisme/)).toBeVisible();
    await question.getByRole('button', { name: 'Supprimer' }).click();
    await expectNotice(page, 'est supprimée');
    await expect(dialogOf(page).getByRole('link', { name: 'Deuxième nom' })).toHaveCount(0);
    await expect(page).not.toHaveURL(/view=/);
  });
  await colleague.context().close();
});
