import {
  maxMessageLength,
  type BulkBody,
  type BulkResult,
  type CodeLibelle,
  type Lang,
} from '@wasl/contracts';

import { inAct, type Act } from '../../events/act.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { groupBy } from '../../platform/program/group-by.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { toApiError } from '../../platform/http/error-response.ts';
import { langOf } from '../../platform/i18n/lang-of.ts';
import { runExclusive } from '../../platform/database/run-exclusive.ts';
import { messagesService } from '../messages/index.ts';
import { loadStatusLabels } from '../requests/index.ts';
import { presentRefusal } from './bulk.presenter.ts';
import { fillAnswer, fillText } from './answers.presenter.ts';
import { answersRepository, type AnswerSubject } from './answers.repository.ts';
import { ownerRepository, type OwnerRow } from './owner.repository.ts';
import { ownerService, type HandedOver } from './owner.service.ts';
import { processingRepository } from './processing.repository.ts';
import { stepAskService } from './step-ask.service.ts';
import { namedDocuments } from './step-progress.ts';

export type BulkDeps = Pick<Deps, 'db' | 'clock' | 'mail' | 'files' | 'limits' | 'words' | 'log'>;

type ChosenStep = BulkBody['steps'][number];
/**
 * Applies the action to one step, in `act` or in its own transaction. @throws ApiError the reason of a refusal, before any
 * write
 */
type Work = (step: ChosenStep, act?: Act) => Promise<void>;

/** Errors that end the run: every later step would fail in the same way. */
const endings = new Set<string>(['FORBIDDEN', 'UNAVAILABLE']);

async function requestStatuses(
  db: BulkDeps['db'],
  actor: Actor,
  stepIds: readonly number[],
  lang: Lang,
) {
  const [requests, labels] = await Promise.all([
    processingRepository(db).requestsOf(actor, stepIds),
    loadStatusLabels(db),
  ]);
  return new Map(
    [...requests].map(([id, { status }]) => [
      id,
      labels.of('STATUS', requestStatusOf(status), lang),
    ]),
  );
}

/**
 * Groups the steps by the person who is notified of the action. The steps of a person are in the order of their
 * requests, so that two runs lock them in the same order.
 */
async function groupsOf(
  db: BulkDeps['db'],
  actor: Actor,
  { action, steps }: BulkBody,
): Promise<ChosenStep[][]> {
  if (['claim', 'handOver', 'answerNeeded'].includes(action.kind))
    return steps.map((step) => [step]);
  const requests = await processingRepository(db).requestsOf(
    actor,
    steps.map(({ stepId }) => stepId),
  );
  const requestIdOf = ({ stepId }: ChosenStep) => requests.get(stepId)?.id ?? 0;
  return [
    ...groupBy(steps, ({ stepId }) => requests.get(stepId)?.beneficiaryId ?? stepId).values(),
  ].map((group) => group.toSorted((a, b) => requestIdOf(a) - requestIdOf(b)));
}

/**
 * @param handedOver collects the event of each step, for one notice to the colleague
 * @throws ApiError INVALID_INPUT for an agent who cannot have steps
 */
async function givingTo(
  deps: BulkDeps,
  actor: Actor,
  partnerId: number,
  { to: owner, reason }: Extract<BulkBody['action'], { kind: 'handOver' }>,
  handedOver: HandedOver[],
): Promise<Work> {
  const agents = ownerRepository(deps.db);
  const active = await agents.lockAgents(partnerId, [owner]);
  if (!active.has(owner) || (await agents.away([owner])).has(owner))
    throw invalidField('action.to', 'invalid');
  return async ({ stepId, expected }) => {
    const set = await ownerService(deps).set(actor, stepId, { owner, expected, reason }, false);
    if (set.handedOver !== null) handedOver.push(set.handedOver);
  };
}

/**
 * Applies the action to the steps, one act for each group. An unexpected error undoes the act of its group.
 * @returns the refusals by step
 */
async function refusalsOf(
  deps: BulkDeps,
  actor: Actor,
  groups: readonly (readonly ChosenStep[])[],
  work: Work,
): Promise<ReadonlyMap<number, ApiError>> {
  const refusals = new Map<number, ApiError>();
  let end: ApiError | undefined;
  const refuse = ({ stepId }: ChosenStep, error: ApiError): void => {
    if (endings.has(error.code)) end = error;
    refusals.set(stepId, error);
  };
  const workOn = async (group: readonly ChosenStep[], act?: Act): Promise<void> => {
    for (const step of group) {
      // A repeated transaction decides again.
      refusals.delete(step.stepId);
      try {
        if (end !== undefined) throw end;
        await work(step, act);
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown;
        refuse(step, thrown);
      }
    }
  };
  for (const group of groups)
    try {
      await (group.length === 1 ? workOn(group) : inAct(deps, actor, (act) => workOn(group, act)));
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.code === 'INTERNAL')
        deps.log.error({
          event: 'process.unexpected_error',
          stepIds: group.map(({ stepId }) => stepId),
          err: error.options.cause,
        });
      for (const step of group) refuse(step, error);
    }
  return refusals;
}

