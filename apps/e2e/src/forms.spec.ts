import type { Locator, Page } from '@playwright/test';

import type { FormPlace } from './forms/form-place.ts';
import { forms, openForm, phonePage, placeOf } from './forms/index.ts';
import type { Look } from './screens/check-screens.ts';
import { expect, test } from './server.ts';
import { expectListsStill } from './watch-list.ts';

/** Text fields, without checkboxes, radio buttons and choices without search. */
const textInputs = [
  'input:not([type=radio], [type=checkbox], [type=file], [type=range], [type=hidden], [readonly]):visible:enabled',
  'textarea:visible:enabled',
  // Without a size while not searching.
  'input.mantine-MultiSelect-inputField:enabled',
].join(', ');

/** A field: its label, whether it is for codes or numbers, and its text directions. */
interface Running {
  readonly field: string;
  readonly isCode: boolean;
  /** An amount may contain words, such as million. */
  readonly isNumber: boolean;
  readonly ways: readonly string[];
}

/** Types each text into each field and reads the computed direction. */
async function directionsIn(
  fields: Locator,
  texts: readonly string[],
  codes: string | undefined,
): Promise<Running[]> {
  return await fields.evaluateAll(
    async (elements, [written, named]) => {
      const directions: Running[] = [];
      for (const field of elements as (HTMLInputElement | HTMLTextAreaElement)[]) {
        const ways: string[] = [];
        for (const text of written) {
          field.focus();
          field.select();
          // eslint-disable-next-line @typescript-eslint/no-deprecated -- the one way to type without a call for each text
          document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
          await new Promise(requestAnimationFrame);
          ways.push(getComputedStyle(field).direction);
        }
        const isCode =
          ['email', 'url', 'tel', 'password', 'number'].includes(field.type) ||
          ['numeric', 'decimal', 'tel', 'email', 'url'].includes(field.inputMode) ||
          (named !== '' && field.matches(named));
        const isNumber = field.matches('[class*="number-field"]');
        directions.push({
          field: field.labels?.[0]?.textContent ?? field.name,
          isCode,
          isNumber,
          ways,
        });
      }
      return directions;
    },
    [texts, codes ?? ''] as const,
  );
}

/** Text follows its own direction; codes are left to right. */
async function expectDirections(page: Page, place: FormPlace): Promise<void> {
  // The select loads at the first touch; only searchable ones are text fields.
  await page.evaluate(() => window.dispatchEvent(new PointerEvent('pointermove')));
  const form = placeOf(page, place);
  // Placeholder fields before the select has loaded.
  await expect(form.locator('input.mantine-InputBase-input[role=combobox]')).toHaveCount(0);
  const fields = form.locator(textInputs);
  await expect.soft(fields, `${place.name}: fields`).toHaveCount(place.texts);
  // In an Arabic page, and in a left-to-right one.
  for (const runs of ['rtl', 'ltr']) {
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, runs);
    const found = await directionsIn(fields, ['', 'مشروع', 'Savon', ''], place.codes);
    const right = ({ isCode, isNumber }: Running) => {
      if (isNumber) return ['ltr', 'rtl', 'ltr', 'ltr'];
      return isCode ? ['ltr', 'ltr', 'ltr', 'ltr'] : [runs, 'rtl', 'ltr', runs];
    };
    expect
      .soft(found, `${place.name}, in a page that runs ${runs}`)
      .toEqual(found.map((one) => ({ ...one, ways: right(one) })));
  }
}

/** Choices in a form: checkboxes, lists and days. */
const chosenIn = (page: Page, place: FormPlace): Promise<unknown[]> =>
  placeOf(page, place)
    .locator('input:not([type=file]), select, button[aria-haspopup=dialog]')
    .evaluateAll((fields) =>
      (fields as (HTMLInputElement | HTMLSelectElement | HTMLButtonElement)[]).map((field) =>
        'checked' in field && field.type === 'checkbox'
          ? field.checked
          : field.value || field.textContent,
      ),
    );

/** Input is restored or offered after the page was left. */
async function expectDraftStored(look: Look, place: FormPlace): Promise<void> {
  const { page, textOf } = look;
  if (place.choose !== undefined) {
    const before = await chosenIn(page, place);
    await place.choose(look);
    const chosen = await chosenIn(page, place);
    expect(chosen, `${place.name}: chosen`).not.toEqual(before);
    await openForm(look, place, true);
    await expect.poll(() => chosenIn(page, place), `${place.name}: kept`).toEqual(chosen);
    return;
  }
  const typed = '4321';
  const field = () => {
    const form = placeOf(page, place);
    // Drafts do not store a webhook's address, which can contain a key.
    const lines = 'input[type=text]:not([role=combobox], [name=url]):visible:enabled';
    return form.locator(`textarea:visible:enabled, ${lines}`).first();
  };
  await field().fill(typed);
  await page.waitForFunction(
    (text) =>
      Object.entries(sessionStorage).some(
        ([key, value]) => key.startsWith('draft:') && String(value).includes(text),
      ),
    typed,
  );
  await openForm(look, place, true);
  const offer = placeOf(page, place).getByRole('button', { name: textOf('common:actions.resume') });
  await expect
    .poll(
      async () =>
        (await field().inputValue()).replace(/\D/g, '') === typed || (await offer.count()),
      `${place.name}: kept`,
    )
    .toBeTruthy();
}

test.describe.configure({ mode: 'parallel' });
test.use({ portalName: 'forms' });

for (const [who, places] of Object.entries(forms)) {
  test(`on a phone, lists do not jump, text direction is right and drafts remain: forms of ${who}`, async ({
    browser,
    portal,
  }) => {
    test.setTimeout(600_000);
    // One window for all places, so that the code is loaded once, as on a phone.
    const page = await phonePage(browser, portal.url);
    for (const place of places) {
      await test.step(place.name, async () => {
        const look = await openForm({ page, portal, lang: 'fr' }, place);
        if (place.lists > 0) await expectListsStill(placeOf(page, place), place.name, place.lists);
        if (place.texts > 0) await expectDirections(page, place);
        const hasDraft = place.texts > 0 ? place.noDraft !== true : place.choose !== undefined;
        if (place.as !== undefined && hasDraft) await expectDraftStored(look, place);
      });
    }
    await page.context().close();
  });
}
