import {
  mailKindsByRole,
  type Lang,
  type MailKind,
  type MailPreferences,
  type NoticeView,
} from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inTransaction } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { noticesRepository } from './notices.repository.ts';
import { presentNotice } from './notices.presenter.ts';

export function noticesService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const repository = noticesRepository(db);

  async function preferences(actor: Actor): Promise<MailPreferences> {
    const refused = new Set(await repository.refusedMails(actor.userId));
    const kinds: readonly MailKind[] = mailKindsByRole[actor.role];
    return { kinds: [...kinds], wanted: kinds.filter((kind) => !refused.has(kind)) };
  }

  return {
    /** A page of the person's notices, newest first. */
    async list(
      actor: Actor,
      page: { page: number; size: number },
      lang: Lang,
    ): Promise<{ notices: NoticeView[]; total: number }> {
      const { rows, total } = await repository.list(actor, page);
      return { notices: rows.map((row) => presentNotice(row, { actor, lang })), total };
    },

    /** @throws ApiError NOT_FOUND */
    async markRead(actor: Actor, id: number): Promise<void> {
      if (!(await repository.exists(actor, id))) throw new ApiError('NOT_FOUND');
      await repository.markRead(actor.userId, { id }, clock.now());
    },

    async markAllRead(actor: Actor, upTo: number): Promise<void> {
      await repository.markRead(actor.userId, { id: { lte: upTo } }, clock.now());
    },

    /** The kinds of mail for the person's role, with their choices. */
    async mailPreferences(actor: Actor): Promise<MailPreferences> {
      return await preferences(actor);
    },

    async saveMailPreferences(actor: Actor, wanted: readonly MailKind[]): Promise<MailPreferences> {
      const refused = mailKindsByRole[actor.role].filter((kind) => !wanted.includes(kind));
      await inTransaction(db, async (tx) => {
        await noticesRepository(tx).replaceRefusedMails(actor.userId, refused);
      });
      return await preferences(actor);
    },
  };
}
