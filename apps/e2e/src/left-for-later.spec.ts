import { queryRows } from '@wasl/tooling/testing';

import { pickDay } from './pick-day.ts';
import { png } from './files.ts';
import { expectNotice } from './notices.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

// The changes of this file persist, so it does not use the portal of most stories.
test.use({ portalName: 'your turn', hasTouch: true });

test.describe('steps skipped in the sign-up and the survey', () => {
  test('the survey opens with its answers and saves them again from the profile', async ({
    page,
    portal,
  }) => {
    await signedIn(page, portal.url, 'amina@example.org');
    await page.goto('/profileSettings');
    const section = page.getByRole('region', { name: 'Questionnaire de qualification' });
    await section.getByRole('button', { name: 'Modifier mes réponses' }).click();
    const survey = page.getByRole('dialog', { name: 'Questionnaire de qualification' });
    const need = survey.getByLabel('Décrivez votre besoin');
    await expect(need).toHaveValue(/huile/);
    await need.fill('Ouvrir un second atelier');
    await survey.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(survey).toHaveCount(0);
    await expect(page).toHaveURL(/\/profileSettings$/);
    await section.getByRole('button', { name: 'Modifier mes réponses' }).click();
    await expect(need).toHaveValue('Ouvrir un second atelier');
    await survey.getByRole('button', { name: 'Annuler' }).click();
    await expect(survey).toHaveCount(0);
  });

  test('both sides of an identity card become one picture, which is uploaded and replaced', async ({
    page,
    portal,
  }) => {
    await signedIn(page, portal.url, 'nord.cooperative@example.org');
    await page.goto('/profileSettings');
    const section = page.getByRole('region', { name: 'Pièce d’identité' });
    await section.getByRole('button', { name: 'Déposer ma pièce d’identité' }).click();
    const kind = section.getByRole('combobox', { name: /^Type de pièce/ });
    await kind.click();
    await page.getByRole('option', { name: /CIN/ }).click();
    const expiry = `${String(new Date().getFullYear() + 1)}-06-30`;
    await pickDay(page, 'Date d’expiration', expiry);
    await section.getByRole('button', { name: /^Ajouter .*Image de la pièce/ }).click();
    const sides = page.getByRole('dialog', { name: /^Pages en photo/ });
    for (const [button, picture] of [
      [page.getByRole('menuitem', { name: 'Prendre des photos' }), 'recto.png'],
      [sides.getByRole('button', { name: 'Ajouter des images' }), 'verso.png'],
    ] as const) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
      await chooser.setFiles(png(picture));
    }
    await sides.getByRole('button', { name: 'Tourner la page 2' }).click();
    await sides.getByRole('button', { name: 'Recadrer la page 1' }).click();
    await sides.getByRole('button', { name: 'Bord du haut' }).press('ArrowDown');
    await sides.getByRole('button', { name: 'Garder cette partie' }).click();
    await sides.getByRole('button', { name: 'Utiliser ces 2 pages' }).click();
    await expect(section.getByText('Image de la pièce d’identité.jpg')).toBeVisible();
    await section.getByRole('button', { name: 'Déposer', exact: true }).click();
    await expectNotice(page, 'Votre pièce d’identité a été déposée');
    const stored = await queryRows<{ name: string }>(
      portal.databaseUrl,
      'SELECT original_name name FROM stored_files ORDER BY created_at DESC LIMIT 1',
    );
    expect(stored).toEqual([{ name: 'Image de la pièce d’identité.jpg' }]);

    await section.getByRole('button', { name: 'Remplacer ma pièce d’identité' }).click();
    await section.getByLabel(/^Image de la pièce/).setInputFiles(png('nouvelle.png'));
    await section.getByRole('button', { name: 'Déposer', exact: true }).click();
    await expectNotice(page, 'Votre pièce d’identité a été déposée');
  });

  test('the details, the profile and the sector are changed; the email stays', async ({
    page,
    portal,
  }) => {
    await signedIn(page, portal.url, 'amina@example.org');
    await page.goto('/profileSettings');
    await expect(page.getByLabel('Email')).toHaveAttribute('readonly');
    await page.getByLabel(/^Adresse/).fill('');
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('Indiquez : Adresse');
    await page.getByLabel(/^Adresse/).fill('7, place Outa el Hammam');
    for (const [label, option] of [
      [/^Profil/, 'Artisan'],
      [/^Secteur d’activité/, /Tourisme/],
    ] as const) {
      await page.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option }).first().click();
    }
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await expectNotice(page, 'La modification a été faite avec success');
    await page.reload();
    await expect(page.getByLabel(/^Adresse/)).toHaveValue('7, place Outa el Hammam');
    await expect(page.getByRole('combobox', { name: /^Profil/ })).toHaveValue('Artisan');
    await expect(page.getByRole('combobox', { name: /^Secteur d’activité/ })).toHaveValue(
      /Tourisme/,
    );
    await page.getByRole('button', { name: 'Retour' }).click();
    await expect(page).toHaveURL(/\/requests$/);
  });
});
