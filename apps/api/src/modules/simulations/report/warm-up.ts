import { setImmediate as nextTick } from 'node:timers/promises';

import { langs } from '@wasl/contracts';

import { reportCatalogue } from './words/index.ts';
import { createSheet } from '../../../platform/pdf/index.ts';

/**
 * Loads the fonts and measures the texts of the reports in every language, so that the first report is as fast as the
 * next. It yields to other work after each sentence.
 */
export async function warmUpReports(): Promise<void> {
  for (const lang of langs) {
    const sheet = createSheet({
      lang,
      title: '',
      createdAt: new Date(0),
      runningTitle: '',
      footer: () => ({ start: '0123456789', end: '' }),
    });
    for (const sentence of reportCatalogue.sentences(lang)) {
      await nextTick();
      sheet.paragraph(sentence);
      sheet.paragraph(sentence, { font: 'bold' });
    }
    await sheet.finish();
  }
}
