import type { NoticeKind } from '@wasl/contracts';

import type { Act } from '../../events/act.ts';
import { settledRows } from '../../events/notices.repository.ts';
import type { Db } from '../../platform/database/db.ts';
import { noticesRepository } from './notices.repository.ts';

/** Notices on a step that count as read, with the other rows of an act. */
export function settleNotices({ add, now: at }: Pick<Act, 'add' | 'now'>) {
  return {
    /** The person has read what the notice reports elsewhere. */
    seen(userId: string, kind: NoticeKind, stepId: number): void {
      add(settledRows, [{ kind, stepId, userId, at }]);
    },

    /** What the notice reports is done, for every agent of the organisation. */
    settledForAgents(partnerId: number, kind: NoticeKind, stepId: number): void {
      add(settledRows, [{ kind, stepId, partnerId, at }]);
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
