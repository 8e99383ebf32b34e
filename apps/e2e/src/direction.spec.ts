import type { Locator } from '@playwright/test';

import { forms, openForm, phonePage, placeOf } from './forms/index.ts';
import { expect, test } from './server.ts';

/** Where one types: neither boxes to tick nor choices without a search. */
const typedInto = [
  'input:not([type=radio], [type=checkbox], [type=file], [type=range], [type=hidden], [readonly]):visible:enabled',
  'textarea:visible:enabled',
  // Without a size while nothing is searched.
  'input.mantine-MultiSelect-inputField:enabled',
].join(', ');

/** One field: what it is called, whether it is for codes or for numbers, and the ways it runs. */
interface Running {
  readonly field: string;
  readonly isCode: boolean;
  /** An amount may be written with words, such as million. */
  readonly isNumber: boolean;
  readonly ways: readonly string[];
}

/** Writes each text in turn into each field, as a keyboard does, and reads the computed direction. */
async function directionsIn(
  fields: Locator,
  texts: readonly string[],
  codes: string | undefined,
): Promise<Running[]> {
  return await fields.evaluateAll(
    async (elements, [written, named]) => {
      const told: Running[] = [];
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
        told.push({ field: field.labels?.[0]?.textContent ?? field.name, isCode, isNumber, ways });
      }
      return told;
    },
    [texts, codes ?? ''] as const,
  );
}

test.describe.configure({ mode: 'parallel' });
test.use({ portalName: 'forms' });

for (const [who, places] of Object.entries(forms)) {
  test(`words run as they are written, codes from left to right: forms of ${who}`, async ({
    browser,
    portal,
  }) => {
    test.setTimeout(600_000);
    // One window for all: its code is read once, as on a phone.
    const page = await phonePage(browser, portal.url);
    for (const place of places.filter(({ texts }) => texts > 0)) {
      await test.step(place.name, async () => {
        await openForm({ page, portal, lang: 'ar' }, place);
        // What draws lists comes at the first touch; one types into those that can be searched.
        await page.evaluate(() => window.dispatchEvent(new PointerEvent('pointermove')));
        const form = placeOf(page, place);
        // The fields that take the place of those that have no list yet.
        await expect(form.locator('input.mantine-InputBase-input[role=combobox]')).toHaveCount(0);
        const fields = form.locator(typedInto);
        await expect.soft(fields, `${place.name}: fields`).toHaveCount(place.texts);
        // In an Arabic page, and as if it were one of another language.
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
      });
    }
    await page.context().close();
  });
}
