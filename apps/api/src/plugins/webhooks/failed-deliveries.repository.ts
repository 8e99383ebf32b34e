import type { FailureCause } from '@wasl/contracts/administration';
import { testKind, type DeliveryFault } from '@wasl/contracts/plugins/webhooks';
import { sql } from 'kysely';

import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { invalidField } from '../../platform/http/api-error.ts';
import { nameOf } from '../../platform/i18n/in-lang.ts';
import { free } from '../../platform/queue/queue.repository.ts';
import { emptyFailure, pageOf, type FailedRows } from '../../platform/queue/failed-rows.ts';
import { webhooksRepository } from './webhooks.repository.ts';

const causes: Readonly<Record<DeliveryFault, FailureCause>> = {
  ADDRESS_REFUSED: 'addressNotPublic',
  NAME_UNKNOWN: 'addressNotPublic',
  NOT_REACHED: 'unreachable',
  TLS: 'certificate',
  TOO_SLOW: 'unreachable',
  REDIRECT: 'redirected',
  REFUSED: 'refused',
  SECRET_LOST: 'sealedBefore',
  ENDPOINT_OFF: 'addressOff',
  TOO_MANY_WAITED: 'waitedTooLong',
  WAITED_TOO_LONG: 'waitedTooLong',
};

function causeOf(fault: string | null): FailureCause {
  return fault !== null && Object.hasOwn(causes, fault) ? causes[fault as DeliveryFault] : 'error';
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

const cursorForm = /^(\d{1,15})-([0-9a-f-]{36})$/;

/** @throws ApiError INVALID_INPUT at `after` */
function readCursor(after: string | undefined): { at: Date; id: string } | null {
  if (after === undefined) return null;
  const [, ms, id] = cursorForm.exec(after) ?? [];
  if (ms === undefined || id === undefined || !isId(id)) throw invalidField('after', 'invalid');
  return { at: new Date(Number(ms)), id };
}

/** Replays failed messages to addresses that are on. @returns how many of each organisation */
async function replay(tx: Db, id: string | null, now: Date) {
  const query = build
    .with('replayed', (statement) =>
      statement
        .updateTable('webhook_deliveries as d')
        .from('webhook_endpoints as e')
        .whereRef('e.id', '=', 'd.endpoint_id')
        .where('e.off_at', 'is', null)
        .where('d.state', '=', sql.lit('FAILED'))
        .$if(id === null, (all) => all.where('d.kind', '<>', testKind))
        .$if(id !== null, (all) => all.where('d.id', '=', id))
        .set({ state: 'WAITING', attempts: 0, next_attempt_at: now, ...free })
        .returning('e.partner_id as partnerId'),
    )
    .selectFrom('replayed')
    .groupBy('partnerId')
    .select(['partnerId', sql<number>`count(*)::int`.as('count')]);
  return await rows(tx, query);
}

/** Messages to other systems that failed. */
export const failedDeliveries: FailedRows = {
  list: async (db, { lang, after, size }) => {
    const before = readCursor(after);
    const query = build
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
      .innerJoin('partners as p', 'p.id', 'e.partner_id')
      .where('d.state', '=', sql.lit('FAILED'))
      .$if(before !== null, (all) =>
        all.where(sql<boolean>`(d.created_at, d.id) < (${before?.at}, ${before?.id}::uuid)`),
      )
      .orderBy('d.created_at', 'desc')
      .orderBy('d.id', 'desc')
      .limit(size + 1)
      .select([
        'd.id',
        'd.kind',
        'd.created_at as at',
        'd.attempts',
        'd.http_status as status',
        'd.fault',
        'e.url',
        'e.off_at as offAt',
        'p.title',
        'p.title_en as titleEn',
        'p.title_ar as titleAr',
        'p.title_es as titleEs',
      ]);
    const page = pageOf(
      await rows(db, query),
      size,
      ({ at, id }) => `${String(at.getTime())}-${id}`,
    );
    return {
      next: page.next,
      rows: page.rows.map((message) => ({
        ...emptyFailure,
        id: message.id,
        kind: message.kind,
        organisation: nameOf(message, lang),
        host: new URL(message.url).host,
        at: message.at.toISOString(),
        attempts: message.attempts,
        cause: causeOf(message.fault),
        detail: message.status === null ? message.fault : `HTTP ${String(message.status)}`,
        block: message.offAt === null ? null : 'addressOff',
      })),
    };
  },
  retry: async (tx, id, now) => {
    if (id !== null && !isId(id)) return { count: 0, subject: null };
    const replayed = await replay(tx, id, now);
    if (replayed.length > 0) await webhooksRepository(tx).wakeSenders();
    const [first] = replayed;
    return {
      count: replayed.reduce((sum, { count }) => sum + count, 0),
      subject: id === null || first === undefined ? null : { partnerId: first.partnerId },
    };
  },
};
