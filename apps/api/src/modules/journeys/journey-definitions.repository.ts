import type { Prisma } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import {
  intoColumns,
  localized,
  noWords,
  type LocalizedText,
} from '../../platform/i18n/localized.ts';
import type { Question } from './rules/questions.ts';

/** A journey as the seed files and the administrators define it. Days are `YYYY-MM-DD`. */
export interface JourneyDefinition {
  readonly active: boolean;
  readonly title: LocalizedText;
  readonly description: LocalizedText;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly conditions: readonly LocalizedText[];
  readonly settings: readonly { readonly code: string; readonly mandatory: boolean }[];
  readonly questions: readonly Question[];
  readonly comment: LocalizedText | null;
  readonly buttonUrl: string | null;
  readonly tasks: readonly TaskDefinition[];
}
export interface TaskDefinition {
  readonly titleItemId: number;
  readonly partnerId: number;
  readonly runsInParallel: boolean;
  /** Working days; null for those of the service. */
  readonly days: number | null;
}

const dayOrNull = (day: string | null): Date | null =>
  day === null ? null : new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date | null): string | null => date?.toISOString().slice(0, 10) ?? null;

function columnsOf(journey: JourneyDefinition) {
  const { comment, buttonUrl } = journey;
  return {
    active: journey.active,
    ...intoColumns('title', journey.title),
    ...intoColumns('description', journey.description),
    startDate: dayOrNull(journey.startDate),
    endDate: dayOrNull(journey.endDate),
    isCommentShown: comment !== null,
    ...intoColumns('comment', comment ?? noWords),
    isButtonShown: buttonUrl !== null,
    buttonUrl,
    questions: journey.questions as unknown as Prisma.InputJsonValue,
  };
}

const stored = {
  conditions: { orderBy: { position: 'asc' } },
  settings: { orderBy: { id: 'asc' } },
  taskDefs: {
    orderBy: { position: 'asc' },
    include: { titleItem: { select: { code: true } } },
  },
} as const satisfies Prisma.JourneyDefInclude;

/** A stored journey. A task also has the code of its service. */
export interface StoredJourney extends Omit<JourneyDefinition, 'tasks'> {
  readonly slug: string;
  readonly type: string;
  readonly tasks: readonly (TaskDefinition & { readonly service: string })[];
}

/** In the members' order of the files, which JSON columns do not keep. */
function inOrder({ code, kind, required, label, help, options }: Question): Question {
  const words = ({ fr, en, ar, es }: LocalizedText) => ({ fr, en, ar, es });
  return {
    code,
    kind,
    required,
    label: words(label),
    ...(help === undefined ? {} : { help: words(help) }),
    ...(options === undefined
      ? {}
      : { options: options.map((option) => ({ code: option.code, label: words(option.label) })) }),
  };
}

function presentStored(
  row: Prisma.JourneyDefGetPayload<{ include: typeof stored }>,
): StoredJourney {
  const { slug, type, active, buttonUrl, commentFr } = row;
  return {
    slug,
    type,
    active,
    title: localized('title', row),
    description: localized('description', row),
    startDate: dayOf(row.startDate),
    endDate: dayOf(row.endDate),
    conditions: row.conditions.map((one) => localized('condition', one)),
    settings: row.settings.map(({ code, mandatory }) => ({ code, mandatory })),
    questions: (row.questions as unknown as readonly Question[]).map(inOrder),
    comment: commentFr === null ? null : { ...localized('comment', row), fr: commentFr },
    buttonUrl,
    tasks: row.taskDefs.map(({ titleItem, titleItemId, partnerId, runsInParallel, days }) => ({
      service: titleItem.code,
      titleItemId,
      partnerId,
      runsInParallel,
      days,
    })),
  };
}

export function journeyDefinitionsRepository(db: Db) {
  return {
    /** Every journey, by id. */
    async all(): Promise<StoredJourney[]> {
      return (await db.journeyDef.findMany({ orderBy: { id: 'asc' }, include: stored })).map(
        presentStored,
      );
    },

    async find(slug: string): Promise<StoredJourney | null> {
      const row = await db.journeyDef.findUnique({ where: { slug }, include: stored });
      return row === null ? null : presentStored(row);
    },

    /** Locks the journey until the transaction ends. @returns false when it does not exist */
    async lock(slug: string): Promise<boolean> {
      const query = build.selectFrom('journey_defs').select('id').where('slug', '=', slug);
      return (await rows(db, query.forUpdate())).length > 0;
    },

    /** Tasks that requests went through, by slug: the first ones of each journey. */
    async usedTasks(slugs: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const query = build
        .selectFrom('task_defs as t')
        .innerJoin('journey_defs as j', 'j.id', 't.journey_def_id')
        .where('j.slug', 'in', [...slugs])
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('processing_steps as s')
              .whereRef('s.task_def_id', '=', 't.id')
              .select('s.id'),
          ),
        )
        .groupBy('j.slug')
        .select((eb) => ['j.slug', eb.fn.max('t.position').as('last')]);
      const found = slugs.length === 0 ? [] : await rows(db, query);
      return new Map(found.map(({ slug, last }) => [slug, last + 1]));
    },

    /**
     * Adds a journey, or changes it. Tasks are matched by position, so that running requests stay linked to theirs.
     * @param type of a new journey; absent leaves that of a stored one
     * @returns its id
     */
    async store(slug: string, journey: JourneyDefinition, type?: string): Promise<number> {
      const columns = { ...columnsOf(journey), ...(type === undefined ? {} : { type }) };
      const { id: journeyDefId } = await db.journeyDef.upsert({
        where: { slug },
        create: { slug, ...columns },
        update: columns,
        select: { id: true },
      });
      await db.eligibilityCondition.deleteMany({ where: { journeyDefId } });
      await db.eligibilityCondition.createMany({
        data: journey.conditions.map((words, position) => ({
          journeyDefId,
          position,
          ...intoColumns('condition', words),
        })),
      });
      await db.journeyDefSetting.deleteMany({ where: { journeyDefId } });
      await db.journeyDefSetting.createMany({
        data: journey.settings.map((setting) => ({ journeyDefId, ...setting })),
      });
      for (const [position, task] of journey.tasks.entries()) {
        await db.taskDef.upsert({
          where: { journeyDefId_position: { journeyDefId, position } },
          create: { journeyDefId, position, ...task },
          update: { ...task },
        });
      }
      const surplus = { journeyDefId, position: { gte: journey.tasks.length } };
      await db.taskDef.deleteMany({ where: surplus });
      return journeyDefId;
    },
  };
}
