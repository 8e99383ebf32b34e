import { afterEach, expect, it } from 'vitest';

import { createTestApp, testPassword, type TestApp } from '../../testing/index.ts';
import { useS3 } from '../../testing/s3-server.ts';

const s3 = useS3();
const apps: TestApp[] = [];
afterEach(async () => {
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
  for (const app of apps.splice(0)) await app.close();
});
const appWith = async (options: Parameters<typeof createTestApp>[0]): Promise<TestApp> => {
  const app = await createTestApp(options);
  apps.push(app);
  return app;
};
const reasons = (app: TestApp) =>
  app.logLines
    .map((line) => JSON.parse(line) as { event?: string; what?: string; reason?: string })
    .filter(({ event }) => event === 'health.not_ready' || event === 'health.ready_again');
const failed = { status: 'failed', checks: { database: 'ok', storage: 'failed' } };

it('health is red for a missing bucket, and the log reports it once', async () => {
  const app = await appWith({
    env: { STORAGE_URL: `s3://nobody/portal?endpoint=${s3.endpoint}` },
  });
  for (let times = 0; times < 3; times += 1) {
    const answer = await app.anonymous.get('/health/ready').expect(503);
    expect(answer.body).toMatchObject(failed);
  }
  expect(reasons(app)).toEqual([
    expect.objectContaining({
      event: 'health.not_ready',
      what: 'storage',
      reason: expect.stringContaining('NoSuchBucket') as string,
    }),
  ]);
});

it('health is red for a wrong key, and the log reports it', async () => {
  process.env.AWS_ACCESS_KEY_ID = 'another';
  const app = await appWith({ env: { STORAGE_URL: s3.storageUrl('wrong-key') } });
  const answer = await app.anonymous.get('/health/ready').expect(503);
  expect(answer.body).toMatchObject(failed);
  expect(reasons(app)).toEqual([
    expect.objectContaining({
      what: 'storage',
      reason: expect.stringContaining('InvalidAccessKeyId') as string,
    }),
  ]);
});

it('health is red for a full disk, with the reason, and the log reports the recovery', async () => {
  let isFull = true;
  const app = await appWith({
    aroundStorage: (storage) => ({
      ...storage,
      check: async () => {
        if (isFull)
          throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
            code: 'ENOSPC',
          });
        await storage.check();
      },
    }),
  });
  await app.anonymous.get('/health/ready').expect(503);
  isFull = false;
  await app.anonymous.get('/health/ready').expect(200);
  expect(reasons(app).map(({ event, reason }) => `${event ?? ''}: ${reason ?? ''}`)).toEqual([
    'health.not_ready: Error ENOSPC ENOSPC: no space left on device, write',
    'health.ready_again: ',
  ]);
});

it('responds with 503 when PostgreSQL has no disk space for a row', async () => {
  const app = await appWith({});
  // PostgreSQL's own error class 53, raised for any table.
  await app.db.$executeRaw`
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'could not extend file "base/5/16384": No space left on device';
    END $$`;
  await app.db
    .$executeRaw`CREATE TRIGGER no_room BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION no_room()`;
  const user = await app.make.aBeneficiary();
  const answer = await app.anonymous
    .post('/utilisateurs/signIn', { email: user.email, password: testPassword })
    .expect(503);
  expect(answer.body).toMatchObject({ code: 'UNAVAILABLE' });
});
