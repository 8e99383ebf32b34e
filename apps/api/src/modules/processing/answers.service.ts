import {
  langs,
  mostAnswers,
  type AnswerReader,
  type ChangedAnswerBody,
  type FilledAnswer,
  type SavedAnswer,
  type SavedAnswerBody,
  type Lang,
} from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inTransaction, isDuplicate } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, changedMeanwhile, invalidField } from '../../platform/http/api-error.ts';
import { langOf } from '../../platform/i18n/lang-of.ts';
import { fillAnswer, presentAnswer, presentAnswerNow } from './answers.presenter.ts';
import { answersRepository } from './answers.repository.ts';

/** @throws ApiError FORBIDDEN for an agent without an organisation */
function organisationOf({ partnerId }: Actor): number {
  if (partnerId === null) throw new ApiError('FORBIDDEN');
  return partnerId;
}

/** Converts a name conflict to ALREADY_EXISTS. Names are compared without case and accents. */
async function named<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicate(error)) throw new ApiError('ALREADY_EXISTS');
    throw error;
  }
}

export function answersService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const repository = answersRepository(db);
  return {
    async list(actor: Actor): Promise<SavedAnswer[]> {
      return (await repository.of(organisationOf(actor))).map(presentAnswer);
    },

    /** @throws ApiError ALREADY_EXISTS, QUOTA_EXCEEDED */
    async add(actor: Actor, answer: SavedAnswerBody): Promise<SavedAnswer> {
      const partnerId = organisationOf(actor);
      const add = () =>
        inTransaction(db, async (tx) => {
          const answers = answersRepository(tx);
          if ((await answers.lockAndCount(partnerId)) >= mostAnswers)
            throw new ApiError('QUOTA_EXCEEDED');
          return await answers.add(partnerId, answer);
        });
      return presentAnswer(await named(add));
    },

    /**
     * Changes an answer when its version matches; without a version it overwrites. An unchanged content is a no-op with
     * the same version, and an absent language keeps its text.
     * @throws ApiError NOT_FOUND, ALREADY_EXISTS, ANSWER_CHANGED
     */
    async change(actor: Actor, id: number, sent: ChangedAnswerBody): Promise<SavedAnswer> {
      const partnerId = organisationOf(actor);
      const change = () =>
        inTransaction(db, async (tx) => {
          const answers = answersRepository(tx);
          const row = await answers.lock(partnerId, id);
          if (row === undefined) throw new ApiError('NOT_FOUND');
          const now = presentAnswer(row);
          const { fr = now.texts.fr, en = now.texts.en, ar = now.texts.ar } = sent.texts;
          const { es = now.texts.es } = sent.texts;
          const answer = { ...sent, texts: { fr, en, ar, es } };
          if (langs.every((lang) => answer.texts[lang] === null))
            throw invalidField('texts.fr', 'required');
          const isSame =
            now.name === answer.name &&
            langs.every((lang) => now.texts[lang] === answer.texts[lang]);
          if (isSame) return row;
          if (answer.version !== undefined && answer.version !== row.version)
            throw changedMeanwhile(
              'ANSWER_CHANGED',
              presentAnswerNow(row, await answers.author(row), actor),
            );
          return await answers.change(id, answer, { userId: actor.userId, at: clock.now() });
        });
      return presentAnswer(await named(change));
    },

    /** @throws ApiError NOT_FOUND */
    async remove(actor: Actor, id: number): Promise<void> {
      if (!(await repository.remove(organisationOf(actor), id))) throw new ApiError('NOT_FOUND');
    },

    /** Returns the answers filled for a step. @throws ApiError NOT_FOUND */
    async filled(
      actor: Actor,
      stepId: number,
      reader: AnswerReader,
      lang: Lang,
    ): Promise<{ answers: FilledAnswer[]; readerLang: Lang }> {
      const subject = await repository.subject(actor, stepId);
      if (subject === undefined) throw new ApiError('NOT_FOUND');
      const [rows, writer] = await Promise.all([
        repository.of(organisationOf(actor)),
        repository.writer(actor.userId),
      ]);
      const readerLang = reader === 'beneficiary' ? langOf(subject.request.beneficiary.lang) : lang;
      const answers = rows.flatMap((row) => fillAnswer(row, subject, writer, readerLang) ?? []);
      return { answers, readerLang };
    },
  };
}
