import type { Lang } from '@wasl/contracts';

import { formatDay } from '../../../platform/i18n/formats.ts';
import {
  type CellBox,
  createSheet,
  drawHeading,
  drawLetterhead,
  drawList,
  drawTable,
  ink,
  ltr,
  type Sheet,
} from '../../../platform/pdf/index.ts';
import type { Bar, Explanation, ReportContent, ResultRow, Tone } from './report-content.ts';
import type { ReportWords } from './report-words.ts';

/** The data of a report outside of its content. */
export interface ReportHead {
  readonly lang: Lang;
  readonly number: string;
  /** The day of the simulation, `YYYY-MM-DD`. */
  readonly day: string;
  readonly createdAt: Date;
  readonly owner: string;
  /** The organisation that runs the portal; null when not set. */
  readonly organisation: string | null;
}

const toneInk: Readonly<Record<Tone, string>> = { good: ink.good, bad: ink.bad, plain: ink.text };
const factColumns = [{ share: 0.42 }, { share: 0.58 }];
const amountColumns = [{ share: 0.72 }, { share: 0.28, align: 'end' }] as const;
const resultColumns = [{ share: 0.46 }, { share: 0.34 }, { share: 0.2, align: 'end' }] as const;
const barInk: Readonly<Record<Bar['kind'], string>> = {
  premium: ink.primary,
  sum: ink.muted,
  total: ink.accent,
};

function subheading(sheet: Sheet, text: string): void {
  if (!sheet.need(50)) sheet.moveDown(6);
  sheet.paragraph(text, { tag: 'H3', font: 'bold', size: 9.5, color: ink.primary });
  sheet.moveDown(2);
}

/** Draws the title, the facts about the document, and the result on a dark field. */
function drawHead(
  sheet: Sheet,
  content: ReportContent,
  head: ReportHead,
  words: ReportWords,
): void {
  const { t } = words;
  sheet.paragraph(content.title, {
    tag: 'H1',
    font: 'bold',
    size: 17,
    color: ink.deep,
    leading: 1.4,
  });
  sheet.moveDown(6);
  const facts = [
    [t('head.number'), ltr(head.number)],
    [t('head.date'), ltr(formatDay(head.day))],
    [t('head.owner'), head.owner],
  ] as const;
  const third = sheet.width / facts.length;
  const heights = facts.map(([label, value], index) => {
    const small = { size: 8, color: ink.muted };
    const used = sheet.textAt(label, index * third, third - 10, sheet.y, small);
    const strong = { font: 'bold', size: 9.5 } as const;
    return used + sheet.textAt(value, index * third, third - 10, sheet.y + used, strong);
  });
  sheet.moveDown(Math.max(...heights) + 12);

  const half = sheet.width / 2;
  const note = { size: 8.5, color: ink.onDeep };
  const noteHeight =
    content.indicative === null
      ? 0
      : sheet.heightOf(content.indicative, sheet.width - 32, note) + 6;
  sheet.box(0, sheet.y, sheet.width, 58 + noteHeight, ink.deep);
  const outcome = [
    [t('head.amount'), content.amount],
    [t('head.rate'), content.rate],
  ] as const;
  outcome.forEach(([label, value], index) => {
    const start = index * half + 16;
    sheet.textAt(label, start, half - 24, sheet.y + 8, { size: 8.5, color: '#b9d2d1' });
    sheet.textAt(value, start, half - 24, sheet.y + 22, {
      font: 'bold',
      size: 18,
      leading: 1.4,
      color: ink.onDeep,
    });
  });
  if (content.indicative !== null) {
    sheet.textAt(content.indicative, 16, sheet.width - 32, sheet.y + 54, note);
  }
  sheet.moveDown(58 + noteHeight);
}

