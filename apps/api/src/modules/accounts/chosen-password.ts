import { addressee } from '../../events/account-events.ts';
import { recordAlone } from '../../events/act.ts';
import { displayName } from '../../platform/database/person-name.ts';
import { passwordFault, type PasswordFault } from '../../platform/auth/password-strength.ts';
import type { Db } from '../../platform/database/db.ts';
import { demoPassword } from '../../platform/settings/demo-accounts.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { invalidField } from '../../platform/http/api-error.ts';
import type { OrganisationName } from '../partners/index.ts';
import type { AccountForSignIn } from './accounts.repository.ts';

export interface PasswordOwner {
  readonly email: string;
  readonly nom: string;
  readonly prenom: string;
  readonly companyName: string | null;
  readonly partner: Partial<OrganisationName> | null;
}

/**
 * Returns why the person may not choose the password (docs/security.md S62); null when allowed. The password that the
 * README publishes is only for the demonstration data.
 */
export async function chosenPasswordFault(
  { settings }: Pick<Deps, 'settings'>,
  password: string,
  owner: PasswordOwner,
): Promise<PasswordFault | null> {
  if (password === demoPassword && settings.demo) return null;
  const { title, titleEn, titleEs } = owner.partner ?? {};
  return await passwordFault(password, [
    displayName({ ...owner, companyName: null }),
    owner.companyName,
    owner.email.replace(/@.*$/, ''),
    ...[title, titleEn, titleEs].map((name) => name ?? null),
  ]);
}

/** @throws ApiError INVALID_INPUT at `password` for a weak password */
export async function requireStrongPassword(
  deps: Pick<Deps, 'settings'>,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  const fault = await chosenPasswordFault(deps, password, owner);
  if (fault !== null) throw invalidField('password', fault);
}

/** Notifies the owner of an account by mail of the changed password. */
export async function notifyPasswordChange(
  tx: Db,
  { mail }: Pick<Deps, 'mail'>,
  account: AccountForSignIn,
  now: Date,
): Promise<void> {
  await recordAlone(
    tx,
    { mail, now: now },
    { type: 'account.passwordChanged', account: addressee(account), at: now },
  );
}
