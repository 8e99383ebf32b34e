import { callAs } from './calls.ts';
import { expectPrintable } from './printed.ts';
import { expectRegionalContact } from './regional-contact.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

const amina = 'amina@example.org';

/** Dates of the shown history, converted for comparison. */
const inOrder = (moments: readonly string[]): string[] =>
  moments.map((text) => text.replace(/(\d{2})\/(\d{2})\/(\d{4}) (\d{2}:\d{2})/, '$3-$2-$1 $4'));

test('the follow-up lists the events in order and names who acts next', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, amina);
  await page.goto('/requests?number=2026-000010');
  const address = await page.getByRole('row').getByRole('link').first().getAttribute('href');
  await page.getByRole('button', { name: /^Suivre/ }).click();
  const follow = page.getByRole('dialog', { name: 'Suivi de la demande 2026-000010' });
  await expect(follow.getByText(/^(À vous|Chez) /).first()).toBeVisible();
  const story = follow.getByRole('region', { name: 'Historique' });
  await story.getByRole('button', { name: /^Afficher tout/ }).click();
  await expect(story.getByText(/demande un document/).first()).toBeVisible();
  await expect(story.getByText('Demande déposée.')).toBeVisible();
  const moments = inOrder(await story.getByRole('time').allTextContents());
  expect(moments).toEqual([...moments].sort());
  await page.goto(`${String(address)}/follow`);
  await expect(story).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Historique' })).toBeVisible();

  await test.step('the page begins with the state and its next date; the rest is collapsed or in a menu', async () => {
    const main = page.getByRole('main');
    const state = main.locator('div[data-tone]').first();
    await expect(state).toContainText(/^(À vous|Chez)\s/);
    await expect(state).toContainText(/Réponse prévue au plus tard le|Le délai reprendra/);
    // The state is above all tasks, steps and events.
    expect(
      await state.evaluate((first) =>
        [...document.querySelectorAll('main :is(li, h3, details)')].every(
          (later) =>
            (first.compareDocumentPosition(later) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
        ),
      ),
    ).toBe(true);
    await page.getByRole('button', { name: /^Autres actions/ }).click();
    for (const name of ['Retirer la demande', 'Dupliquer cette demande'])
      await expect(page.getByRole('menuitem', { name })).toBeVisible();
    await page.keyboard.press('Escape');
    await expectRegionalContact(page);
  });
  await expectPrintable(page);

  await test.step('finished steps are collapsed while others are open', async () => {
    const filter = [{ key: 'status', operation: 'EQUALS', value: 'ENTAME' }];
    const started = (await callAs(
      page.request,
      portal,
      amina,
      '/requests/filter?size=50',
      filter,
    )) as { id: number; journeyDef: object | null }[];
    const journey = started.find(({ journeyDef }) => journeyDef !== null);
    await page.goto(`/requests/${String(journey?.id)}/follow`);
    const finished = page.getByRole('list', { name: '1 étape terminée', exact: true });
    const fold = page.getByText('1 étape terminée', { exact: true });
    await expect(fold).toBeVisible();
    await expect(finished).toBeHidden();
    await fold.click();
    await expect(finished.getByRole('listitem').first()).toBeVisible();
  });
});

test('on a phone, in Arabic, the newest event comes first', async ({ page, portal }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await signedIn(page, portal.url, amina, 'ar');
  await page.goto('/requests?number=2026-000003');
  await page.getByRole('button', { name: /^تتبع/ }).click();
  const story = page.getByRole('region', { name: 'سجل الأحداث' });
  await expect(story).toBeVisible();
  const moments = inOrder(await story.getByRole('time').allTextContents());
  expect(moments.length).toBeGreaterThan(3);
  expect(moments).toEqual([...moments].sort().reverse());
});
