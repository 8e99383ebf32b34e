import { langs } from '@wasl/contracts';
import { picturesOfPdf } from '@wasl/tooling/testing/pdf';
import { expect, it } from 'vitest';

import { textByPdfium, textOfPdf } from '../../testing/pdf-pages.ts';
import { createSheet } from './sheet.ts';

const printed = [
  // Latin with diacritics: French, Spanish, Polish, Czech, Turkish, and Amazigh and Arabic names in Latin letters.
  'Œuvre à Besançon, Añón, Łódź, Dvořák, Çağrı İşler, Taẓarut n Tɣirdemt, ʿAbd al-Ḥayy',
  'ⴰⵎⴰⵣⵉⵖ ⵜⴰⵎⵓⵔⵜ',
  'Ελένη Жанна',
  '≥ 3 m² → ✓',
];
// Marks that follow their letter.
const decomposed = 'Łódź Ḥasan Çağrı'.normalize('NFD');

async function made(lang: (typeof langs)[number], texts: readonly string[]): Promise<Buffer> {
  const sheet = createSheet({
    lang,
    title: '',
    createdAt: new Date(0),
    runningTitle: '',
    footer: () => ({ start: '', end: '' }),
  });
  for (const text of texts) {
    sheet.paragraph(text);
    sheet.paragraph(text, { font: 'bold', size: 13 });
  }
  return await sheet.finish();
}

it.each([
  ['pdf.js', textOfPdf],
  ['PDFium', textByPdfium],
])('prints every script of the users, readable by %s', async (_, textOf) => {
  for (const lang of langs) {
    const text = await textOf(await made(lang, [...printed, decomposed]));
    const counts = [...printed, decomposed.normalize('NFC')].map(
      (one) => text.split(one).length - 1,
    );
    expect(counts, text).toEqual([2, 2, 2, 2, 2]);
    expect(text).not.toMatch(/\?|U\+/);
  }
});

it('declares its language', async () => {
  for (const lang of langs) {
    const pdf = (await made(lang, ['x'])).toString('latin1');
    expect(pdf).toContain(`/Lang (${lang})`);
  }
});

/** The longest horizontal line above the footer, in pixels of 150 dpi. */
async function longestLine(pdf: Buffer): Promise<number> {
  const [page] = await picturesOfPdf(pdf, 150);
  if (!page) throw new Error('No page');
  let [longest, run] = [0, 0];
  for (let pixel = 0; pixel < page.width * 400; pixel += 1) {
    run = (page.rgba[4 * pixel] ?? 255) < 160 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

it('shows an unsupported letter as a box with its code', async () => {
  for (const lang of ['fr', 'ar'] as const) {
    const pdf = await made(lang, ['漢 et ᚠ, ?']);
    expect(await textOfPdf(pdf)).toContain('[U+6F22] et [U+16A0], ?');
    const long = await textOfPdf(await made(lang, ['漢'.repeat(60)]));
    // Twice: the document has each text in two sizes.
    expect(long.split('[U+6F22]')).toHaveLength(2 * 60 + 1);
    expect(await longestLine(pdf)).toBeGreaterThan(60);
    expect(await longestLine(await made(lang, ['U+6F22 et [U], ?']))).toBeLessThan(60);
  }
});
