import { beforeEach, expect, it } from 'vitest';

import { useTestApp } from '../testing/index.ts';
import { runAdmin } from './run-admin.ts';

interface Shown {
  readonly what: string;
  readonly total: number | null;
  done: number;
  isOver: boolean;
}

let shown: Shown[] = [];
let out: string[] = [];
let overdrawn: string[] = [];
const app = useTestApp();
beforeEach(() => {
  [shown, out, overdrawn] = [[], [], []];
});

const admin = async (...words: string[]) =>
  await runAdmin({
    words,
    open: () => Promise.resolve({ deps: app.deps, close: () => Promise.resolve() }),
    seed: () => Promise.resolve(0),
    environment: {},
    showProgress: (what, total) => {
      const one: Shown = { what, total, done: 0, isOver: false };
      shown.push(one);
      return {
        advance: (by = 1) => {
          one.done += by;
        },
        end: () => {
          one.isOver = true;
        },
      };
    },
    print: (line) => {
      out.push(line);
      if (shown.some(({ isOver }) => !isOver)) overdrawn.push(line);
    },
    printFault: (line) => out.push(line),
  });

/** Requests with a step in progress and without a stored deadline. */
async function requests(count: number): Promise<number[]> {
  const agent = await app.make.anAgent();
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const { id } = await app.make.aRequest({ status: 'ENTAME' });
    await app.make.aStep({ requestId: id, partnerId: agent.partnerId, status: 'IN_PROGRESS' });
    ids.push(id);
  }
  return ids;
}

it('shows the progress of deadlines, history and files up to 100 %, and prints results after it', async () => {
  const ids = await requests(3);
  await app.db.processingStep.updateMany({ data: { dueOn: new Date('2020-01-01') } });
  expect(await admin('deadlines', 'check')).toBe(1);
  expect(shown).toEqual([{ what: 'Steps', total: 3, done: 3, isOver: true }]);
  expect(out.filter((line) => line.startsWith('step '))).toHaveLength(3);

  shown = [];
  await app.db.historyEvent.create({
    data: { requestId: ids[0] ?? 0, kind: 'STATUS', toStatus: 'NOUVEAU', at: app.deps.clock.now() },
  });
  expect(await admin('history', 'verify')).toBe(0);
  const last = ids[0] ?? 0;
  expect(shown).toEqual([{ what: 'Requests', total: last, done: last, isOver: true }]);

  shown = [];
  await app.deps.storeOwnership.claim();
  expect(await admin('files', 'sweep')).toBe(0);
  expect(shown.map(({ what, isOver }) => [what, isOver])).toEqual([
    ['Files', true],
    ['Removing', true],
  ]);
  expect(overdrawn).toEqual([]);
});
