import { beginRequest } from './new-request.ts';
import { expect, test } from './server.ts';
import { signedIn, withoutDraft } from './signed-in.ts';

test.use({ portalName: 'your turn' });

test('two tabs with one draft do not overwrite each other: the second tab asks', async ({
  page,
  portal,
}) => {
  const need = 'Besoin exprimé';
  await withoutDraft(page.request, portal.url, 'amina@example.org');
  await signedIn(page, portal.url, 'amina@example.org');
  const other = await page.context().newPage();
  await signedIn(other, portal.url, 'amina@example.org');
  // Drafts of two tabs conflict on a device that is declared personal.
  await page.goto('/newRequest');
  await page.evaluate(() => localStorage.setItem('own-device:amina@example.org', '1'));
  await beginRequest(other);
  await other.getByLabel(need).fill('Un four à pain');
  // The earlier choice is stored first; the other tab receives an event for each write.
  await expect
    .poll(() => other.evaluate(() => JSON.stringify(Object.entries(localStorage))))
    .toContain('Un four à pain');

  const conflictNotice = page.getByText(/a aussi été rempli dans une autre fenêtre/);
  await expect(conflictNotice).toBeVisible();
  await page.getByRole('button', { name: 'Reprendre l’autre saisie' }).click();
  await expect(conflictNotice).toBeHidden();
  await expect(page.getByLabel(need)).toHaveValue('Un four à pain');

  // Typing here notifies the other tab; no input is lost without a question.
  await page.getByLabel(need).fill('Deux fours à pain');
  const otherConflictNotice = other.getByText(/a aussi été rempli dans une autre fenêtre/);
  await expect(otherConflictNotice).toBeVisible();
  await expect(other.getByLabel(need)).toHaveValue('Un four à pain');
  await other.getByRole('button', { name: 'Garder la saisie de cette fenêtre' }).click();
  await expect(otherConflictNotice).toBeHidden();
  await expect(conflictNotice).toBeVisible();
  await page.getByRole('button', { name: 'Reprendre l’autre saisie' }).click();
  await expect(page.getByLabel(need)).toHaveValue('Un four à pain');
});
