import { journeyDefinitionsRepository, type JourneyDefinition } from '../modules/journeys/index.ts';
import type { Db } from '../platform/database/db.ts';
import { noChanges, type AreaChanges } from './changes.ts';
import { memberChanges } from './member-changes.ts';
import { journeysAsFiles } from './read-back.ts';
import type { SeedJourney } from './seed-files.schema.ts';
import { SeedFault } from './seed-fault.ts';
import { contentHash, readMarks, removeMarks, writeMarks } from './seed-records.ts';

const prefix = 'journey/';

/** Sentences about journeys whose files lack tasks of running requests. */
export async function journeyFaults(db: Db, journeys: readonly SeedJourney[]): Promise<string[]> {
  const used = await journeyDefinitionsRepository(db).usedTasks(journeys.map(({ slug }) => slug));
  return journeys.flatMap(({ slug, tasks }) => {
    const least = used.get(slug) ?? 0;
    if (tasks.length >= least) return [];
    return [
      `journeys/${slug}.json: tasks: requests are under way with more tasks than these (${String(least)}): keep them, or make a new journey (another slug) and set "active": false here`,
    ];
  });
}

/** The tasks with ids. The cross-check has verified their references. */
async function tasksOf(db: Db, { tasks }: SeedJourney): Promise<JourneyDefinition['tasks']> {
  const services = await db.referenceItem.findMany({
    where: { parent: 'SERVICE', code: { in: tasks.map(({ title }) => title) } },
    select: { id: true, code: true },
  });
  const marks = await readMarks(db, 'organisation/');
  return tasks.map(({ title, partner, runsInParallel = false, days = null }) => {
    const titleItemId = services.find(({ code }) => code === title)?.id;
    const partnerId = marks.get(`organisation/${partner}`)?.recordId ?? null;
    if (titleItemId === undefined || partnerId === null)
      throw new TypeError(`no service ${title} or organisation ${partner} in the database`);
    return { titleItemId, partnerId, runsInParallel, days };
  });
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
    const { type, comment = null, buttonUrl = null, questions = [] } = journey;
    const definition = {
      ...journey,
      comment,
      buttonUrl,
      questions,
      tasks: await tasksOf(db, journey),
    };
    const journeyDefId = await journeyDefinitionsRepository(db).store(slug, definition, type);
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
