import {
  attachedDocumentCodes,
  type BodyOf,
  type Criterion,
  type Endpoints,
  type Lang,
  type RequestView,
} from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inAct, type Act } from '../../events/act.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import type { Positions } from '../../platform/database/page-positions.ts';
import type { PageAsked } from '../../platform/database/paged-rows.repository.ts';
import { recordAccessesRepository } from '../../platform/database/record-accesses.repository.ts';
import { canBeneficiary, statusAfterEdit } from '../../policies/request-actions.ts';
import { changeAnswers, isJourneyOpen, journeysService, type Answer } from '../journeys/index.ts';
import { referenceService } from '../reference/index.ts';
import { loadStatusLabels } from './labels.repository.ts';
import { removeDocuments } from './request-documents.service.ts';
import { newRequests } from './new-requests.repository.ts';
import {
  contentRows,
  noContent,
  requestWrites,
  lockKeyOf,
  type RequestContent,
} from './request-writes.repository.ts';
import { viewRequest } from './request-view.ts';
import { leadingStep, presentRequest } from './requests.presenter.ts';
import { requestsRepository, type RequestSortField } from './requests.repository.ts';
import { formatRequestNumber, numberingYear } from '../../rules/request-number.ts';

export type RequestsDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'mail'>;
export type RequestInput = BodyOf<Endpoints['createRequest']>['createRequestDto'];

/** Limit of unsubmitted requests per person: high enough for any use, low enough to protect the disk. */
const maxDrafts = 2000;

/**
 * Answers to the journey's questions after the input. Those of another journey are removed.
 * @throws ApiError INVALID_INPUT naming the answer
 */
async function resolveAnswers(
  db: Db,
  { answers }: Pick<RequestInput, 'answers'>,
  journeyDefId: number | null,
  before: RequestContent,
): Promise<readonly Answer[]> {
  const unchanged = journeyDefId === before.journeyDefId ? before.answers : [];
  if (!answers || Object.keys(answers).length === 0) return unchanged;
  const questions =
    journeyDefId === null ? [] : (await journeysService(db).get(journeyDefId)).questions;
  const changed = changeAnswers(questions, unchanged, answers);
  if ('answers' in changed) return changed.answers;
  const path = `createRequestDto.answers.${changed.fault}`;
  throw invalidField(path, changed.isUnknown ? 'unknownCode' : 'invalid');
}

/**
 * Resolves the codes of the input.
 * @param before current content: absent members keep it, and its services stay valid when no organisation offers them
 * any more
 * @throws ApiError JOURNEY_OR_SERVICES, JOURNEY_CLOSED, INVALID_INPUT naming each unknown code
 */
async function resolveContent(
  db: Db,
  input: RequestInput,
  now: Date,
  before: RequestContent = noContent,
): Promise<RequestContent> {
  const { description = before.description, urlVideo = before.urlVideo, services = [] } = input;
  const hasServices = services.length > 0;
  const { journeyDef: journeyDefId = hasServices ? null : before.journeyDefId } = input;
  const answers = await resolveAnswers(db, input, journeyDefId, before);
  const areServicesUnchanged = input.services === undefined && journeyDefId === null;
  const unchangedItemIds = areServicesUnchanged ? before.serviceItemIds : [];
  if ((journeyDefId === null) !== (hasServices || unchangedItemIds.length > 0))
    throw new ApiError('JOURNEY_OR_SERVICES');
  if (typeof input.journeyDef === 'number') {
    const journey = await journeysService(db)
      .get(input.journeyDef)
      .catch((error: unknown) => {
        const isUnknown = error instanceof ApiError && error.code === 'NOT_FOUND';
        throw isUnknown ? invalidField('createRequestDto.journeyDef', 'unknownCode') : error;
      });
    if (!isJourneyOpen(journey, now)) throw new ApiError('JOURNEY_CLOSED');
  }
  if (!hasServices)
    return { description, urlVideo, journeyDefId, serviceItemIds: unchangedItemIds, answers };
  const places = services.map((code, index) => ({
    path: `createRequestDto.services.${String(index)}`,
    parent: 'SERVICE' as const,
    code,
  }));
  const idAt = await referenceService(db).resolveCodes(places, before.serviceItemIds);
  return {
    description,
    urlVideo,
    journeyDefId,
    serviceItemIds: places.map(({ path }) => idAt(path)),
    answers,
  };
}

/** A misspelt code must not remove the document that it means. @throws ApiError INVALID_INPUT */
async function refuseUnknownDocuments(
  db: Db,
  { documents }: Pick<RequestInput, 'documents'>,
  uploaded: readonly string[],
): Promise<void> {
  const known: readonly string[] = [...attachedDocumentCodes, ...uploaded];
  const others = (documents ?? []).filter((code) => !known.includes(code));
  if (others.length === 0) return;
  const labels = await loadStatusLabels(db);
  if (!others.every((code) => labels.has('DOCUMENT', code)))
    throw invalidField('createRequestDto.documents', 'unknownCode');
}

