import { expect, it } from 'vitest';

import { createSheet } from './sheet.ts';
import { textByPdfium, textOfPdf } from '../../testing/pdf-pages.ts';

const sentences = [
  'توصّلنا بطلب المواكبة الخاص بكم. احتفظوا بهذه الوثيقة، فهي الدليل على إيداعه.',
  // Ligatures, one of them under marks.
  'المركز الجهوي للاستثمار: الحاجة المعبَّر عنها ولا شيء غيرها',
  'الله أكبر، لا إله إلا الله',
  // Several marks in a word (pdf.js sets that of a last letter apart), a number and another script in the line.
  'المبلغ 1.140.000 درهم يؤديه مُحَمَّد لشركة Wasl بطنجة، وأكثر',
];

const bracketed = 'تُطلب خطة العمل (نسخة واحدة) قبل الإيداع [الأصل]';
const signs: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[' };

// PDFium reads brackets as they are written. pdf.js and poppler mirror them (docs/decisions/0023-arabic-pdf-visual-order.md).
it.each([
  ['pdf.js', textOfPdf, bracketed.replace(/[()[\]]/g, (sign) => signs[sign] ?? sign)],
  ['PDFium', textByPdfium, bracketed],
])('Arabic sentences are extracted in order by %s', async (_, textOf, withBrackets) => {
  const sheet = createSheet({
    lang: 'ar',
    title: '',
    createdAt: new Date(0),
    runningTitle: '',
    footer: () => ({ start: '', end: '' }),
  });
  for (const sentence of [...sentences, bracketed]) {
    sheet.paragraph(sentence);
    sheet.paragraph(sentence, { font: 'bold', size: 13 });
  }
  // Two marks of one letter have no order of their own.
  const text = (await textOf(await sheet.finish())).normalize();
  // Each sentence is drawn twice.
  const counts = [...sentences, withBrackets].map(
    (sentence) => text.split(sentence.normalize()).length - 1,
  );
  expect(counts, text).toEqual([2, 2, 2, 2, 2]);
});
