import type { Actor } from '../../platform/auth/actor.ts';
import { invalidField } from '../../platform/http/api-error.ts';
import { accountsRepository } from './accounts.repository.ts';
import type { AccountsDeps } from './accounts-deps.ts';

/**
 * Checks the password again before a sensitive action. After five failures the next attempt is delayed
 * (docs/security.md S04).
 * @throws ApiError INVALID_INPUT at `currentPassword`, TOO_MANY_REQUESTS
 */
export async function requirePassword(
  deps: Pick<AccountsDeps, 'db' | 'limits' | 'passwords' | 'log'>,
  actor: Actor,
  password: string,
): Promise<void> {
  const keys = { account: actor.userId };
  await deps.limits.consume('reauthentication', keys);
  const { passwordHash } = await accountsRepository(deps.db).findById(actor.userId);
  if (!(await deps.passwords.matches(password, passwordHash))) {
    deps.log.info({ event: 'account.password_refused', userId: actor.userId });
    throw invalidField('currentPassword', 'passwordWrong');
  }
  await deps.limits.forgive('reauthentication', keys);
}
