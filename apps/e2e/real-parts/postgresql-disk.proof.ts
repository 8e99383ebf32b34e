import { randomBytes, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createStepInProgress, execute, until, useTestApp, type TestClient } from './set-up.ts';

const disk = process.env.TEST_POSTGRES_DISK ?? '';
const filler = path.join(disk, 'filler');
const startWords = JSON.parse(process.env.TEST_POSTGRES_START ?? '[]') as string[];

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '10000' } });
let client: TestClient;
let stepId: number;
beforeAll(async () => {
  const { person, step } = await createStepInProgress(app);
  stepId = step.id;
  client = await app.as(person);
});
afterAll(() => rm(filler, { force: true }));

async function fillDisk(): Promise<void> {
  const file = await open(filler, 'a');
  try {
    for (const size of [1024 ** 2, 4096]) {
      for (;;) {
        const { bytesWritten } = await file
          .write(Buffer.alloc(size))
          .catch(() => ({ bytesWritten: 0 }));
        if (bytesWritten < size) break;
      }
    }
  } finally {
    await file.close();
  }
}

/** Writes answered with 201, by body. */
const acknowledged: string[] = [];
async function write(): Promise<number> {
  // Random, so that PostgreSQL cannot compress it: a page of the table takes four.
  const body = randomBytes(990).toString('hex');
  const { status } = await client.post(`/processing/step/${String(stepId)}/messages`, {
    body,
    clientKey: randomUUID(),
  });
  if (status === 201) acknowledged.push(body);
  return status;
}

async function expectNothingLost(): Promise<void> {
  const rows = await app.db.stepMessage.findMany({ where: { stepId }, orderBy: { id: 'asc' } });
  const storedBodies = new Set(rows.map(({ body }) => body));
  expect(acknowledged.filter((body) => !storedBodies.has(body))).toEqual([]);
}

const readiness = async (): Promise<number> =>
  (await fetch(`${app.baseUrl}/api/health/ready`)).status;

it('answers 503 to writes while PostgreSQL has no space, still reads, and recovers by itself', async () => {
  for (let n = 0; n < 3; n += 1) expect(await write()).toBe(201);
  await fillDisk();
  const answers = new Set<number>();
  for (let refused = 0; refused < 10;) {
    const status = await write();
    answers.add(status);
    if (status !== 201) refused += 1;
  }
  expect([...answers].filter((status) => status !== 201)).toEqual([503]);
  await client.get(`/processing/step/${String(stepId)}/messages`).expect(200);
  await expectNothingLost();

  await rm(filler);
  expect(await write()).toBe(201);
  expect(await readiness()).toBe(200);
  await expectNothingLost();
});

it('answers 503 while PostgreSQL is down for lack of log space, and has lost nothing afterwards', async () => {
  for (let n = 0; n < 3; n += 1) expect(await write()).toBe(201);
  await fillDisk();
  // Each round starts a new WAL segment. The first one without room makes PostgreSQL stop at once, to avoid data loss.
  let isUp = true;
  while (isUp) {
    isUp = await app.db
      .$queryRawUnsafe("SELECT pg_logical_emit_message(true, 'proof', 'x'), pg_switch_wal()::text")
      .then(
        () => true,
        () => false,
      );
  }
  const answers = new Set<number>();
  for (let n = 0; n < 5; n += 1) answers.add(await write());
  expect([...answers]).toEqual([503]);
  // It may have restarted by itself meanwhile: then it reads but cannot write.
  expect([200, 503]).toContain(await readiness());

  await rm(filler);
  const [program = '', ...words] = startWords;
  // It has stopped, or restarts by itself once it has room.
  await execute(program, words, { cwd: '/' }).catch(() => undefined);
  await until(async () => (await readiness()) === 200);
  expect(await write()).toBe(201);
  await expectNothingLost();
});