/** Applies one action to many steps. The service of the single action changes each step. */
export function bulkService(deps: BulkDeps) {
  const { db, limits, words } = deps;
  const owners = ownerService(deps);

  /** Sends each person the filled text of their step. */
  async function writing(
    actor: Actor,
    partnerId: number,
    { key, steps }: BulkBody,
    textFor: (subject: AnswerSubject, writer: OwnerRow) => string | undefined,
    lang: Lang,
  ): Promise<Work> {
    const answers = answersRepository(db);
    const [subjects, writer] = await Promise.all([
      answers.subjects(
        actor,
        steps.map(({ stepId }) => stepId),
      ),
      answers.writer(actor.userId),
    ]);
    return async ({ stepId }, act) => {
      const subject = subjects.get(stepId);
      const body = subject && textFor(subject, writer);
      if (body === undefined) throw new ApiError('NOT_FOUND');
      // The access is checked again for each step, because the run takes time.
      const active = await ownerRepository(act?.tx ?? db).lockAgents(partnerId, [actor.userId]);
      if (!active.has(actor.userId)) throw new ApiError('FORBIDDEN');
      // The values of the placeholders may make the text too long.
      if (body.length > maxMessageLength) throw invalidField('action.body', 'tooLong');
      const messages = messagesService(act === undefined ? deps : { ...deps, act });
      await messages.sendOneOfMany(actor, stepId, { body, clientKey: key }, lang);
    };
  }

  const readerOf = ({ request }: AnswerSubject): Lang => langOf(request.beneficiary.lang);

  /** Checks once what is common to every step. @throws ApiError INVALID_INPUT */
  async function workOf(
    actor: Actor,
    partnerId: number,
    body: BulkBody,
    handedOver: HandedOver[],
    lang: Lang,
  ): Promise<Work> {
    const { action, key } = body;
    switch (action.kind) {
      case 'claim':
        return async ({ stepId, expected }) => {
          await owners.set(actor, stepId, { owner: actor.userId, expected });
        };
      case 'handOver':
        return await givingTo(deps, actor, partnerId, action, handedOver);
      case 'answerNeeded':
        if (body.steps.some(({ upTo }) => upTo === undefined))
          throw invalidField('steps', 'required');
        return async ({ stepId, upTo = 0 }) => {
          const need = { isNeeded: action.isNeeded, upTo };
          await messagesService(deps).setAnswerNeeded(actor, stepId, need);
        };
      case 'askDocuments': {
        const path = 'action.documents';
        const { documents: codes } = action;
        const types = await processingRepository(db).documentTypes(codes, partnerId);
        const documents = namedDocuments(types, codes, path);
        return ({ stepId }, act) =>
          stepAskService(act === undefined ? deps : { ...deps, act }).ask(
            actor,
            stepId,
            documents,
            key,
          );
      }
      case 'message':
        return await writing(
          actor,
          partnerId,
          body,
          (subject, writer) => fillText(action.body, subject, writer, readerOf(subject)),
          lang,
        );
      case 'answer': {
        const answer = await answersRepository(db).one(partnerId, action.answerId);
        if (answer === undefined) throw invalidField('action.answerId', 'invalid');
        return await writing(
          actor,
          partnerId,
          body,
          (subject, writer) => fillAnswer(answer, subject, writer, readerOf(subject))?.text,
          lang,
        );
      }
    }
  }

  /** Presents the result of each step, with the request status of refused steps. */
  async function presented(
    actor: Actor,
    { steps }: BulkBody,
    refusals: ReadonlyMap<number, ApiError>,
    lang: Lang,
  ): Promise<BulkResult[]> {
    const refused = [...refusals.keys()];
    // After an unavailable database, the statuses are not read.
    const isAway = [...refusals.values()].some(({ code }) => code === 'UNAVAILABLE');
    const statuses =
      refused.length === 0 || isAway
        ? new Map<number, CodeLibelle>()
        : await requestStatuses(db, actor, refused, lang);
    return steps.map(({ stepId }) => {
      const refusal = refusals.get(stepId);
      const status = statuses.get(stepId) ?? null;
      return {
        stepId,
        refusal: refusal === undefined ? null : presentRefusal(refusal, words[lang], status),
      };
    });
  }

  return {
    /**
     * Applies the action to the steps one by one, on one connection. The steps of one person are one act, so that the
     * person gets one notice and one mail. A refusal of one step leaves the other steps unchanged. When the access ends or the database is unavailable, the run stops and all remaining steps have that
     * refusal.
     * @throws ApiError FORBIDDEN, TOO_MANY_REQUESTS; INVALID_INPUT for an error that concerns every step
     */
    async run(actor: Actor, body: BulkBody, lang: Lang): Promise<BulkResult[]> {
      const { partnerId } = actor;
      if (partnerId === null) throw new ApiError('FORBIDDEN');
      await limits.consume('bulk', { account: actor.userId });
      // Runs of one account are queued without a connection, including repeated calls.
      return await runExclusive(db.ofClient.queues, `bulk of ${actor.userId}`, async () => {
        const handedOver: HandedOver[] = [];
        const work = await workOf(actor, partnerId, body, handedOver, lang);
        const refusals = await refusalsOf(deps, actor, await groupsOf(db, actor, body), work);
        if (handedOver.length > 0)
          await inAct(deps, actor, (act) => {
            act.record(...handedOver);
            return Promise.resolve();
          });
        return await presented(actor, body, refusals, lang);
      });
    },
  };
}
