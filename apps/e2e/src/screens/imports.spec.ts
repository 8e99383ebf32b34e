import { randomUUID } from 'node:crypto';

import type { Locator } from '@playwright/test';

import { type ChosenFile, csv, importedPerson, xlsx } from '../files.ts';
import { type Look, lookAtAll } from './check-screens.ts';
import { as, chooseTool } from './partner-steps.ts';
import { waitForText, screensOf } from './screen-steps.ts';

interface ImportLook {
  readonly file: (look: Look) => ChosenFile;
  readonly press: 'imports:check' | 'imports:run';
  /** Element that appears at the end. */
  readonly ends: (dialog: Locator, look: Look) => Locator;
}

const importing = (kind: 'requests' | 'beneficiaries', with_?: ImportLook) => {
  return async (look: Look): Promise<void> => {
    const { page, textOf } = look;
    await chooseTool(look, `worklist:imports.${kind}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: textOf('imports:check') }).waitFor();
    if (with_ === undefined) return;
    await dialog.locator('input[type=file]').setInputFiles(with_.file(look));
    await dialog.getByRole('button', { name: textOf(with_.press) }).click();
    await with_.ends(dialog, look).waitFor();
  };
};

async function refuse({ page }: Look): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await page.request.post('/api/requests/uploadCanevasDemandes', {
    headers: { authorization: `Bearer ${token ?? ''}` },
    multipart: { file: csv('refusées.csv', [header, ['personne', '', 'NULLE_PART']]) },
  });
}

const header = ['email_beneficiaire', 'besoin', 'services'];
const person = importedPerson('hind.regardee@example.org');
const [titles, cells] = [Object.keys(person), Object.values(person)];
const faulty: ImportLook['ends'] = (dialog) => dialog.getByRole('region');
const right: ImportLook['ends'] = (dialog, { textOf }) =>
  dialog.getByText(textOf('imports:preview.nothing'));

const imports = screensOf({ as, at: '/requests' }, [
  {
    name: 'import-requests-faults',
    open: importing('requests', {
      file: () =>
        csv('demandes de mars.csv', [
          header,
          [as, 'Un local', 'AUTORISATIONS'],
          ['personne', '', 'NULLE_PART'],
        ]),
      press: 'imports:run',
      ends: faulty,
    }),
  },
  {
    name: 'import-requests-sending',
    // The upload stays in progress for the check.
    before: ({ page }) =>
      page.route('**/api/requests/uploadCanevasDemandes*', () => Promise.resolve()),
    open: importing('requests', {
      file: () => csv('demandes.csv', [header, ['amina@example.org', 'Un local', 'AUTORISATIONS']]),
      press: 'imports:run',
      ends: (dialog, { textOf }) =>
        dialog.getByRole('button', { name: textOf('common:file.cancel') }),
    }),
  },
  {
    name: 'import-requests-done',
    open: importing('requests', {
      file: ({ lang }) =>
        csv(`demandes ${lang}.csv`, [
          header,
          ['amina@example.org', `Un local ${randomUUID()}`, 'AUTORISATIONS'],
        ]),
      press: 'imports:run',
      ends: (dialog, { textOf }) => dialog.getByText(textOf('imports:done')).first(),
    }),
  },
  {
    name: 'import-beneficiaries-checked',
    open: importing('beneficiaries', {
      file: () => xlsx('personnes.xlsx', [titles, cells]),
      press: 'imports:check',
      ends: right,
    }),
  },
  {
    name: 'import-history',
    at: '/requests/imports',
    before: refuse,
    open: waitForText('imports:list.status.REFUSED'),
  },
]);

lookAtAll('every screen of the imports', imports);