/** Draws the chart of a row: a bar on a line up to `scale`, crossed by the ceiling. */
function drawBar(
  sheet: Sheet,
  { kind, from, to, ceiling, alt }: Bar,
  scale: number,
  box: CellBox,
): void {
  const at = (rate: number): number => (rate / scale) * box.width;
  const thickness = 7;
  const top = box.top + (box.height - thickness) / 2;
  sheet.figure(alt, box.start, top - 2, box.width, thickness + 4, () => {
    sheet.box(box.start, top, box.width, thickness, ink.sunken);
    if (to > from) sheet.box(box.start + at(from), top, at(to - from), thickness, barInk[kind]);
    sheet.box(box.start + at(ceiling), top - 2, 1, thickness + 4, ink.text);
  });
}

function drawResults(sheet: Sheet, rows: readonly ResultRow[]): void {
  const bars = rows.flatMap(({ bar }) => (bar === undefined ? [] : [bar]));
  const scale = Math.max(1, ...bars.flatMap(({ to, ceiling }) => [to, ceiling])) * 1.03;
  drawTable(
    sheet,
    bars.length === 0 ? amountColumns : resultColumns,
    rows.map(({ label, value, tone, bar, isTotal = false }) => {
      const figure = { text: value, color: toneInk[tone], isStrong: tone !== 'plain' };
      if (bars.length === 0) return { cells: [label, figure], isTotal };
      const chart =
        bar === undefined
          ? { text: '' }
          : {
              text: '',
              draw: (box: CellBox) => drawBar(sheet, bar, scale, box),
            };
      return { cells: [label, chart, figure], isTotal };
    }),
  );
}

function drawExplanation(sheet: Sheet, { label, rate, tone, sentences }: Explanation): void {
  const rateWidth = 60;
  const strong = { font: 'bold', size: 9.5 } as const;
  const text = sentences.join(' ');
  const labelHeight = sheet.heightOf(label, sheet.width - rateWidth, strong);
  sheet.need(labelHeight + Math.min(60, sheet.heightOf(text, sheet.width)) + 8);
  sheet.textAt(label, 0, sheet.width - rateWidth, sheet.y, { ...strong, tag: 'H3' });
  sheet.textAt(rate, sheet.width - rateWidth, rateWidth, sheet.y, {
    ...strong,
    color: toneInk[tone],
    align: 'end',
  });
  sheet.moveDown(labelHeight + 1);
  sheet.paragraph(text, { color: ink.muted });
  sheet.moveDown(7);
}

/** Draws a report. @returns the bytes of the PDF document */
export async function drawReport(
  content: ReportContent,
  head: ReportHead,
  words: ReportWords,
): Promise<Buffer> {
  const { t } = words;
  const sheet = createSheet({
    lang: head.lang,
    title: `${content.title} ${head.number}`,
    createdAt: head.createdAt,
    runningTitle: `${content.title} · ${ltr(head.number)}`,
    footer: (page, pages) => ({
      start: `Wasl · ${ltr(head.number)} · ${ltr(formatDay(head.day))}`,
      end: t('page', { page: String(page), pages: String(pages) }),
    }),
  });
  drawLetterhead(sheet, head.organisation);
  drawHead(sheet, content, head, words);

  drawHeading(sheet, t('section.results'));
  drawResults(sheet, content.results);

  drawHeading(sheet, t('section.summary'));
  for (const { heading: title, facts } of content.summary) {
    subheading(sheet, title);
    drawTable(
      sheet,
      factColumns,
      facts.map(([label, value]) => ({ cells: [{ text: label, color: ink.muted }, value] })),
    );
    sheet.moveDown(4);
  }

  drawHeading(sheet, t('section.explanation'));
  for (const explanation of content.explanations) drawExplanation(sheet, explanation);

  drawHeading(sheet, t('section.amount'));
  drawResults(sheet, content.amountRows);
  sheet.moveDown(5);
  sheet.paragraph(content.computed, { font: 'bold' });

  drawHeading(sheet, t('section.ceilings'));
  for (const ceiling of content.ceilings) sheet.paragraph(ceiling);

  drawHeading(sheet, t('section.notes'));
  const muted = { color: ink.muted };
  drawList(sheet, content.footnotes, 14, muted, muted);

  drawHeading(sheet, t('section.rules'));
  for (const rule of content.rules) sheet.paragraph(rule, { color: ink.muted, size: 8.5 });
  return await sheet.finish();
}