export function requestsService(deps: RequestsDeps) {
  const { db, clock, files } = deps;
  return {
    async filter(
      actor: Actor,
      criteria: readonly Criterion[],
      page: PageAsked<RequestSortField>,
      lang: Lang,
    ): Promise<{ rows: RequestView[]; total: number; positions: Positions }> {
      const [{ rows, total, positions }, labels] = await Promise.all([
        requestsRepository(db).filter(actor, criteria, page),
        loadStatusLabels(db),
      ]);
      const now = clock.now();
      const reading = { actor, lang, now, labels };
      const first = page.page * page.size;
      return {
        rows: rows.map((row, i) =>
          presentRequest(row, leadingStep(row.steps), first + i, reading, row.work),
        ),
        total,
        positions,
      };
    },

    /** @throws ApiError NOT_FOUND */
    async get(actor: Actor, id: number, lang: Lang): Promise<RequestView> {
      const now = clock.now();
      const view = await viewRequest(db, actor, id, lang, now);
      await recordAccessesRepository(db).note(actor, 'FILE', [id], now);
      return view;
    },

    /**
     * Creates a draft with its number. A repeated call with the same client key updates the draft that exists, for
     * example after a lost answer or a double click.
     * @throws ApiError STATE_CONFLICT or NOT_FOUND when the existing request is no draft any more;
     * QUALIFICATION_REQUIRED, TOO_MANY_DRAFTS, JOURNEY_OR_SERVICES, JOURNEY_CLOSED, INVALID_INPUT
     */
    async create(actor: Actor, input: RequestInput, lang: Lang): Promise<RequestView> {
      const now = clock.now();
      const writes = requestWrites(db);
      const clientKey = input.clientKey ?? null;
      const { isQualified, drafts, madeId } = await writes.readiness(actor.userId, clientKey);
      if (madeId !== null) return await this.update(actor, madeId, input, lang);
      if (!isQualified) throw new ApiError('QUALIFICATION_REQUIRED');
      if (drafts >= maxDrafts) throw new ApiError('TOO_MANY_DRAFTS');
      const content = await resolveContent(db, input, now);
      const year = numberingYear(now);
      const numRequest = formatRequestNumber(year, await writes.takeNumbers(year));
      const beneficiaryId = actor.userId;
      // A single statement needs no transaction.
      const [written] = await newRequests(db)
        .insert(
          [{ numRequest, beneficiaryId, content, createdAt: now, dateRequest: now, clientKey }],
          actor,
        )
        .catch(async (error: unknown) => {
          // A concurrent call with the same key has written the request.
          const { madeId: others } = await writes.readiness(beneficiaryId, clientKey);
          if (others === null) throw error;
          return [{ id: others, steps: [] }];
        });
      if (!written) throw new Error('The request was not written');
      return await viewRequest(db, actor, written.id, lang, now);
    },

    /**
     * Changes a draft or a request to rephrase; the latter becomes a draft again. When `documents` is given, all other
     * documents are removed.
     * @throws ApiError NOT_FOUND, STATE_CONFLICT and those of {@link create}
     */
    async update(actor: Actor, id: number, input: RequestInput, lang: Lang): Promise<RequestView> {
      const change = async (act: Act): Promise<RequestView> => {
        const { tx, now } = act;
        const writes = requestWrites(tx);
        const locked = await writes.lockOwned(id, actor.userId);
        if (locked === undefined) throw new ApiError('NOT_FOUND');
        const { status, agreement } = locked;
        if (!canBeneficiary('edit', status, agreement)) throw new ApiError('STATE_CONFLICT');
        if (!locked.isQualified) throw new ApiError('QUALIFICATION_REQUIRED');
        const before = await writes.contentNow(id);
        const content = await resolveContent(tx, input, now, before);
        await refuseUnknownDocuments(tx, input, before.documents);
        act.add(contentRows, [{ id, ...content, status: statusAfterEdit }]);
        const left = before.documents.filter(
          (code) => input.documents?.some((document) => document === code) === false,
        );
        await removeDocuments(act, files, id, left);
        act.record({ type: 'request.updated', requestId: id, from: status, to: statusAfterEdit });
        await act.flush();
        return await viewRequest(tx, actor, id, lang, now);
      };
      // Fills the cache before the lock, so that less work runs under it.
      await referenceService(db).codes('SERVICE');
      return await inAct(deps, actor, change, { queue: lockKeyOf(id, actor.userId) });
    },

    /** Marks a draft or a request to rephrase as deleted. @throws ApiError NOT_FOUND, STATE_CONFLICT */
    async remove(actor: Actor, id: number): Promise<{ success: true }> {
      await inAct(deps, actor, async (act) => {
        const writes = requestWrites(act.tx);
        const locked = await writes.lockOwned(id, actor.userId);
        if (locked === undefined) throw new ApiError('NOT_FOUND');
        const { status, agreement } = locked;
        if (!canBeneficiary('delete', status, agreement)) throw new ApiError('STATE_CONFLICT');
        await writes.set(id, { status: 'SUPPRIME' });
        act.record({ type: 'request.deleted', requestId: id, from: status });
      });
      return { success: true };
    },
  };
}
