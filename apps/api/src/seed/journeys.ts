import { intoColumns, noWords } from '../platform/i18n/localized.ts';
import type { Db } from '../platform/database/db.ts';
import { noChanges, type AreaChanges } from './changes.ts';
import { memberChanges } from './member-changes.ts';
import { journeysAsFiles } from './read-back.ts';
import type { SeedJourney } from './seed-files.schema.ts';
import { SeedFault } from './seed-fault.ts';
import { contentHash, readMarks, removeMarks, writeMarks } from './seed-records.ts';

const prefix = 'journey/';

const dayOrNull = (day: string | null): Date | null =>
  day === null ? null : new Date(`${day}T00:00:00Z`);

function journeyColumns(journey: SeedJourney) {
  const { title, description, comment, buttonUrl } = journey;
  return {
    type: journey.type,
    active: journey.active,
    ...intoColumns('title', title),
    ...intoColumns('description', description),
    startDate: dayOrNull(journey.startDate),
    endDate: dayOrNull(journey.endDate),
    isCommentShown: comment !== undefined,
    ...intoColumns('comment', comment ?? noWords),
    isButtonShown: buttonUrl !== undefined,
    buttonUrl: buttonUrl ?? null,
    questions: journey.questions ?? [],
  };
}

/** Sentences about journeys whose files lack tasks of running requests. */
export async function journeyFaults(db: Db, journeys: readonly SeedJourney[]): Promise<string[]> {
  const used = await db.taskDef.groupBy({
    by: ['journeyDefId'],
    where: { steps: { some: {} } },
    _max: { position: true },
  });
  const defs = await db.journeyDef.findMany({
    where: { id: { in: used.map(({ journeyDefId }) => journeyDefId) } },
    select: { id: true, slug: true },
  });
  return journeys.flatMap(({ slug, tasks }) => {
    const id = defs.find((def) => def.slug === slug)?.id;
    const last = used.find(({ journeyDefId }) => journeyDefId === id)?._max.position ?? -1;
    if (tasks.length > last) return [];
    return [
      `journeys/${slug}.json: tasks: requests are under way with more tasks than these (${String(last + 1)}): keep them, or make a new journey (another slug) and set "active": false here`,
    ];
  });
}

/** Tasks are matched by position, so that running requests stay linked to theirs. */
async function storeTasks(db: Db, journeyDefId: number, journey: SeedJourney): Promise<void> {
  const services = await db.referenceItem.findMany({
    where: { parent: 'SERVICE', code: { in: journey.tasks.map(({ title }) => title) } },
    select: { id: true, code: true },
  });
  const marks = await readMarks(db, 'organisation/');
  for (const [position, task] of journey.tasks.entries()) {
    const titleItemId = services.find(({ code }) => code === task.title)?.id;
    const partnerId = marks.get(`organisation/${task.partner}`)?.recordId ?? null;
    // The cross-check has verified these references.
    if (titleItemId === undefined || partnerId === null) {
      throw new TypeError(
        `no service ${task.title} or organisation ${task.partner} in the database`,
      );
    }
    const columns = {
      titleItemId,
      partnerId,
      runsInParallel: task.runsInParallel ?? false,
      days: task.days ?? null,
    };
    await db.taskDef.upsert({
      where: { journeyDefId_position: { journeyDefId, position } },
      create: { journeyDefId, position, ...columns },
      update: columns,
    });
  }
  const surplus = { journeyDefId, position: { gte: journey.tasks.length } };
  await db.taskDef.deleteMany({ where: surplus });
}

/** Adds new journeys, updates those whose file changed, and deactivates those without a file. */
export async function storeJourneys(
  db: Db,
  journeys: readonly SeedJourney[],
): Promise<AreaChanges> {
  const changes = noChanges('journeys');
  const marks = await readMarks(db, prefix);
  const faults = await journeyFaults(db, journeys);
  if (faults.length > 0) throw new SeedFault(faults);
  const stored = await journeysAsFiles(db);
  for (const journey of journeys) {
    const { slug } = journey;
    const key = prefix + slug;
    const sha256 = contentHash(journey);
    if (marks.get(key)?.sha256 === sha256) {
      changes.unchanged += 1;
      continue;
    }
    const before = stored.get(slug);
    const differences = memberChanges(before, {
      ...journey,
      // A missing value equals false.
      tasks: journey.tasks.map(({ runsInParallel, ...task }) =>
        runsInParallel === true ? { ...task, runsInParallel } : task,
      ),
    });
    const columns = journeyColumns(journey);
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
    await storeTasks(db, journeyDefId, journey);
    await writeMarks(db, [{ key, recordId: journeyDefId, sha256 }]);
    if (before === undefined) changes.created.push(slug);
    else if (differences.length === 0) changes.unchanged += 1;
    else {
      changes.updated.push(slug);
      changes.details.set(slug, differences);
    }
  }

  const wanted = new Set(journeys.map(({ slug }) => prefix + slug));
  const gone = [...marks.keys()].filter((key) => !wanted.has(key));
  for (const key of gone) {
    const slug = key.slice(prefix.length);
    await db.journeyDef.updateMany({ where: { slug }, data: { active: false } });
    changes.deactivated.push(slug);
  }
  await removeMarks(db, gone);
  return changes;
}
