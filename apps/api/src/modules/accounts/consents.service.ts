import type { Lang } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { sessionsRepository } from '../../platform/auth/sessions.repository.ts';
import { inTransaction } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { presentSession } from './accounts.presenter.ts';
import { accountsRepository } from './accounts.repository.ts';
import { consentsRepository } from './consents.repository.ts';

/** Consent after the sign-up: for imported accounts, and for all accounts after a change of the text. */
export function consentsService(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'tokens' | 'settings'>) {
  const { clock, db, log } = deps;
  return {
    /** Returns a new token of the session. @throws ApiError UNAUTHENTICATED */
    async accept(actor: Actor, version: number, lang: Lang) {
      const now = clock.now();
      const answer = await inTransaction(db, async (tx) => {
        await consentsRepository(tx).note(actor.userId, { version, lang, at: now });
        const session = await sessionsRepository(tx).findOwn(actor.sessionId, actor.userId, now);
        if (!session) throw new ApiError('UNAUTHENTICATED');
        return presentSession(deps, await accountsRepository(tx).findById(actor.userId), {
          id: actor.sessionId,
          startedAt: session.createdAt,
          expiresAt: session.expiresAt,
        });
      });
      log.info({ event: 'account.consent_given', userId: actor.userId, version });
      return answer;
    },
  };
}
