import type { AdministratorView } from '@wasl/contracts/administration';

import { passwordFault } from '../../platform/auth/password-strength.ts';
import {
  newRecoveryCodes,
  newTotpSecret,
  plainCode,
  qrOf,
  totpStep,
  totpUri,
} from '../../platform/auth/totp.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import type {
  AdministrationCookies as EntryCookies,
  AdministrationVisit,
} from '../../platform/http/administration-router.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { administratorsRepository } from './administrators.repository.ts';
import { entriesRepository, newSecret } from './entries.repository.ts';

const longestSessionMs = 8 * 60 * 60 * 1000;

/** How an administrator sets up password and second factor in a browser, and signs in there. */
export function administratorSignIn(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'limits' | 'passwords' | 'sealing'>,
) {
  const { db, clock, log, limits, passwords, sealing } = deps;

  /**
   * The browser's administrator.
   * @throws ApiError NOT_FOUND in another browser: for it these calls do not exist
   */
  async function browserOf({ browser }: EntryCookies) {
    const found = browser === null ? null : await entriesRepository(db).findBrowser(browser);
    if (found === null || found.administrator.suspendedAt !== null) throw new ApiError('NOT_FOUND');
    return found;
  }

  const maySetUp = (setUpUntil: Date | null): boolean =>
    setUpUntil !== null && setUpUntil > clock.now();

  /** @returns the secret of the session's cookie */
  async function startSession(id: string, tx: Db = db): Promise<string> {
    const session = newSecret();
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + longestSessionMs);
    await entriesRepository(tx).startSession(id, session, { now, expiresAt });
    return session;
  }

  return {
    async read(
      cookies: EntryCookies,
      { actor, isSignedIn }: AdministrationVisit,
    ): Promise<AdministratorView> {
      const { setUpUntil } = await browserOf(cookies);
      const { email, name } = actor;
      const state = maySetUp(setUpUntil) ? 'setUp' : isSignedIn ? 'signedIn' : 'signIn';
      return { email, name, state };
    },

    /** @throws ApiError NOT_FOUND; STATE_CONFLICT without a link that allows it; INVALID_INPUT at `password` */
    async beginSetUp(cookies: EntryCookies, password: string) {
      const { administrator, setUpUntil } = await browserOf(cookies);
      if (!maySetUp(setUpUntil)) throw new ApiError('STATE_CONFLICT');
      const { id, email, name } = administrator;
      const fault = await passwordFault(password, [name, email.replace(/@.*$/, '')]);
      if (fault !== null) throw invalidField('password', fault);
      const secret = newTotpSecret();
      const hash = await passwords.hash(password);
      await administratorsRepository(db).propose(id, hash, sealing.seal(secret, id));
      // Another name than the portal's account of this address, which may be in the same application.
      const uri = totpUri(secret, `${email} (administration)`);
      return { secret, uri, qr: qrOf(uri) };
    },

    /**
     * Makes the password and the authenticator active, ends every session, forgets the other browsers and signs in.
     * @throws ApiError NOT_FOUND, STATE_CONFLICT, TOO_MANY_REQUESTS; INVALID_INPUT at `code`
     */
    async confirmSetUp(
      cookies: EntryCookies,
      code: string,
    ): Promise<{ session: string; recoveryCodes: string[] }> {
      const { administrator, setUpUntil } = await browserOf(cookies);
      const { id, nextSealedSecret } = administrator;
      if (!maySetUp(setUpUntil) || nextSealedSecret === null) throw new ApiError('STATE_CONFLICT');
      await limits.consume('administrator', { account: id });
      const secret = sealing.open(nextSealedSecret, id);
      const step = secret === undefined ? null : totpStep(secret, plainCode(code), clock.now());
      if (step === null) throw invalidField('code', 'codeWrong');
      const recoveryCodes = newRecoveryCodes();
      const session = await inTransaction(db, async (tx) => {
        const administrators = administratorsRepository(tx);
        const entries = entriesRepository(tx);
        if (!(await administrators.confirm(administrator, step)))
          throw new ApiError('STATE_CONFLICT');
        await administrators.replaceRecoveryCodes(id, recoveryCodes);
        if (cookies.browser !== null) await entries.endSetUp(id, cookies.browser);
        await entries.endSessionsOf(id);
        return await startSession(id, tx);
      });
      await limits.forgive('administrator', { account: id });
      log.info({ event: 'administrator.set_up', administratorId: id });
      return { session, recoveryCodes };
    },

    /**
     * Ends the session that it replaces in the browser.
     * @returns the secret of the session's cookie
     * @throws ApiError NOT_FOUND, TOO_MANY_REQUESTS; INVALID_CREDENTIALS for a wrong password or code
     */
    async signIn(
      cookies: EntryCookies,
      { password, code }: { readonly password: string; readonly code: string },
    ): Promise<string> {
      const { administrator } = await browserOf(cookies);
      const { id, passwordHash, sealedSecret } = administrator;
      await limits.consume('administrator', { account: id });
      const isRight = await passwords.matches(password, passwordHash);
      const administrators = administratorsRepository(db);
      const now = clock.now();
      const secret = sealedSecret === null ? undefined : sealing.open(sealedSecret, id);
      const step = secret === undefined ? null : totpStep(secret, plainCode(code), now);
      // A wrong password uses up no code.
      const isProven =
        isRight &&
        (step === null
          ? await administrators.useRecoveryCode(id, code, now)
          : await administrators.useStep(id, step));
      if (!isProven) {
        log.warn({ event: 'administrator.sign_in_refused', administratorId: id });
        throw new ApiError('INVALID_CREDENTIALS');
      }
      await limits.forgive('administrator', { account: id });
      log.info({ event: 'administrator.signed_in', administratorId: id });
      if (cookies.session !== null) await entriesRepository(db).endSession(cookies.session);
      return await startSession(id);
    },

    async signOut({ session }: EntryCookies): Promise<void> {
      if (session !== null) await entriesRepository(db).endSession(session);
    },
  };
}
