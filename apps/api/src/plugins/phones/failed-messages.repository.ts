import type { FailureCause } from '@wasl/contracts/administration';
import { sql } from 'kysely';

import { build, rows } from '../../platform/database/statements.repository.ts';
import {
  emptyFailure,
  idBefore,
  isUnreachable,
  pageOf,
  rowId,
  type FailedRows,
} from '../../platform/queue/failed-rows.ts';
import { phoneOutboxRepository } from './phone-outbox.repository.ts';

const causes: Readonly<Record<string, FailureCause>> = {
  GATEWAY: 'refused',
  NO_GATEWAY: 'noGateway',
  NO_NUMBER: 'noNumber',
  CODE_OVER: 'codeOver',
  SEALED_BEFORE: 'sealedBefore',
  NOT_WANTED: 'notWanted',
  NUMBER_UNREACHABLE: 'numberUnreachable',
  SAID_ALREADY: 'saidAlready',
  ENOUGH_TODAY: 'enoughToday',
};

function causeOf(lastError: string | null): FailureCause {
  const [code = ''] = (lastError ?? '').split(' ');
  return causes[code] ?? (isUnreachable(code) ? 'unreachable' : 'error');
}

/** Messages without a mail in their place. */
export const failedMessages: FailedRows = {
  list: async (db, { after, size }) => {
    const before = idBefore(after);
    const query = build
      .selectFrom('phone_messages as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .where('m.state', '=', sql.lit('FAILED'))
      .where('m.is_mailed', '=', sql.lit(false))
      .$if(before !== null, (all) => all.where('m.id', '<', before))
      .orderBy('m.id', 'desc')
      .limit(size + 1)
      .select([
        'm.id',
        'm.kind',
        'u.email as to',
        'm.attempts',
        'm.created_at as at',
        'm.last_error as error',
      ]);
    const page = pageOf(await rows(db, query), size, ({ id }) => String(id));
    return {
      next: page.next,
      rows: page.rows.map((message) => ({
        ...emptyFailure,
        id: String(message.id),
        kind: message.kind,
        to: message.to,
        at: message.at.toISOString(),
        attempts: message.attempts,
        cause: causeOf(message.error),
        detail: message.error,
        block: message.kind === 'CODE' ? 'code' : null,
      })),
    };
  },
  retry: async (tx, id, now) => {
    const messages = phoneOutboxRepository(tx);
    if (id === null) return { count: await messages.retry(null, now), subject: null };
    const one = rowId(id);
    const count = one === null ? 0 : await messages.retry([one], now);
    if (one === null || count === 0) return { count: 0, subject: null };
    const { userId, requestId } = await tx.phoneMessage.findUniqueOrThrow({
      where: { id: one },
      select: { userId: true, requestId: true },
    });
    return { count, subject: requestId === null ? { userId } : { userId, requestId } };
  },
};
