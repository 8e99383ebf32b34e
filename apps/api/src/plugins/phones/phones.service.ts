import { randomInt, timingSafeEqual } from 'node:crypto';

import {
  phoneCodeMinutes,
  phoneMessageKinds,
  type PhoneChannel,
  type PhoneMessageKind,
  type PhoneMessagesView,
} from '@wasl/contracts/plugins/phones';

import type { Actor } from '../../platform/auth/actor.ts';
import { afterCommit, inTransaction } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { codesOfPerson, codesOfPortal, codesToNumber, codesToUnproven } from './limits.ts';
import { phoneOutboxRepository } from './phone-outbox.repository.ts';
import { sealedFor } from './phone-sender.ts';
import { mostTries, phonesRepository } from './phones.repository.ts';

const digits = 6;

export interface PhonesDeps extends Pick<
  Deps,
  'db' | 'clock' | 'log' | 'limits' | 'sealing' | 'wakeOutboxes'
> {
  readonly isOffered: boolean;
  readonly mostPerDay: number;
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** The phone on which a person receives messages, and their kinds. */
export function phonesService(deps: PhonesDeps) {
  const { clock, db, limits, log, sealing, isOffered, mostPerDay } = deps;
  const repository = phonesRepository(db);

  async function view({ userId }: Actor): Promise<PhoneMessagesView> {
    const row = await repository.find(userId);
    const common = { isOffered, mostPerDay };
    if (row === null) return { ...common, phone: null, wanted: [] };
    const isVerified = row.verifiedAt !== null;
    const { codeExpiresAt, codeTries } = row;
    return {
      ...common,
      phone: {
        number: row.number,
        channel: row.channel,
        isVerified,
        isUnreachable: row.unreachableAt !== null,
        awaitsCode: codeExpiresAt !== null && codeExpiresAt > clock.now() && codeTries < mostTries,
        hasCodeFailed: !isVerified && (await repository.hasCodeFailed(userId)),
      },
      wanted: phoneMessageKinds.filter((kind) => row.kinds.includes(kind)),
    };
  }

  const requireOffered = (): void => {
    if (!isOffered) throw new ApiError('STATE_CONFLICT');
  };

  return {
    view,

    /**
     * Sets the number and sends a code to it. A number that reached its limit of codes for the day or month, by any
     * account, gets none. The answer is the same, so it does not reveal other accounts with the number, and no number
     * can be flooded.
     * @throws ApiError TOO_MANY_REQUESTS above the limits of the person (per day or month, and per unproven number), of
     * their address, or of the portal
     */
    async name(
      actor: Actor,
      given: { readonly number: string; readonly channel: PhoneChannel },
      address: string,
    ): Promise<PhoneMessagesView> {
      requireOffered();
      const { userId } = actor;
      const { number } = given;
      await limits.consume(codesToUnproven, { account: userId, number });
      await limits.consume(codesOfPerson, { account: userId, address });
      // Each code costs money, so the portal has a daily limit against mass sign-ups.
      if (!(await limits.tryConsume(codesOfPortal, { account: 'all' }))) {
        log.warn({ event: 'phone.daily_code_limit_reached', userId });
        throw new ApiError('TOO_MANY_REQUESTS');
      }
      const isWithin = await limits.tryConsume(codesToNumber, { number });
      const code = String(randomInt(10 ** digits)).padStart(digits, '0');
      await inTransaction(db, async (tx) => {
        await phonesRepository(tx).name(userId, given, {
          sealed: sealing.seal(code, sealedFor(userId)),
          expiresAt: new Date(clock.now().getTime() + phoneCodeMinutes * 60_000),
        });
        if (isWithin) await phoneOutboxRepository(tx).insertCode(userId);
        afterCommit(tx, deps.wakeOutboxes);
      });
      log.info({ event: 'phone.code_requested', userId, isWithin });
      return await view(actor);
    },

    /** @throws ApiError INVALID_INPUT at `code`: a wrong code, the sixth attempt, or a code older than ten minutes */
    async verify(actor: Actor, code: string): Promise<PhoneMessagesView> {
      const { userId } = actor;
      const now = clock.now();
      const sealed = await repository.tryCode(userId, now);
      const awaited = sealed === null ? undefined : sealing.open(sealed, sealedFor(userId));
      const isRight =
        sealed !== null &&
        awaited !== undefined &&
        isSame(awaited, code) &&
        (await repository.verify(userId, sealed, now));
      log.info({ event: isRight ? 'phone.verified' : 'phone.code_refused', userId });
      if (!isRight) throw invalidField('code', 'codeWrong');
      const proven = await repository.find(userId);
      if (proven !== null)
        await limits.forgive(codesToUnproven, { account: userId, number: proven.number });
      return await view(actor);
    },

    /** @throws ApiError STATE_CONFLICT for a person without a number */
    async choose(
      actor: Actor,
      chosen: { readonly wanted: readonly PhoneMessageKind[]; readonly channel: PhoneChannel },
    ): Promise<PhoneMessagesView> {
      requireOffered();
      const wanted = phoneMessageKinds.filter((kind) => chosen.wanted.includes(kind));
      const isChosen = await repository.choose(actor.userId, { ...chosen, wanted }, clock.now());
      if (!isChosen) throw new ApiError('STATE_CONFLICT');
      log.info({ event: 'phone.channel_chosen', userId: actor.userId, wanted });
      return await view(actor);
    },

    /** Pending phone messages are sent as mails. */
    async remove(actor: Actor): Promise<PhoneMessagesView> {
      await repository.remove(actor.userId);
      log.info({ event: 'phone.channel_removed', userId: actor.userId });
      return await view(actor);
    },
  };
}
