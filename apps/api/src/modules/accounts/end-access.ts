import type { Author } from '../../events/author.ts';
import { sessionsRepository } from '../../platform/auth/sessions.repository.ts';
import type { Db } from '../../platform/database/db.ts';
import { removeNotices } from '../notices/index.ts';
import { releaseSteps } from '../processing/index.ts';
import { usersRepository } from './users.repository.ts';

/**
 * Ends an access: sessions, owned steps, notices about a pending approval, and links mailed to or about the person.
 * Call it in the transaction that closes the account, after the change of its row.
 */
export async function endAccess(tx: Db, userId: string, author: Author, now: Date): Promise<void> {
  await sessionsRepository(tx).endAllOf(userId, now);
  await releaseSteps(tx, userId, author, now);
  await removeNotices(tx).about('COLLEAGUE_AWAITING', userId);
  const users = usersRepository(tx);
  await users.revokeTokens(userId, ['AGENT_APPROVAL', 'PASSWORD_RESET'], now);
  await users.revokeReceivedTokens(userId, now);
}
