import { dayOf } from '@wasl/contracts';

import { recordAlone } from '../../events/act.ts';
import type { DomainEvent } from '../../events/domain-events.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { isAway, readersOf } from '../../policies/step-readers.ts';
import { reminderAllowedSince } from '../processing/index.ts';
import { deadlinesRepository, halfTimes } from '../requests/index.ts';
import { plusDays, workingDayAt, type Holidays } from '../../rules/working-days.ts';
import { morningRepository, type DeskCounts } from './morning.repository.ts';
import {
  documentAwaitedAfter,
  draftForgottenAfter,
  isMorning,
  notTakenUpAfter,
  reached,
} from './rules/morning.ts';

type MorningDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'mail'>;

/** Events whose mails are written in one statement. */
const batchEvents = 500;

interface Morning {
  readonly today: string;
  /** The day of the previous run. */
  readonly previous: string;
  readonly holidays: Holidays;
}

const sum = (desks: readonly DeskCounts[], key: 'fresh' | 'half' | 'late' | 'waiting'): number =>
  desks.reduce((total, desk) => total + desk[key], 0);

/**
 * Returns one digest for each present agent with work: their own steps, those of colleagues they substitute for, and
 * those without an owner. Its links show the same steps with the worklist's filter `mineOrNone`.
 */
async function digests(tx: Db, { today, previous, holidays }: Morning): Promise<DomainEvent[]> {
  const repository = morningRepository(tx);
  const halves = halfTimes(today, holidays);
  const desks = await repository.desks({ today, since: previous, halves });
  const agents = await repository.agents();
  const colleagues = new Map<number, typeof agents>();
  for (const agent of agents) {
    const { id } = agent.partner ?? {};
    if (id !== undefined) colleagues.set(id, [...(colleagues.get(id) ?? []), agent]);
  }
  const desksOf = new Map<string, DeskCounts[]>();
  for (const desk of desks)
    for (const { id } of readersOf(colleagues.get(desk.partnerId) ?? [], desk))
      desksOf.set(id, [...(desksOf.get(id) ?? []), desk]);
  return agents.flatMap((agent): DomainEvent[] => {
    const { partner } = agent;
    if (partner === null || isAway(agent)) return [];
    const own = desksOf.get(agent.id) ?? [];
    const counts = {
      fresh: sum(own, 'fresh'),
      half: sum(own, 'half'),
      late: sum(own, 'late'),
      waiting: sum(own, 'waiting'),
    };
    if (Object.values(counts).every((count) => count === 0)) return [];
    return [{ type: 'morning.digest', agent: { ...agent, partner }, since: previous, ...counts }];
  });
}

/** Returns the reminders to people: a step that no agent has begun, an awaited document, a forgotten draft. */
async function reminders(tx: Db, morning: Morning, now: Date): Promise<DomainEvent[]> {
  const repository = morningRepository(tx);
  const spans = (counts: readonly number[]) => counts.map((count) => reached(count, morning));
  const untouched = await repository.notTakenUp(spans(notTakenUpAfter));
  const awaited = await repository.documentsAwaited(
    spans(documentAwaitedAfter),
    reminderAllowedSince(now),
  );
  await repository.markReminded(
    awaited.map(({ id }) => id),
    now,
  );
  const drafts = await repository.forgottenDrafts(reached(draftForgottenAfter, morning), now);
  return [
    ...untouched.map(({ dueOn, ...step }): DomainEvent => ({
      type: 'morning.notTakenUp',
      ...step,
      dueOn: dueOn?.toISOString().slice(0, 10) ?? null,
    })),
    ...awaited.map(({ documents, ...step }): DomainEvent => ({
      type: 'morning.documentAwaited',
      ...step,
      documents: documents.map(({ documentItem }) => documentItem),
    })),
    ...drafts.map((request): DomainEvent => ({ type: 'morning.draftForgotten', request })),
  ];
}

/**
 * Writes the mails of the morning once per working day across all processes. The day is claimed in the transaction that
 * writes them, so that a process that dies leaves the day to another.
 * @returns whether this call wrote them
 */
export async function writeMorningMails({ db, clock, log, mail }: MorningDeps): Promise<boolean> {
  const now = clock.now();
  const today = dayOf(now);
  const holidays = await deadlinesRepository(db).holidays();
  if (!isMorning(now, holidays)) return false;
  const count = await inTransaction(
    db,
    async (tx) => {
      const repository = morningRepository(tx);
      if (!(await repository.claim(today, now))) return null;
      const previous =
        (await repository.previousDay(today)) ?? workingDayAt(plusDays(today, -1), 0, holidays);
      const morning = { today, previous, holidays };
      const events = [...(await digests(tx, morning)), ...(await reminders(tx, morning, now))];
      for (let from = 0; from < events.length; from += batchEvents)
        await recordAlone(tx, { mail, now }, ...events.slice(from, from + batchEvents));
      return events.length;
    },
    { timeoutMs: 120_000 },
  );
  if (count === null) return false;
  log.info({ event: 'mail.morning_queued', count });
  return true;
}
