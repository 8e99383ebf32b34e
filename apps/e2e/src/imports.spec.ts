import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';

import type { Locator, Page } from '@playwright/test';

import { compound, csv, importedPerson, ods, xlsx } from './files.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { chooseTool } from './worklist-tools.ts';

const agent = 'agent.cri@example.org';
const header = ['email_beneficiaire', 'besoin', 'services'];

async function downloaded(
  page: Page,
  button: Locator,
): Promise<{ name: string; bytes: Buffer<ArrayBuffer> }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The XML of a workbook's first sheet. */
function sheetXml(bytes: Buffer): string {
  const name = 'xl/worksheets/sheet1.xml';
  for (let at = bytes.indexOf('PK\x03\x04'); at !== -1; at = bytes.indexOf('PK\x03\x04', at + 4)) {
    const nameEnd = at + 30 + bytes.readUInt16LE(at + 26);
    if (bytes.toString('utf8', at + 30, nameEnd) !== name) continue;
    // A streamed entry has its size only after the data; the deflate stream marks its own end.
    return inflateRawSync(bytes.subarray(nameEnd + bytes.readUInt16LE(at + 28))).toString('utf8');
  }
  throw new Error('The workbook has no sheet');
}

const person = importedPerson('hind.verifiee@example.org');

test('a .csv is checked before the import, and its faults are returned in the file', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/requests');
  await chooseTool(page, 'Charger des demandes (.csv)');
  const dialog = page.getByRole('dialog', { name: 'Charger des demandes' });
  const check = dialog.getByRole('button', { name: 'Vérifier le fichier' });
  const run = dialog.getByRole('button', { name: 'Importer', exact: true });
  await expect(check).toBeDisabled();
  const input = dialog.getByLabel(/^Fichier des demandes/);
  await input.setInputFiles(
    csv('demandes de mars.csv', [
      header,
      ['amina@example.org', '=1+1', 'AUTORISATIONS'],
      ['personne', 'Un prêt', 'NULLE_PART'],
    ]),
  );
  await check.click();
  await expect(
    dialog.getByText('La ligne numéro 3 contient les erreurs suivantes :'),
  ).toBeVisible();
  const { name, bytes } = await downloaded(
    page,
    dialog.getByRole('button', { name: 'Télécharger demandes de mars.csv' }),
  );
  expect(name).toBe('demandes de mars-erreurs.csv');
  const text = bytes.toString('utf8');
  const [title, right, wrong] = text.split('\r\n');
  expect(title).toBe('\uFEFFemail_beneficiaire;besoin;services;Erreurs');
  expect(right).toBe("amina@example.org;'=1+1;AUTORISATIONS;");
  expect(wrong).toMatch(/^personne;Un prêt;NULLE_PART;.*NULLE_PART n’existe pas/);

  await input.setInputFiles({
    name: 'corrigé.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      text.replace(/personne;Un prêt;NULLE_PART/, 'amina@example.org;Un prêt;AUTORISATIONS'),
    ),
  });
  await check.click();
  await expect(dialog.getByText('Aucune erreur : le fichier peut être importé')).toBeVisible();
  await expect(dialog.getByText('2 demandes seront créées.')).toBeVisible();
  await expect(dialog.getByText('2 demandes vous seront confiées.')).toBeVisible();
  await expect(dialog.getByText('Rien n’a encore été enregistré.')).toBeVisible();
  // The same file, without choosing it again.
  await run.click();
  await expect(dialog.getByText('2 lignes importées')).toBeVisible();

  await dialog.getByRole('link', { name: 'Historique des imports' }).click();
  await expect(page.getByRole('heading', { name: 'Historique des imports' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: 'corrigé.csv' });
  await expect(row).toContainText('Importé');
  await expect(row).toContainText('Demandes');
  await expect(row.getByRole('cell', { name: '2', exact: true })).toBeVisible();
  // A check alone is not in the history.
  await expect(page.getByRole('row').filter({ hasText: 'demandes de mars.csv' })).toHaveCount(0);
});

