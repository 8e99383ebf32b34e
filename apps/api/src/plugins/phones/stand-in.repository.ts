import type { PhoneMessageKind } from '@wasl/contracts/plugins/phones';
import { type Expression, sql } from 'kysely';

import { rowsOf, type Rows } from '../../platform/database/row-sets.repository.ts';
import {
  build,
  prepared,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import type { StandIn } from '../../platform/mail/stand-in.ts';

type GivenWord = Parameters<StandIn['write']>[0][number];

/** What earlier parts of the statement return, as far as a later one reads it. */
const parts = build.withTables<{
  phone_words: { n: number; user_id: string; request_id: number; kind: PhoneMessageKind };
  phone_rows: { id: number; user_id: string; request_id: number };
}>();

/** What one word says where several were due: the lowest first, of the same the last. */
const phoneRank = (kind: Expression<unknown>) =>
  sql<number>`case ${kind} when 'ENDED' then 0 when 'ACTION' then 1 else 2 end`;

/**
 * The words to the telephones of those who asked for them: one for a person and a request while none of them was taken to be sent, of
 * what came last; that something is awaited from the person outlasts mere news.
 */
const phoneWords = prepared(({ json }: Placeholders<Rows<GivenWord>>) =>
  build
    .selectFrom(
      sql<GivenWord & { kind: PhoneMessageKind }>`json_to_recordset(${json}::json)`.as<'m'>(
        sql`m ("to" text, kind "PhoneMessageKind", "requestId" int, n int)`,
      ),
    )
    .innerJoin('users as u', 'u.email', 'm.to')
    .innerJoin('message_phones as p', 'p.user_id', 'u.id')
    .where('p.verified_at', 'is not', null)
    .where('p.unreachable_at', 'is', null)
    .where((eb) => sql<boolean>`${eb.ref('m.kind')} = any(${eb.ref('p.kinds')})`)
    .select(['m.n', 'p.user_id', 'm.requestId as request_id', 'm.kind']),
);
const phoneRows = prepared(() =>
  parts
    .insertInto('phone_messages')
    .columns(['user_id', 'kind', 'request_id', 'merge_key'])
    .expression((all) =>
      all
        .selectFrom('phone_words as w')
        .select((eb) => [
          'w.user_id',
          sql<PhoneMessageKind>`(array_agg(${eb.ref('w.kind')} order by ${phoneRank(eb.ref('w.kind'))}, ${eb.ref('w.n')} desc))[1]`.as(
            'kind',
          ),
          'w.request_id',
          'w.request_id as merge_key',
        ])
        .groupBy(['w.user_id', 'w.request_id'])
        .orderBy((eb) => eb.fn.min('w.n')),
    )
    .onConflict((one) =>
      one.columns(['user_id', 'merge_key']).doUpdateSet((eb) => {
        const [before, now] = [eb.ref('phone_messages.kind'), eb.ref('excluded.kind')];
        return {
          kind: eb.case().when(phoneRank(before), '<', phoneRank(now)).then(before).else(now).end(),
        };
      }),
    )
    .returning(['id', 'user_id', 'request_id']),
);

const substitutes = prepared(() =>
  parts
    .selectFrom('phone_words as w')
    .innerJoin('phone_rows as r', (on) =>
      on.onRef('r.user_id', '=', 'w.user_id').onRef('r.request_id', '=', 'w.request_id'),
    )
    .select(['w.n', 'r.id']),
);

/** The mails whose place a message can take, and the kind of the message. */
const kinds: StandIn['kinds'] = {
  documentsExpected: () => 'ACTION',
  // What the owner did themselves is for their records.
  statusChanged: ({ page, isOwn }) =>
    isOwn === true ? null : page === 'edit' ? 'ACTION' : 'PROGRESS',
  requestHandled: () => 'ENDED',
  stepPassedOn: () => 'PROGRESS',
  closingTakenBack: () => 'PROGRESS',
  declineTakenBack: () => 'PROGRESS',
  agreementAsked: () => 'ACTION',
  documentAwaited: () => 'REMINDER',
  draftForgotten: () => 'REMINDER',
};

export const inPlaceOfMails: Omit<StandIn, 'isOffered'> = {
  kinds,
  write: (words) => ({
    phone_words: phoneWords(rowsOf(words)),
    phone_rows: phoneRows({}),
    substitutes: substitutes({}),
  }),
};
