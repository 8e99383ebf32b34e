import { expect, it } from 'vitest';

import { runExclusive } from './run-exclusive.ts';

const lines = new Map<string, Promise<void>>();

it('runs the tasks of one queue sequentially, even after a failure', async () => {
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await Promise.resolve();
    seen.push(`${name} ends`);
    if (name === 'b') throw new Error('b');
    return name;
  };
  const answers = await Promise.allSettled(
    ['a', 'b', 'c'].map((name) => runExclusive(lines, 'one', work(name))),
  );
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

it('does not block other queues or other maps', async () => {
  let release = (): void => undefined;
  const running = runExclusive(
    lines,
    'one',
    () => new Promise<void>((resolve) => (release = resolve)),
  );
  expect(await runExclusive(lines, 'two', () => Promise.resolve(2))).toBe(2);
  expect(await runExclusive(new Map(), 'one', () => Promise.resolve(1))).toBe(1);
  release();
  await running;
});