test('an .xlsx with faults is returned with a fault column; a valid one sends invitations; the history shows both', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/requests');
  await chooseTool(page, 'Charger des bénéficiaires (.xlsx)');
  const dialog = page.getByRole('dialog', { name: 'Charger des bénéficiaires' });
  const input = dialog.getByLabel(/^Fichier des bénéficiaires/);
  const titles = Object.keys(person);
  await input.setInputFiles(
    xlsx('refusées.xlsx', [
      titles,
      Object.values(person),
      titles.map((column) => (column === 'email' ? 'sans adresse' : (person[column] ?? ''))),
    ]),
  );
  await dialog.getByRole('button', { name: 'Importer', exact: true }).click();
  await expect(
    dialog.getByText('La ligne numéro 3 contient les erreurs suivantes :'),
  ).toBeVisible();
  const { name, bytes } = await downloaded(
    page,
    dialog.getByRole('button', { name: 'Télécharger refusées.xlsx' }),
  );
  expect(name).toBe('refusées-erreurs.xlsx');
  const sheet = sheetXml(bytes);
  expect(sheet).toMatch(/<c r="R1" [^>]*t="inlineStr"><is><t[^>]*>Erreurs<\/t>/);
  expect(sheet).toMatch(/<c r="R3" [^>]*t="inlineStr"><is><t[^>]*>email \(A3\), [^<]+<\/t>/);
  expect(sheet).not.toContain('"R2"');

  await input.setInputFiles(xlsx('invitées.xlsx', [titles, Object.values(person)]));
  await dialog.getByRole('button', { name: 'Vérifier le fichier' }).click();
  await expect(
    dialog.getByText('1 compte sera ouvert, et 1 invitation envoyée, sauf à qui a déjà un compte.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Importer', exact: true }).click();
  await expect(dialog.getByText('Compte a été ajouté avec succès!')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await chooseTool(page, 'Historique des imports');
  await page.getByLabel('Type de fichier').selectOption({ label: 'Bénéficiaires' });
  await expect(page).toHaveURL(/kind=BENEFICIARIES/);
  const refused = page.getByRole('row').filter({ hasText: 'refusées.xlsx' });
  await expect(refused).toContainText('Refusé');
  await expect(refused).toContainText('1 erreur');
  await expect(page.getByRole('row').filter({ hasText: 'invitées.xlsx' })).toContainText('Importé');
  await page.getByRole('columnheader', { name: 'Lignes importées' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=imported/);
  await page.reload();
  await expect(page.getByLabel('Type de fichier')).toHaveValue('BENEFICIARIES');
  await expect(refused).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '.csv' })).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(page.getByText('refusées.xlsx')).toBeVisible();
});

test('an unsupported file is reported with its solution, and the check shows how it was read', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/requests');
  await chooseTool(page, 'Charger des bénéficiaires (.xlsx)');
  const people = page.getByRole('dialog', { name: 'Charger des bénéficiaires' });
  for (const [file, cause, advice] of [
    [ods('personnes.ods'), /classeur OpenDocument \(\.ods\)/, /enregistrez-le/],
    [compound('personnes.xls', '/Workbook'), /ancien classeur Excel \(\.xls\)/, /enregistrez-le/],
    [
      compound('personnes.xlsx', '/EncryptionInfo', '/EncryptedPackage'),
      /protégé par un mot de passe/,
      /retirez le mot de passe/,
    ],
  ] as const) {
    await people.getByLabel(/^Fichier des bénéficiaires/).setInputFiles(file);
    // The browser knows some by their names. The portal reads the content of others.
    if (file.name.endsWith('.xlsx'))
      await people.getByRole('button', { name: 'Vérifier le fichier' }).click();
    await expect(people.getByText(cause)).toContainText(advice);
  }

  await page.reload();
  await chooseTool(page, 'Charger des demandes (.csv)');
  const dialog = page.getByRole('dialog', { name: 'Charger des demandes' });
  // French Excel: Windows-1252, and a date as the number of its day.
  const text = `${[...header, 'date'].join(';')}\r\namina@example.org;Société créée été;AUTORISATIONS;46037\r\n`;
  await dialog.getByLabel(/^Fichier des demandes/).setInputFiles({
    name: 'demandes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text, 'latin1'),
  });
  await dialog.getByRole('button', { name: 'Vérifier le fichier' }).click();
  await expect(dialog.getByText(/Vérifiez ces mots\s: Société, créée, été\./)).toBeVisible();
  await expect(dialog.getByText(/46037.*est le numéro d’une date.*15\/01\/2026/)).toBeVisible();
  await expect(dialog.getByText(/^Services\s: /)).toBeVisible();
});

