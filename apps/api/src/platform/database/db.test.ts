import { expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';
import { inTransaction } from './db.ts';

const app = useTestApp();

it('sends one statement at a time on a transaction’s connection, as pg 9 will require', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => warnings.push(message);
  process.on('warning', note);
  const step = await app.make.aStep();
  const read = {
    where: { id: step.id },
    include: { request: { include: { services: true, documents: true } }, partner: true },
  } as const;
  const rows = await inTransaction(app.db, async (tx) => [
    await tx.processingStep.findUnique(read),
    ...(await Promise.all([1, 2, 3].map(() => tx.processingStep.findUnique(read)))),
  ]);
  expect(rows.map((row) => row?.partner.id)).toEqual(Array(4).fill(step.partnerId));
  // Warnings arrive in the next tick.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

it('returns correct results after a statement that PostgreSQL refused', async () => {
  const people = await Promise.all([1, 2, 3, 4].map(() => app.make.aBeneficiary()));
  const [first] = people;
  const refused = inTransaction(app.db, async (tx) => {
    const twice = people.map(({ id }) =>
      tx.user.update({ where: { id }, data: { email: first?.email ?? '' } }),
    );
    await Promise.all(twice);
  });
  await expect(refused).rejects.toThrow();
  const found = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      app.db.user.findUnique({ where: { id: people[i % 4]?.id ?? '' }, select: { email: true } }),
    ),
  );
  expect(found.map((row) => row?.email)).toEqual(
    Array.from({ length: 40 }, (_, i) => people[i % 4]?.email),
  );
});
