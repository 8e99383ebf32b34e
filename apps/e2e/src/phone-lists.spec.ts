import { forms, openForm, phone, phonePage, placeOf } from './forms/index.ts';
import { expect, test } from './server.ts';
import { openAndWatch } from './still.ts';

/** Of the phones that most people have: every list at the narrowest, and at one of the others in turn. */
const widths = [390, 412] as const;

/** What opens a list, a calendar or a menu when it is touched. */
const opener = [
  'input[aria-haspopup=listbox]:not(.mantine-MultiSelect-inputField)',
  // Its own field has no size while nothing is searched: one touches the box with what was chosen.
  '.mantine-MultiSelect-input',
  '[popovertarget]',
  'select',
  'summary[aria-label]',
]
  .map((one) => `${one}:visible:not(:disabled)`)
  .join(', ');

test.describe.configure({ mode: 'parallel' });
test.use({ portalName: 'forms' });

for (const [who, places] of Object.entries(forms)) {
  test(`on a phone no list moves or widens the page: forms of ${who}`, async ({
    browser,
    portal,
  }) => {
    test.setTimeout(600_000);
    // One window for all: its code is read once, as on a phone.
    const page = await phonePage(browser, portal.url);
    for (const place of places.filter(({ lists }) => lists > 0)) {
      await test.step(place.name, async () => {
        await openForm({ page, portal, lang: 'fr' }, place);
        const openers = placeOf(page, place).locator(opener);
        // At least: a page has one list more for every row that another story of this portal left on it.
        await expect.soft(openers.nth(place.lists - 1), `${place.name}: lists`).toBeVisible();
        const all = await openers.all();
        for (const width of [phone.width, ...widths]) {
          await page.setViewportSize({ width, height: phone.height });
          const turn = widths.findIndex((one) => one === width);
          for (const one of turn < 0
            ? all
            : all.filter((_, place) => place % widths.length === turn)) {
            const name = await one.evaluate(
              (element) =>
                (element.closest('.mantine-InputWrapper-root, label') ?? element).textContent,
            );
            const what = `${place.name}, ${name.slice(0, 40)}, ${String(width)} px`;
            expect.soft(await openAndWatch(one), what).toEqual([]);
          }
        }
      });
    }
    await page.context().close();
  });
}
