import type { NoticeKind } from '@wasl/contracts';

import type { Db } from '../../platform/database/db.ts';
import { readersOf, type OwnedStep } from '../../policies/step-readers.ts';
import { noticesRepository, type NewNotice, type NoticeParams } from './notices.repository.ts';

/** What a notice is about. */
interface Subject {
  readonly requestId?: number;
  readonly stepId?: number;
  readonly aboutId?: string;
  readonly params?: NoticeParams;
}

/** The same on a step. */
type StepSubject = Subject & { readonly requestId: number; readonly stepId: number };

/** Writing notices, in the transaction of what they tell of. */
export function writeNotices(tx: Db) {
  const repository = noticesRepository(tx);

  async function replaceUnread(
    userIds: readonly string[],
    kind: NoticeKind,
    subject: StepSubject,
    isCounted: boolean,
  ): Promise<void> {
    await repository.replaceUnread(
      userIds.map((userId) => ({ userId, kind, ...subject })),
      { isCounted },
    );
  }

  return {
    async write(notices: readonly NewNotice[]): Promise<void> {
      await repository.insert(notices);
    },

    async toPerson(userId: string, kind: NoticeKind, subject: Subject): Promise<void> {
      await repository.insert([{ userId, kind, ...subject }]);
    },

    /** To every approved agent of the organisation, but the one who did it. */
    async toAgents(
      partnerId: number,
      kind: NoticeKind,
      subject: Subject,
      exceptId?: string,
    ): Promise<void> {
      const agents = await repository.agentsOf([partnerId]);
      await repository.insert(
        agents
          .filter(({ id }) => id !== exceptId)
          .map(({ id }) => ({ userId: id, kind, ...subject })),
      );
    },

    /** To those who decide who is an agent of the organisation. */
    async toResponsibles(partnerId: number, kind: NoticeKind, subject: Subject): Promise<void> {
      const agents = await repository.agentsOf([partnerId]);
      await repository.insert(
        agents
          .filter(({ isResponsible }) => isResponsible)
          .map(({ id }) => ({ userId: id, kind, ...subject })),
      );
    },

    /** To the step's owner, else to every approved agent of its organisation. */
    async toStepAgents(step: OwnedStep, kind: NoticeKind, subject: StepSubject): Promise<void> {
      const readers = readersOf(await repository.agentsOf([step.partnerId]), step);
      await repository.insert(readers.map(({ id }) => ({ userId: id, kind, ...subject })));
    },

    /** The latest state of a step: what was said of it before and not read is no longer worth reading. */
    async latest(
      userIds: readonly string[],
      kind: NoticeKind,
      subject: StepSubject,
    ): Promise<void> {
      await replaceUnread(userIds, kind, subject, false);
    },

    /** One more of the same on a step: several that nobody has read are one notice with a number. */
    async oneMore(
      userIds: readonly string[],
      kind: NoticeKind,
      subject: StepSubject,
    ): Promise<void> {
      await replaceUnread(userIds, kind, subject, true);
    },

    /** Who is told of a step on its organisation's side: the owner, else every approved agent. */
    async agentIdsOf(step: OwnedStep): Promise<string[]> {
      return readersOf(await repository.agentsOf([step.partnerId]), step).map(({ id }) => id);
    },

    /** What was told of these steps in these kinds does not hold any more: whoever has not read it need not. */
    async untold(kinds: readonly NoticeKind[], stepIds: readonly number[]): Promise<void> {
      await repository.removeUnread(kinds, stepIds);
    },

    /** These documents are there: no notice of the step asks for them any more, read or not. */
    async handedIn(stepId: number, codes: readonly string[]): Promise<void> {
      await repository.dropAsked(stepId, codes);
    },

    /** What the person was told of a step in this kind has been read elsewhere. */
    async seen(userId: string, kind: NoticeKind, stepId: number, now: Date): Promise<void> {
      await repository.settle([{ kind, stepId, userId, at: now }]);
    },

    /** What any agent of the organisation was told of a step in this kind is done: nobody need look. */
    async settledForAgents(
      partnerId: number,
      kind: NoticeKind,
      stepId: number,
      now: Date,
    ): Promise<void> {
      await repository.settle([{ kind, stepId, partnerId, at: now }]);
    },

    /** The matter is settled: nobody has to be told any more. */
    async settled(kind: NoticeKind, aboutId: string): Promise<void> {
      await repository.removeAbout(kind, aboutId);
    },
  };
}
