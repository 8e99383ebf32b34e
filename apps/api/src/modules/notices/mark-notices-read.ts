import type { NoticeKind, Role } from '@wasl/contracts';

import type { Act } from '../../events/act.ts';
import { readNoticeRows } from '../../events/notices.repository.ts';
import type { Db } from '../../platform/database/db.ts';
import { noticesRepository } from './notices.repository.ts';

/** Marks notices on a step as read, with the deferred writes of an act. */
export function markNoticesRead({ add, now: at }: Pick<Act, 'add' | 'now'>) {
  return {
    /** The person has read the notice's subject elsewhere. */
    seen(userId: string, kind: NoticeKind, stepId: number): void {
      add(readNoticeRows, [{ kind, stepId, userId, at }]);
    },

    /** The notice's subject is done, for every agent of the organisation. */
    doneForAgents(partnerId: number, kind: NoticeKind, stepId: number): void {
      add(readNoticeRows, [{ kind, stepId, partnerId, at }]);
    },
  };
}

/** Deletes notices that are no longer true. */
export function removeNotices(tx: Db) {
  const repository = noticesRepository(tx);
  return {
    /** Deletes the unread notices of these kinds on these steps. */
    async unread(kinds: readonly NoticeKind[], stepIds: readonly number[]): Promise<void> {
      await repository.removeUnread(kinds, stepIds);
    },

    /** Removes documents that are no longer awaited from the notices that ask for them. */
    async notAwaited(stepId: number, codes: readonly string[]): Promise<void> {
      await repository.dropAsked(stepId, codes);
    },

    /** Counts one message less in the unread notices of this side on a step. */
    async ofMessage(stepId: number, readers: Role): Promise<void> {
      await repository.dropMessage(stepId, readers);
    },

    /** Deletes the notices about a person whose case is decided. */
    async about(kind: NoticeKind, aboutId: string): Promise<void> {
      await repository.removeAbout(kind, aboutId);
    },
  };
}
