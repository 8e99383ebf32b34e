import type { NoticeKind } from '@wasl/contracts';

import type { Act } from '../../events/act.ts';
import { settledRows, type NoticeParams } from '../../events/notices.repository.ts';
import type { Db } from '../../platform/database/db.ts';
import { readersOf, type OwnedStep } from '../../policies/step-readers.ts';
import { noticesRepository } from './notices.repository.ts';

/** What a notice is about. */
interface Subject {
  readonly requestId?: number;
  readonly stepId?: number;
  readonly aboutId?: string;
  readonly params?: NoticeParams;
}

/** The same on a step. */
type StepSubject = Subject & { readonly requestId: number; readonly stepId: number };

/** The agents who read what happens on a step: its owner, else every approved agent of its organisation. */
async function agentIdsOf(tx: Db, step: OwnedStep): Promise<string[]> {
  const agents = await noticesRepository(tx).agentsOf([step.partnerId]);
  return readersOf(agents, step).map(({ id }) => id);
}

/** Notices of an act. */
export function writeNotices(act: Act) {
  const repository = noticesRepository(act.tx);
  const toAll = (userIds: readonly string[], kind: NoticeKind, subject: Subject): void => {
    act.notify(userIds.map((userId) => ({ userId, kind, ...subject })));
  };
  const replaceUnread = (
    userIds: readonly string[],
    kind: NoticeKind,
    subject: StepSubject,
    isCounted: boolean,
  ): void => {
    act.notify(
      userIds.map((userId) => ({ userId, kind, ...subject, isReplacing: true, isCounted })),
    );
  };

  return {
    toPerson(userId: string, kind: NoticeKind, subject: Subject): void {
      toAll([userId], kind, subject);
    },

    /** To every approved agent of the organisation, except the one who did it. */
    async toAgents(
      partnerId: number,
      kind: NoticeKind,
      subject: Subject,
      exceptId?: string,
    ): Promise<void> {
      const agents = await repository.agentsOf([partnerId]);
      toAll(
        agents.filter(({ id }) => id !== exceptId).map(({ id }) => id),
        kind,
        subject,
      );
    },

    /** To those who decide who is an agent of the organisation. */
    async toResponsibles(partnerId: number, kind: NoticeKind, subject: Subject): Promise<void> {
      const agents = await repository.agentsOf([partnerId]);
      toAll(
        agents.filter(({ isResponsible }) => isResponsible).map(({ id }) => id),
        kind,
        subject,
      );
    },

    /** To the step's owner, else to every approved agent of its organisation. */
    async toStepAgents(step: OwnedStep, kind: NoticeKind, subject: StepSubject): Promise<void> {
      toAll(await agentIdsOf(act.tx, step), kind, subject);
    },

    /** The latest state of a step, in the place of the unread notice of an earlier one. */
    latest(userIds: readonly string[], kind: NoticeKind, subject: StepSubject): void {
      replaceUnread(userIds, kind, subject, false);
    },

    /** The same for the agents of a step. */
    async latestToStepAgents(
      step: OwnedStep,
      kind: NoticeKind,
      subject: StepSubject,
    ): Promise<void> {
      replaceUnread(await agentIdsOf(act.tx, step), kind, subject, false);
    },

    /** One more of the same on a step: several unread ones are one notice with a number. */
    oneMore(userIds: readonly string[], kind: NoticeKind, subject: StepSubject): void {
      replaceUnread(userIds, kind, subject, true);
    },

    /** The person has read what the notice reports elsewhere. */
    seen(userId: string, kind: NoticeKind, stepId: number): void {
      act.add(settledRows, [{ kind, stepId, userId, at: act.now }]);
    },

    /** What the notice reports is done, for every agent of the organisation. */
    settledForAgents(partnerId: number, kind: NoticeKind, stepId: number): void {
      act.add(settledRows, [{ kind, stepId, partnerId, at: act.now }]);
    },
  };
}

/** Takes notices away that do not hold any more. */
export function removeNotices(tx: Db) {
  const repository = noticesRepository(tx);
  return {
    /** The unread ones of these kinds on these steps. */
    async unread(kinds: readonly NoticeKind[], stepIds: readonly number[]): Promise<void> {
      await repository.removeUnread(kinds, stepIds);
    },

    /** Takes documents that were handed in out of the notices that ask for them. */
    async handedIn(stepId: number, codes: readonly string[]): Promise<void> {
      await repository.dropAsked(stepId, codes);
    },

    /** Those about a person whose matter is settled. */
    async about(kind: NoticeKind, aboutId: string): Promise<void> {
      await repository.removeAbout(kind, aboutId);
    },
  };
}
