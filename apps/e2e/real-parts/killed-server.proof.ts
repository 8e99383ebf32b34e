import { setTimeout as pause } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { freePort, useServers } from './set-up.ts';
import { startWriters, type Sent } from './writers.ts';

const kills = 4;
const writersAtOnce = 16;

const { app, programs } = useServers();

/** Number of rows per mark, by kind of write. */
const rowsOf: Readonly<
  Record<Exclude<Sent['kind'], 'update'>, (marks: string[]) => Promise<Map<string, number>>>
> = {
  create: async (marks) => {
    const where = { description: { in: marks } };
    const rows = await app.db.supportRequest.findMany({ where, select: { description: true } });
    return counted(rows.map(({ description }) => description ?? ''));
  },
  // A history line counts only when the request has the status too and has its one step.
  submit: async (marks) => {
    const ids = marks.map(Number);
    const lines = await app.db.historyEvent.findMany({
      where: { kind: 'SUBMITTED', requestId: { in: ids } },
    });
    const whole = await app.db.supportRequest.findMany({
      where: { id: { in: ids }, status: 'NOUVEAU' },
      include: { steps: true },
    });
    const isWhole = new Set(whole.filter(({ steps }) => steps.length === 1).map(({ id }) => id));
    return counted(lines.flatMap(({ requestId: id }) => (isWhole.has(id) ? [String(id)] : [])));
  },
  message: async (marks) => {
    const where = { clientKey: { in: marks } };
    return counted(
      (await app.db.stepMessage.findMany({ where })).map(({ clientKey }) => clientKey),
    );
  },
};

function counted(marks: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return counts;
}

it('loses no acknowledged write and repeats no retried write when one of two servers is killed under load', async () => {
  const places = [await freePort(), await freePort()];
  const servers = new Map(
    await Promise.all(
      places.map(async (port) => [port, await programs.startServer(port)] as const),
    ),
  );
  const writers = await startWriters(app, writersAtOnce);
  for (const port of places) writers.ports.add(port);
  let inFlight = 0;
  for (let n = 0; n < kills; n += 1) {
    const victim = places[n % places.length] ?? 0;
    const child = servers.get(victim);
    if (child === undefined) throw new Error('There is no such server');
    await writers.untilMore(150);
    // A random moment of the requests in progress.
    await pause(Math.random() * 40);
    writers.ports.delete(victim);
    const ended = programs.end(child, 'SIGKILL');
    inFlight += writers.inFlight(victim);
    await ended;
    await writers.untilMore(50);
    servers.set(victim, await programs.startServer(victim));
    writers.ports.add(victim);
  }
  await writers.untilMore(50);
  await writers.stop();

  const lost: Sent[] = [];
  const doubled: Sent[] = [];
  const doneThoughRefused: Sent[] = [];
  for (const [kind, find] of Object.entries(rowsOf)) {
    const ofKind = writers.sent.filter((one) => one.kind === kind);
    const rows = await find(ofKind.map(({ mark }) => mark));
    for (const one of ofKind) {
      const found = rows.get(one.mark) ?? 0;
      if (found === 0 && (one.isAcknowledged || one.isRepeated === true)) lost.push(one);
      if (found > 1) doubled.push(one);
      if (found > 0 && one.isRefused === true) doneThoughRefused.push(one);
    }
  }
  // Each update raises its step's version by one: a lower version is a lost update, a higher one a duplicate.
  const steps = await app.db.processingStep.findMany({
    where: { id: { in: writers.steps.map(({ id }) => id) } },
    select: { id: true, version: true, partnerFeedback: true },
    orderBy: { id: 'asc' },
  });
  const versions = new Map(steps.map(({ id, version }) => [id, version]));
  const behind = writers.steps.filter((step) => (versions.get(step.id) ?? 0) < step.version);
  const refused = writers.sent.filter(({ isRefused }) => isRefused === true);
  const unanswered = writers.sent.filter(
    ({ isAcknowledged, isRefused }) => !isAcknowledged && isRefused !== true,
  );
  console.log({
    kills,
    acknowledged: Object.fromEntries(
      counted(writers.sent.flatMap((one) => (one.isAcknowledged ? [one.kind] : []))),
    ),
    inFlightAtTheKill: inFlight,
    unanswered: unanswered.length,
    sentAgain: unanswered.filter(({ isRepeated }) => isRepeated !== null).length,
    lost: lost.length + behind.length,
    doubled: doubled.length,
    refused: refused.length,
  });
  expect(lost).toEqual([]);
  expect(doubled).toEqual([]);
  expect(doneThoughRefused).toEqual([]);
  expect(steps).toEqual(
    writers.steps
      .map(({ id, version, feedback }) => ({ id, version, partnerFeedback: feedback }))
      .toSorted((a, b) => a.id - b.id),
  );
  expect(writers.surprises).toEqual([]);
  // The kill must hit requests in progress; otherwise the test proves nothing.
  expect(unanswered.length).toBeGreaterThan(0);
});
