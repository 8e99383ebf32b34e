import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { organisationContactView } from '../partners/contact.ts';
import { answerView } from '../journeys/questions.ts';
import { codeLibelle, id, langQuery } from '../wire/values.ts';
import { requestDocumentView } from '../requests/request-view.ts';
import { routedTask, usualDelay } from '../requests/submission.ts';

export const receiptView = z.object({
  requestId: z.number(),
  numRequest: z.string(),
  /** `YYYY/MM/DD HH:mm`, Morocco's time. */
  submittedAt: z.string(),
  status: codeLibelle,
  /** When its owner withdrew the request; otherwise null. */
  withdrawnAt: z.string().nullable(),
  canFollow: z.boolean(),
  beneficiary: z.string(),
  /** Title of the journey; null for a personalised request. */
  journey: z.string().nullable(),
  services: z.array(z.string()),
  description: z.string().nullable(),
  urlVideo: z.string().nullable(),
  answers: z.array(answerView),
  documents: z.array(requestDocumentView),
  tasks: z.array(
    routedTask.extend({
      /** `YYYY-MM-DD`, the organisation's last day to respond; null while its clock is paused. */
      dueOn: z.string().nullable(),
      /** Contact of the organisation while it works on the step; null before and after, and where it is empty. */
      contact: organisationContactView.nullable(),
    }),
  ),
  usualDelay: usualDelay.nullable(),
  /** Public page that confirms number and date to a holder of the receipt. */
  publicUrl: z.string(),
});
export type ReceiptView = z.infer<typeof receiptView>;

const params = z.object({ id });

export const receiptsCalls = defineArea('receipts', {
  getReceipt: {
    route: 'GET /requests/:id/receipt',
    permission: 'receipt:read',
    summary: 'The receipt of a submitted request of the caller',
    params,
    query: z.object({ lang: langQuery }),
    response: receiptView,
    errors: ['STATE_CONFLICT'],
  },
  downloadReceipt: {
    route: 'GET /requests/:id/receipt/pdf',
    permission: 'receipt:read',
    summary: 'The receipt as a PDF document, with a QR code that opens its public page',
    params,
    query: z.object({ lang: langQuery }),
    response: { status: 200, contentTypes: ['application/pdf'] },
    errors: ['STATE_CONFLICT'],
  },
});
