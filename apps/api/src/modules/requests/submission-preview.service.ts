import { requestDocumentCodes, type Lang, type SubmissionPreview } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { canBeneficiary } from '../../policies/request-actions.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import { isJourneyOpen } from '../journeys/index.ts';
import { nameOf } from '../partners/index.ts';
import { inLang, labelOf } from '../reference/index.ts';
import { requestDocumentsRepository } from './request-documents.repository.ts';
import { requestsRepository } from './requests.repository.ts';
import { routingRepository } from './routing.repository.ts';
import { missingDocuments, unaskedDocuments } from '../../rules/routing.ts';
import { planOf, unansweredOf } from './submission.service.ts';
import { usualDaysOf, usualDelayOfRequest } from './usual-delay.repository.ts';

/** The specified documents first, in their order. */
function inOrder(codes: readonly string[]): string[] {
  const specified: readonly string[] = requestDocumentCodes;
  return [
    ...specified.filter((code) => codes.includes(code)),
    ...codes.filter((code) => !specified.includes(code)),
  ];
}

export function submissionPreviewService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return {
    /**
     * Previews the routing of a draft without a change. The organisation of a service can still change until the
     * submission.
     * @throws ApiError NOT_FOUND, STATE_CONFLICT for a request that cannot be submitted
     */
    async preview(actor: Actor, id: number, lang: Lang): Promise<SubmissionPreview> {
      const row = await requestsRepository(db).find(actor, id);
      if (row === undefined) throw new ApiError('NOT_FOUND');
      if (!canBeneficiary('submit', requestStatusOf(row.status), row.agreement))
        throw new ApiError('STATE_CONFLICT');
      const routing = routingRepository(db);
      const request = await routing.process(id);
      const { journeyDef, documents, urlVideo } = request;
      const plan = await planOf(db, request, undefined);
      const partnerIds = plan.steps.map((step) => step.partnerId);
      const names = await routing.namesOf(
        [...plan.steps.map((step) => step.titleItemId), ...plan.unrouted],
        partnerIds,
      );
      const usualDays = await usualDaysOf(db, partnerIds);
      const unattended = new Set(plan.unattended);
      const service = (itemId: number): string => {
        const item = names.items.get(itemId);
        return item === undefined ? '' : labelOf(item, lang);
      };
      const organisation = (partnerId: number): string | null => {
        const name = names.partners.get(partnerId);
        return name === undefined ? null : nameOf(name, lang);
      };
      const missing =
        journeyDef === null
          ? []
          : missingDocuments(
              journeyDef.settings,
              documents.map(({ code }) => code),
              urlVideo,
            );
      const unasked = unaskedDocuments(
        journeyDef?.settings ?? null,
        documents.map(({ code }) => code),
      );
      const infected = await requestDocumentsRepository(db).infected(id);
      return {
        tasks: [
          ...plan.steps.map(({ titleItemId, partnerId }) => {
            const isAttended = !unattended.has(titleItemId);
            return {
              service: service(titleItemId),
              organisation: isAttended ? organisation(partnerId) : null,
              usualDays: isAttended ? (usualDays.get(partnerId) ?? null) : null,
            };
          }),
          ...plan.unrouted.map((itemId) => ({
            service: service(itemId),
            organisation: null,
            usualDays: null,
          })),
        ],
        missingDocuments: inOrder(missing),
        missingQuestions: unansweredOf(request).map(({ code, label }) => ({
          code,
          label: inLang(lang, label),
        })),
        unaskedDocuments: inOrder(unasked),
        infectedDocuments: infected.map(({ originalName }) => originalName),
        isJourneyOpen: journeyDef === null || isJourneyOpen(journeyDef, clock.now()),
        usualDelay: await usualDelayOfRequest(db, id),
      };
    },
  };
}
