import type { Lang, ReceiptView } from '@wasl/contracts';

import { formatDay } from '../../platform/i18n/formats.ts';
import { formatDateTime } from '../../platform/mail/content.ts';
import { receiptCatalogue, type ReceiptTranslate } from './words/index.ts';
import {
  createSheet,
  drawHeading,
  drawLetterhead,
  drawList,
  drawQrCode,
  drawTable,
  ink,
  ltr,
  type Sheet,
} from '../../platform/pdf/index.ts';

/** The data of a receipt outside of its content. */
export interface ReceiptHead {
  readonly lang: Lang;
  readonly submittedAt: Date;
  readonly withdrawnAt: Date | null;
  /** The organisation that runs the portal; null when not set. */
  readonly organisation: string | null;
}

/** The inputs of drawing a receipt. All of them can be copied to another thread. */
export interface ReceiptJob {
  readonly receipt: ReceiptView;
  readonly head: ReceiptHead;
}

const codeSize = 128;
const columns = [{ share: 0.34 }, { share: 0.66 }];
const label = (text: string) => ({ text, color: ink.muted });

/** Draws the number and the date on a dark field, with the QR code next to them. */
function drawProof(sheet: Sheet, receipt: ReceiptView, at: string, t: ReceiptTranslate): void {
  const gap = 18;
  const width = sheet.width - codeSize - gap;
  const top = sheet.y;
  sheet.box(0, top, width, codeSize, ink.deep);
  const facts = [
    [t('fact.number'), ltr(receipt.numRequest), 21],
    [t('fact.submittedAt'), at, 14],
  ] as const;
  facts.forEach(([name, value, size], index) => {
    const y = top + 14 + index * 56;
    sheet.textAt(name, 18, width - 36, y, { size: 9, color: '#b9d2d1' });
    sheet.textAt(value, 18, width - 36, y + 14, {
      font: 'bold',
      size,
      color: ink.onDeep,
      leading: 1.4,
    });
  });
  drawQrCode(sheet, receipt.publicUrl, width + gap, top, codeSize);
  sheet.moveDown(codeSize + 6);
  sheet.paragraph(t('code'), { size: 8.5, color: ink.muted });
  sheet.paragraph(ltr(receipt.publicUrl), { size: 8.5, color: ink.primary });
}

function drawRequest(sheet: Sheet, receipt: ReceiptView, t: ReceiptTranslate): void {
  const { journey, services, description, urlVideo } = receipt;
  const facts: [string, string][] = [[t('fact.beneficiary'), receipt.beneficiary]];
  if (journey === null) facts.push([t('fact.services'), services.join('\n')]);
  else facts.push([t('fact.journey'), journey]);
  if (urlVideo !== null) facts.push([t('fact.video'), ltr(urlVideo)]);
  for (const { label: question, text } of receipt.answers) facts.push([question, text]);
  drawTable(
    sheet,
    columns,
    facts.map(([name, value]) => ({ cells: [label(name), { text: value, isStrong: true }] })),
  );
  if (description === null) return;
  sheet.moveDown(6);
  sheet.need(40);
  sheet.paragraph(t('fact.need'), { size: 9, color: ink.muted });
  sheet.paragraph(description);
}

/** The organisation of a task with its contact details, and when to expect its answer. */
function taskText(
  { organisation, dueOn, usualDays, contact }: ReceiptView['tasks'][number],
  t: ReceiptTranslate,
): string {
  const { phone = null, whatsapp = null, email = null, website = null } = contact ?? {};
  const number = whatsapp === null ? null : `WhatsApp ${whatsapp}`;
  const followed = [phone, number, email].flatMap((text) => (text === null ? [] : [ltr(text)]));
  return [
    organisation,
    followed.length === 0 ? null : followed.join(' · '),
    contact?.address,
    contact?.openingHours,
    website === null ? null : ltr(website),
    dueOn === null ? null : t('dueOn', { day: ltr(formatDay(dueOn)) }),
    usualDays === null ? null : t('usual', {}, usualDays),
  ]
    .filter((line) => line !== null && line !== undefined)
    .join('\n');
}

/** @returns the bytes of the PDF document */
export async function drawReceipt(receipt: ReceiptView, head: ReceiptHead): Promise<Buffer> {
  const t = receiptCatalogue.in(head.lang);
  const number = ltr(receipt.numRequest);
  const at = ltr(formatDateTime(head.submittedAt));
  const sheet = createSheet({
    lang: head.lang,
    title: `${t('title')} ${receipt.numRequest}`,
    createdAt: head.submittedAt,
    runningTitle: `${t('title')} · ${number}`,
    footer: (page, pages) => ({
      start: `Wasl · ${number} · ${at}`,
      end: t('page', { page: String(page), pages: String(pages) }),
    }),
  });
  drawLetterhead(sheet, head.organisation);
  sheet.paragraph(t('title'), { tag: 'H1', font: 'bold', size: 19, color: ink.deep, leading: 1.4 });
  sheet.paragraph(t('lead'), { color: ink.muted });
  sheet.moveDown(12);
  drawProof(sheet, receipt, at, t);
  const { withdrawnAt } = head;
  if (withdrawnAt !== null) {
    sheet.moveDown(6);
    sheet.paragraph(t('withdrawn', { at: ltr(formatDateTime(withdrawnAt)) }), { font: 'bold' });
  }

  drawHeading(sheet, t('section.request'));
  drawRequest(sheet, receipt, t);

  drawHeading(sheet, t('section.documents'));
  if (receipt.documents.length === 0) sheet.paragraph(t('noDocuments'), { color: ink.muted });
  drawTable(
    sheet,
    columns,
    receipt.documents.map(({ libelle, originalName }) => ({
      cells: [label(libelle.libelle), originalName],
    })),
  );

  if (withdrawnAt !== null) return await sheet.finish();
  drawHeading(sheet, t('section.organisations'));
  if (receipt.tasks.length === 0) sheet.paragraph(t('noOrganisation'), { color: ink.muted });
  drawTable(
    sheet,
    columns,
    receipt.tasks.map((task) => ({
      cells: [
        label(task.service),
        task.organisation === null
          ? { text: t('noOrganisation'), color: ink.muted }
          : taskText(task, t),
      ],
    })),
  );

  drawHeading(sheet, t('section.next'));
  const steps = [t('next.one'), t('next.two'), t('next.three')];
  drawList(sheet, steps, 16, { color: ink.primary, font: 'bold' });
  return await sheet.finish();
}
