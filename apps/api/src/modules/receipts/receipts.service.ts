import { wireDateTime, type Lang, type ReceiptView } from '@wasl/contracts';

import { displayName } from '../../platform/database/person-name.ts';
import { localized } from '../../platform/i18n/localized.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { seededDefaultPartnerId } from '../../platform/database/default-partner.repository.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';
import { threadProgram } from '../../platform/threads/threads.ts';
import { canBeneficiary } from '../../policies/request-actions.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import { presentAnswer } from '../journeys/index.ts';
import { nameOf, presentContact } from '../partners/index.ts';
import { inLang, labelOf } from '../reference/index.ts';
import {
  loadStatusLabels,
  presentRequestDocument,
  readUsualDays,
  readUsualDelay,
} from '../requests/index.ts';
import { atWorkStepStatuses } from '../../rules/step-transitions.ts';
import type { ReceiptJob } from './draw-receipt.ts';
import { receiptsRepository, type ReceiptRow } from './receipts.repository.ts';

const drawReceipt = threadProgram(import.meta.url, 'draw-receipt');

export type ReceiptsDeps = Pick<Deps, 'db' | 'limits' | 'settings' | 'threads'>;

/** Tasks with their organisations, followed by the services that wait for an organisation. */
function tasksOf(
  row: ReceiptRow,
  usualDays: ReadonlyMap<number, number>,
  lang: Lang,
): ReceiptView['tasks'] {
  const routed = new Set(row.steps.map((step) => step.titleItemId));
  const waiting = row.services.filter(({ itemId }) => !routed.has(itemId));
  return [
    ...row.steps.map(({ titleItem, partner, dueOn, status }) => ({
      service: labelOf(titleItem, lang),
      organisation: nameOf(partner, lang),
      usualDays: usualDays.get(partner.id) ?? null,
      dueOn,
      contact: atWorkStepStatuses.includes(status) ? presentContact(partner) : null,
    })),
    ...waiting.map((service) => ({
      service: labelOf(service, lang),
      organisation: null,
      usualDays: null,
      dueOn: null,
      contact: null,
    })),
  ];
}

/** The receipt (in Arabic: wasl) of a submission, as data and as PDF. */
export function receiptsService({ db, limits, settings, threads }: ReceiptsDeps) {
  const repository = receiptsRepository(db);

  async function load(
    actor: Actor,
    id: number,
    lang: Lang,
  ): Promise<{ receipt: ReceiptView; submittedAt: Date; withdrawnAt: Date | null }> {
    const [row, labels] = await Promise.all([repository.find(actor, id), loadStatusLabels(db)]);
    if (row === undefined) throw new ApiError('NOT_FOUND');
    const status = requestStatusOf(row.status);
    if (!canBeneficiary('receipt', status)) throw new ApiError('STATE_CONFLICT');
    const isWithdrawn = status === 'RETIREE';
    const withdrawnAt = isWithdrawn ? row.withdrawnAt : null;
    const submittedAt = row.submittedAt ?? row.dateRequest;
    const token = row.token ?? (await repository.makeToken(id, submittedAt));
    const receipt: ReceiptView = {
      requestId: row.id,
      numRequest: row.numRequest,
      submittedAt: wireDateTime(submittedAt),
      status: labels.of('STATUS', status, lang),
      withdrawnAt: withdrawnAt === null ? null : wireDateTime(withdrawnAt),
      canFollow: canBeneficiary('follow', status),
      beneficiary: displayName(row.beneficiary),
      journey: row.journeyDef === null ? null : inLang(lang, localized('title', row.journeyDef)),
      services: row.services.map((service) => labelOf(service, lang)),
      description: row.description,
      urlVideo: row.urlVideo,
      answers: row.answers.map((answer) => presentAnswer(answer, lang)),
      documents: row.documents.map((document) =>
        presentRequestDocument(document, { labels, lang }),
      ),
      // A withdrawn request has no tasks.
      tasks: isWithdrawn ? [] : tasksOf(row, readUsualDays(row.days), lang),
      usualDelay: readUsualDelay(row.delays),
      publicUrl: `${settings.publicUrl}/wasl/${token}`,
    };
    return { receipt, submittedAt, withdrawnAt };
  }

  async function organisation(lang: Lang): Promise<string | null> {
    const id = settings.defaultPartnerId ?? (await seededDefaultPartnerId(db));
    return id === null ? null : await repository.organisationTitle(id, lang);
  }

  return {
    /** @throws ApiError NOT_FOUND; STATE_CONFLICT for a request that was not submitted, or is back with its author */
    async get(actor: Actor, id: number, lang: Lang): Promise<ReceiptView> {
      return (await load(actor, id, lang)).receipt;
    },

    /**
     * The receipt as a PDF document.
     * @throws ApiError those of {@link get}, TOO_MANY_REQUESTS above the hour's quota
     */
    async print(actor: Actor, id: number, lang: Lang): Promise<BinaryReply> {
      await limits.consume('report', { account: actor.userId });
      const { receipt, submittedAt, withdrawnAt } = await load(actor, id, lang);
      const head = { lang, submittedAt, withdrawnAt, organisation: await organisation(lang) };
      const content = await threads.run(drawReceipt, { receipt, head } satisfies ReceiptJob);
      return {
        contentType: 'application/pdf',
        fileName: `wasl_${receipt.numRequest}.pdf`,
        content,
        size: content.length,
      };
    },
  };
}