test('the check runs first, and the result links to the filed and the skipped requests', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/requests');
  await chooseTool(page, 'Charger des demandes (.csv)');
  const dialog = page.getByRole('dialog', { name: 'Charger des demandes' });
  const check = dialog.getByRole('button', { name: 'Vérifier le fichier' });
  const run = dialog.getByRole('button', { name: 'Importer', exact: true });
  const input = dialog.getByLabel(/^Fichier des demandes/);
  const first = ['amina@example.org', 'Un étal au marché', 'AUTORISATIONS'];
  await input.setInputFiles(csv('premier.csv', [header, first]));
  await expect(check).toHaveAttribute('data-variant', 'filled');
  await expect(run).toHaveAttribute('data-variant', 'default');
  await check.click();
  await expect(dialog.getByText('1 demande sera créée.')).toBeVisible();
  await expect(run).toHaveAttribute('data-variant', 'filled');
  await expect(check).toHaveAttribute('data-variant', 'default');
  await run.click();
  await expect(dialog.getByText('1 ligne importée')).toBeVisible();

  const second = ['amina@example.org', 'Un étal à la gare', 'AUTORISATIONS'];
  await input.setInputFiles(csv('second.csv', [header, first, second]));
  await run.click();
  await dialog.getByRole('link', { name: '1 ligne laissée de côté, car déjà déposée' }).click();
  const skipped = dialog.getByRole('region', { name: 'Lignes laissées de côté' });
  await expect(skipped).toContainText('Ligne 2');
  await expect(skipped).toContainText(/Déjà déposée le \d\d\/\d\d\/\d{4}/);
  await dialog.getByRole('link', { name: '1 demande déposée' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/[?&]import=\d+/);
  // The header, and the one filed request.
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').filter({ hasText: 'Amina' })).toBeVisible();
});

test('an agent checks and imports a file and reads the history in Arabic', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, agent, 'ar');
  await page.goto('/requests');
  await chooseTool(page, /^رفع ملف طلبات/);
  const dialog = page.getByRole('dialog', { name: 'رفع ملف الطلبات' });
  const input = dialog.getByLabel(/^ملف الطلبات/);
  await input.setInputFiles(
    csv('talabat.csv', [header, ['amina@example.org', 'محل', 'AUTORISATIONS'], ['x', 'y', 'Z']]),
  );
  const check = dialog.getByRole('button', { name: 'التحقق من الملف' });
  await check.click();
  await expect(dialog.getByRole('region', { name: 'أخطاء الملف' })).toBeVisible();
  const { bytes } = await downloaded(
    page,
    dialog.getByRole('button', { name: /talabat\.csv/ }).last(),
  );
  expect(bytes.toString('utf8').split('\r\n')[0]).toBe(
    '\uFEFFemail_beneficiaire;besoin;services;الأخطاء',
  );
  await input.setInputFiles(
    csv('talab.csv', [header, ['amina@example.org', 'محل', 'AUTORISATIONS']]),
  );
  await check.click();
  await expect(dialog.getByText('سيُنشأ طلب واحد.')).toBeVisible();
  await dialog.getByRole('button', { name: 'استيراد', exact: true }).click();
  await expect(dialog.getByText('استُورد سطر واحد')).toBeVisible();
  await dialog.getByRole('link', { name: 'سجل عمليات الاستيراد' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'talab.csv' })).toContainText('تم الاستيراد');
});
