import { addressee } from '../../events/account-events.ts';
import { recordAlone } from '../../events/act.ts';
import { accountTokensRepository } from '../../platform/auth/account-tokens.repository.ts';
import { sessionsRepository } from '../../platform/auth/sessions.repository.ts';
import {
  administratorActsRepository,
  type AdministratorWord,
} from '../../platform/database/administrator-acts.repository.ts';
import { inTransaction } from '../../platform/database/db.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { addressMailsRepository } from '../../platform/mail/outbox.repository.ts';
import type { AgentApprovalDeps } from './agent-approval.service.ts';
import { confirmationSeconds, markEmailConfirmed } from './email-confirmation.service.ts';
import { lockPerson } from './person-access.service.ts';
import { usersRepository } from './users.repository.ts';

/** Kinds of mailed links that a change of the address ends. */
const mailedLinks = ['EMAIL_CONFIRMATION', 'PASSWORD_RESET', 'INVITATION'] as const;

/** Confirmation and correction of addresses by the administrator. Each act is recorded. */
export function addressService(deps: AgentApprovalDeps) {
  const { clock, log, mail } = deps;
  return {
    /**
     * Confirms an address in place of its owner, who did not get the mail.
     * @returns whether it was unconfirmed
     * @throws ApiError NOT_FOUND
     */
    async confirm(email: string, word: AdministratorWord): Promise<boolean> {
      const now = clock.now();
      return await inTransaction(deps.db, async (tx) => {
        const person = await lockPerson(tx, email);
        if (person.emailConfirmedAt !== null) return false;
        await markEmailConfirmed(tx, deps, person.id, now);
        const subject = { userId: person.id };
        await administratorActsRepository(tx).record('ADDRESS_CONFIRMED', subject, word, now);
        log.info({ event: 'account.email_confirmed', userId: person.id, by: 'administrator' });
        return true;
      });
    },

    /**
     * Gives an account another address. Sessions and mailed links end, waiting mails go to the new address, and both
     * addresses get a mail. An address that was confirmed counts as confirmed; another one gets a link.
     * @param to lower-cased and valid
     * @throws ApiError NOT_FOUND; STATE_CONFLICT for the same address; ALREADY_EXISTS
     */
    async correct(email: string, to: string, word: AdministratorWord): Promise<void> {
      const now = clock.now();
      await inTransaction(deps.db, async (tx) => {
        const person = await lockPerson(tx, email);
        const users = usersRepository(tx);
        if (person.email === to) throw new ApiError('STATE_CONFLICT');
        if ((await users.findByEmail(to)) !== undefined) throw new ApiError('ALREADY_EXISTS');
        await users.setEmail(person.id, to);
        await sessionsRepository(tx).endAllOf(person.id, now);
        await users.revokeTokens(person.id, mailedLinks, now);
        await addressMailsRepository(tx).readdress(person.email, to);
        const account = addressee({ ...person, email: to });
        await recordAlone(
          tx,
          { mail, now },
          { type: 'account.addressCorrected', account },
          { type: 'account.addressReleased', account: addressee(person) },
        );
        if (person.emailConfirmedAt === null) {
          const token = await accountTokensRepository(tx).issue('EMAIL_CONFIRMATION', person.id, {
            now,
            seconds: confirmationSeconds,
          });
          await recordAlone(tx, { mail, now }, { type: 'account.opened', account, token });
        }
        const subject = { userId: person.id };
        await administratorActsRepository(tx).record('ADDRESS_CORRECTED', subject, word, now);
        log.info({ event: 'account.address_corrected', userId: person.id, by: 'administrator' });
      });
    },
  };
}
