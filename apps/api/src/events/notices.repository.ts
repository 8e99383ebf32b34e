import type { NoticeKind } from '@wasl/contracts';
import { type Expression, type RawBuilder, sql } from 'kysely';

import type { RowWriter } from '../platform/database/row-writers.repository.ts';
import {
  distinctIds,
  isOneOf,
  rowsOf,
  type Rows,
  type RowsJson,
} from '../platform/database/row-sets.repository.ts';
import { build, prepared, type Placeholders } from '../platform/database/statements.repository.ts';

/** Codes and numbers of a notice. Its text is made at reading. */
export interface NoticeParams {
  /** A code of STATUS or PROCESSING_STEP_STATUS. */
  readonly status?: string;
  readonly percent?: number;
  /** Codes of DOCUMENT. */
  readonly documents?: readonly string[];
  readonly count?: number;
  /** The organisation of a notice without a step. */
  readonly partnerId?: number;
  /** The number of a request that the reader can no longer open. */
  readonly numRequest?: string;
  /** A colleague's words. */
  readonly reason?: string;
}

export interface NewNotice {
  readonly userId: string;
  readonly kind: NoticeKind;
  readonly requestId?: number;
  readonly stepId?: number;
  /** The colleague that the notice is about. */
  readonly aboutId?: string;
  readonly params?: NoticeParams;
}

export interface WrittenNotice extends NewNotice {
  /** It replaces the unread notices of its kind on its step. */
  readonly isReplacing?: true;
  /** It counts the replaced notices and itself. */
  readonly isCounted?: boolean;
  /** It only removes what it replaces: the person gets another notice of the same act. */
  readonly isSuperseded?: true;
}

const noticesOf = (json: Expression<RowsJson<WrittenNotice>>) =>
  // One JSON value, which PostgreSQL unfolds: an import writes thousands of rows.
  sql<
    Required<Omit<WrittenNotice, 'isReplacing' | 'isSuperseded'>>
  >`json_to_recordset(${json}::json)`.as<'n'>(
    sql`n("userId" uuid, kind "NoticeKind", "requestId" int, "stepId" int, "aboutId" uuid, params jsonb, "isCounted" boolean)`,
  );

const givenParams = sql<object>`coalesce(${sql.ref('n.params')}, '{}'::jsonb)`;
const insertedNotices = (json: Expression<RowsJson<WrittenNotice>>, params: RawBuilder<object>) =>
  build
    .insertInto('notices')
    .columns(['user_id', 'kind', 'request_id', 'step_id', 'about_id', 'params'])
    .expression((eb) =>
      eb
        .selectFrom(noticesOf(json))
        .select([
          'n.userId',
          'n.kind',
          'n.requestId',
          'n.stepId',
          'n.aboutId',
          params.as('params'),
        ]),
    );

/**
 * PostgreSQL guesses 100 rows for a JSON value and reads all notices for them, so the steps are also passed as ids. For
 * one step it caches the plan.
 */
type OnSteps<Row> = Rows<Row> & { readonly steps: number | readonly number[] };
const onSteps = <Row extends { readonly stepId?: number }>(rows: readonly Row[]): OnSteps<Row> => ({
  ...rowsOf(rows),
  steps: distinctIds(rows.flatMap(({ stepId }) => stepId ?? [])),
});
const isOnOne = ({ steps }: OnSteps<unknown>): boolean => typeof steps === 'number';

const insertNotices = prepared(({ json }: Placeholders<Rows<WrittenNotice>>) =>
  insertedNotices(json, givenParams),
);
const removeReplaced = prepared(
  ({ json, steps }: Placeholders<OnSteps<WrittenNotice>>, isOne: boolean) =>
    build
      .deleteFrom('notices as t')
      .using(noticesOf(json))
      .whereRef('t.step_id', '=', 'n.stepId')
      .whereRef('t.user_id', '=', 'n.userId')
      .whereRef('t.kind', '=', 'n.kind')
      .where('t.read_at', 'is', null)
      .where(isOneOf(sql.ref('t.step_id'), steps, isOne))
      .returning((eb) => [
        't.step_id',
        't.user_id',
        't.kind',
        sql<number>`coalesce((${eb.ref('t.params')}->>'count')::int, 1)`.as('replaced'),
      ]),
);
const insertCounted = prepared(({ json }: Placeholders<Rows<WrittenNotice>>) => {
  const replaced = build
    .selectFrom(
      sql
        .table('replaced_notices')
        .$castTo<{ step_id: number; user_id: string; kind: NoticeKind; replaced: number }>()
        .as('e'),
    )
    .whereRef('e.step_id', '=', sql.ref('n.stepId'))
    .whereRef('e.user_id', '=', sql.ref('n.userId'))
    .whereRef('e.kind', '=', sql.ref('n.kind'))
    .select(({ fn }) => fn.max('e.replaced').as('replaced'));
  return insertedNotices(
    json,
    sql<object>`${givenParams} || CASE WHEN ${sql.ref('n.isCounted')}
        THEN jsonb_build_object('count', 1 + coalesce(${replaced}, 0)) ELSE '{}'::jsonb END`,
  );
});

/** Writes notices in their order, replacing or not. */
export const noticeRows: RowWriter<WrittenNotice> = (notices) => {
  const replacing = notices.filter(({ isReplacing }) => isReplacing === true);
  if (replacing.length === 0) return { notices: insertNotices(rowsOf(notices)) };
  const replaced = onSteps(replacing);
  return {
    replaced_notices: removeReplaced(replaced, isOnOne(replaced)),
    notices: insertCounted(rowsOf(notices.filter(({ isSuperseded }) => isSuperseded !== true))),
  };
};

/** Notices of a kind on a step that count as read, for a person or for every agent of an organisation. */
export interface ReadNotice {
  readonly kind: NoticeKind;
  readonly stepId: number;
  readonly userId?: string;
  readonly partnerId?: number;
  readonly at: Date;
}

const readNotices = prepared(({ json, steps }: Placeholders<OnSteps<ReadNotice>>, isOne: boolean) =>
  build
    .updateTable('notices as t')
    .from(
      sql<Required<ReadNotice>>`json_to_recordset(${json}::json)`.as<'n'>(
        sql`n(kind "NoticeKind", "stepId" int, "userId" uuid, "partnerId" int, at timestamptz)`,
      ),
    )
    .set((eb) => ({ read_at: eb.ref('n.at') }))
    .whereRef('t.step_id', '=', 'n.stepId')
    .whereRef('t.kind', '=', 'n.kind')
    .where('t.read_at', 'is', null)
    .where(isOneOf(sql.ref('t.step_id'), steps, isOne))
    .where((eb) =>
      eb.or([
        eb('t.user_id', '=', eb.ref('n.userId')),
        eb(
          't.user_id',
          'in',
          eb.selectFrom('users as u').whereRef('u.partner_id', '=', 'n.partnerId').select('u.id'),
        ),
      ]),
    ),
);
export const readNoticeRows: RowWriter<ReadNotice> = (notices) => {
  const placed = onSteps(notices);
  return { read_notices: readNotices(placed, isOnOne(placed)) };
};
