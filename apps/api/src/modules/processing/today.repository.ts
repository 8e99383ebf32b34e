import { dayOf, mostCounted, todayParts, type TodayPartName } from '@wasl/contracts';
import { type AliasableExpression, sql } from 'kysely';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { countOf, pageRows, placed } from '../../platform/database/paged-rows.repository.ts';
import {
  build,
  conditionOn,
  prepared,
  read,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import { readerIds, type ReaderIds } from '../../policies/scopes.repository.ts';
import { work } from '../requests/index.ts';
import { worklistSteps, type WorklistFilter } from './worklist-filter.repository.ts';
import { listedStep, readAged, type ListedRow } from './worklist-rows.repository.ts';

const eb = conditionOn<'s'>();
/** Since when a file of each part waits. */
const waitingSince = {
  answers: eb.ref('s.awaits_answer_since'),
  documents: eb.ref('s.documents_arrived_at'),
  late: eb.ref('s.due_on'),
  unowned: eb.ref('s.assigned_at'),
} as const satisfies Record<TodayPartName, unknown>;

const partNames = Object.keys(todayParts) as TodayPartName[];

export type Today = Readonly<
  Record<TodayPartName, { readonly count: number; readonly files: readonly ListedRow[] }>
>;

const todayStatement = prepared(
  (
    { userId, partnerId, today }: Placeholders<ReaderIds & { readonly today: string }>,
    role: Actor['role'],
    files: number,
  ) => {
    const actor = { role, userId, partnerId };
    const columnsOf = (name: TodayPartName) => {
      const { criteria, owner, ...part } = todayParts[name];
      const tab = 'tab' in part ? part.tab : undefined;
      const filter = { criteria, tab, owner } as WorklistFilter;
      const steps = worklistSteps(actor, filter, today);
      const first = steps
        .select('s.id')
        .orderBy(waitingSince[name])
        .orderBy('s.id')
        .limit(sql.lit(files));
      const listed = build
        .selectFrom(placed(first))
        .innerJoin('processing_steps as s', 's.id', 'p.id')
        .innerJoin('requests as r', 'r.id', 's.request_id')
        .select(['p.place', ...listedStep, work.as('work')]);
      const count: AliasableExpression<number> = countOf(steps.limit(sql.lit(mostCounted + 1)));
      return { count, listed: files === 0 ? undefined : pageRows(listed, false) };
    };
    const of = {
      answers: columnsOf('answers'),
      documents: columnsOf('documents'),
      late: columnsOf('late'),
      unowned: columnsOf('unowned'),
    };
    const none = sql<[]>`'[]'::json`;
    return build.selectNoFrom([
      of.answers.count.as('answers'),
      of.documents.count.as('documents'),
      of.late.count.as('late'),
      of.unowned.count.as('unowned'),
      (of.answers.listed ?? none).as('answersFiles'),
      (of.documents.listed ?? none).as('documentsFiles'),
      (of.late.listed ?? none).as('lateFiles'),
      (of.unowned.listed ?? none).as('unownedFiles'),
    ]);
  },
);

export function todayRepository(db: Db) {
  return {
    /** Counts each part of the day and reads its first files, in one statement. */
    async today(actor: Actor, files: number, now: Date): Promise<Today> {
      const ids = { ...readerIds(actor), today: dayOf(now) };
      const [found] = await read(db, 'the day of an agent', todayStatement(ids, actor.role, files));
      const part = (name: TodayPartName) => ({
        count: found?.[name] ?? 0,
        files: (found?.[`${name}Files`] ?? []).map(readAged),
      });
      return Object.fromEntries(partNames.map((name) => [name, part(name)])) as unknown as Today;
    },
  };
}
