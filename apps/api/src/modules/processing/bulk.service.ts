import {
  maxMessageLength,
  type BulkBody,
  type BulkResult,
  type CodeLibelle,
  type Lang,
} from '@wasl/contracts';

import { inAct } from '../../events/act.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import type { Actor } from '../../platform/auth/actor.ts';
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
/** Applies the action to one step. @throws ApiError the reason of a refusal */
type Work = (step: ChosenStep) => Promise<void>;

/** Errors that end the run: every later step would fail in the same way. */
const endings = new Set<string>(['FORBIDDEN', 'UNAVAILABLE']);

async function requestStatuses(
  db: BulkDeps['db'],
  actor: Actor,
  stepIds: readonly number[],
  lang: Lang,
) {
  const [statuses, labels] = await Promise.all([
    processingRepository(db).requestStatusesOf(actor, stepIds),
    loadStatusLabels(db),
  ]);
  return new Map(
    [...statuses].map(([id, status]) => [id, labels.of('STATUS', requestStatusOf(status), lang)]),
  );
}

/**
 * @param handedOver collects the event of each step, for one notice to the colleague
 * @throws ApiError INVALID_INPUT for an agent who cannot have steps
 */
async function givingTo(
  deps: BulkDeps,
  actor: Actor,
  partnerId: number,
  owner: string,
  handedOver: HandedOver[],
): Promise<Work> {
  const agents = ownerRepository(deps.db);
  const active = await agents.holdAgents(partnerId, [owner]);
  if (!active.has(owner) || (await agents.away([owner])).has(owner))
    throw invalidField('action.to', 'invalid');
  return async ({ stepId, expected }) => {
    const set = await ownerService(deps).set(actor, stepId, { owner, expected }, false);
    if (set.handedOver !== null) handedOver.push(set.handedOver);
  };
}

/** Applies one action to many steps. The service of the single action changes each step in its own transaction. */
export function bulkService(deps: BulkDeps) {
  const { db, limits, words, log } = deps;
  const owners = ownerService(deps);
  const messages = messagesService(deps);
  const asking = stepAskService(deps);

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
    return async ({ stepId }) => {
      const subject = subjects.get(stepId);
      const body = subject && textFor(subject, writer);
      if (body === undefined) throw new ApiError('NOT_FOUND');
      // The access is checked again for each step, because the run takes time.
      const active = await ownerRepository(db).holdAgents(partnerId, [actor.userId]);
      if (!active.has(actor.userId)) throw new ApiError('FORBIDDEN');
      // The values of the placeholders may make the text too long.
      if (body.length > maxMessageLength) throw invalidField('action.body', 'tooLong');
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
        return await givingTo(deps, actor, partnerId, action.to, handedOver);
      case 'askDocuments': {
        const path = 'action.documents';
        const { documents: codes } = action;
        const types = await processingRepository(db).documentTypes(codes, partnerId);
        const documents = namedDocuments(types, codes, path);
        return ({ stepId }) => asking.ask(actor, stepId, documents, key);
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
     * Applies the action to the steps one by one, on one connection. A refusal of one step leaves the other steps
     * unchanged. When the access ends or the database is unavailable, the run stops and all remaining steps have that
     * refusal.
     * @throws ApiError FORBIDDEN, TOO_MANY_REQUESTS; INVALID_INPUT for an error that concerns every step
     */
    async run(actor: Actor, body: BulkBody, lang: Lang): Promise<BulkResult[]> {
      const { partnerId } = actor;
      if (partnerId === null) throw new ApiError('FORBIDDEN');
      await limits.consume('bulk', { account: actor.userId });
      // Runs of one account are queued without a connection, including repeated calls.
      return await runExclusive(db.ofClient.turns, `bulk of ${actor.userId}`, async () => {
        const handedOver: HandedOver[] = [];
        const work = await workOf(actor, partnerId, body, handedOver, lang);
        const refusals = new Map<number, ApiError>();
        let end: ApiError | undefined;
        for (const step of body.steps) {
          try {
            if (end !== undefined) throw end;
            await work(step);
          } catch (thrown) {
            const error = toApiError(thrown);
            if (error.code === 'INTERNAL')
              log.error({
                event: 'process.unexpected_error',
                stepId: step.stepId,
                err: error.options.cause,
              });
            if (endings.has(error.code)) end = error;
            refusals.set(step.stepId, error);
          }
        }
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
