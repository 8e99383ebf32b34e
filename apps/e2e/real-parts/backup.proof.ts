import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

import { createEmptyDatabase } from '@wasl/tooling/testing';
import { expect, it } from 'vitest';

import { runAdmin } from '../../api/src/admin/index.ts';
import { openDeps } from '../../api/src/platform/program/open-deps.ts';
import { readSettings } from '../../api/src/platform/settings/env.ts';
import {
  createDraft,
  execute,
  samplePdf,
  testSecret,
  useTestApp,
  useTestFolder,
} from './set-up.ts';

const programOf = (name: string): string =>
  path.join(process.env.TEST_POSTGRES_PROGRAMS ?? '', name);

const app = useTestApp();
const folder = useTestFolder();

/** Runs the commands of docs/operations/backup-and-restore.md while people use the portal. */
it('restores completely from pg_dump and tar, with every file that the dump names', async () => {
  const { owner, place, send: sendPdf } = await createDraft(app);
  const send = (name: string, text: string) =>
    sendPdf(name, Buffer.concat([samplePdf, Buffer.from(`\n% ${text}\n`)])).expect(201);
  await send('BUSINESS_PLAN', 'first');
  await send('ILLUSTRATIVE_PRESENTATION', 'first');
  await app.deps.storeOwnership.keep();

  // The dump contains rights of server roles that do not exist where it is restored.
  await app.db.$executeRaw`CREATE ROLE drill_serving`;
  await app.db.$executeRaw`GRANT SELECT ON ALL TABLES IN SCHEMA public TO drill_serving`;
  const { databaseUrl, dataDir } = app.deps.settings;
  const [dump, tar] = [path.join(folder, 'wasl.dump'), path.join(folder, 'wasl-files.tar.gz')];
  await execute(programOf('pg_dump'), ['--format=custom', `--file=${dump}`, databaseUrl]);
  const named = await app.db.storedFile.findMany({ where: { removedAt: null } });
  expect(named).toHaveLength(2);
  // Between the dump and the files: one file is replaced, one is deleted, and a person is added.
  await send('BUSINESS_PLAN', 'second');
  await owner.delete(`${place}/ILLUSTRATIVE_PRESENTATION`).expect(200);
  await app.make.aBeneficiary();
  await execute('tar', ['-C', dataDir, '-czf', tar, 'files']);

  await app.db.$executeRaw`DROP OWNED BY drill_serving`;
  await app.db.$executeRaw`DROP ROLE drill_serving`;
  const restored = await createEmptyDatabase();
  const restoredDir = path.join(folder, 'restored');
  await mkdir(restoredDir);
  await execute(programOf('pg_restore'), [
    ...['--no-owner', '--no-acl', '--exit-on-error', `--dbname=${restored.url}`, dump],
  ]);
  await execute('tar', ['-C', restoredDir, '-xzf', tar]);
  const { deps, close } = await openDeps(
    readSettings({
      NODE_ENV: 'test',
      DATABASE_URL: restored.url,
      DATA_DIR: restoredDir,
      JWT_SECRET: testSecret,
    }),
    { log: app.deps.log, isMailPaused: true },
  );
  try {
    const rows = await deps.db.storedFile.findMany({ orderBy: { id: 'asc' } });
    expect(rows.map(({ key }) => key)).toEqual(named.map(({ key }) => key));
    for (const { key, sha256 } of rows) {
      const bytes = await buffer(await deps.storage.open(key));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    }
    expect(await deps.db.user.count()).toBe((await app.db.user.count()) - 1);
    // The restored database is another one: it deletes no file until an administrator claims the store for it.
    expect((await deps.storeOwnership.ownership()).kind).toBe('foreign');
    const code = await runAdmin({
      words: ['files', 'claim', '--yes'],
      environment: {},
      open: () => Promise.resolve({ deps, close: () => Promise.resolve() }),
      seed: () => Promise.resolve(0),
      print: () => undefined,
      printFault: () => undefined,
    });
    expect(code).toBe(0);
    expect((await deps.storeOwnership.ownership()).kind).toBe('ours');
  } finally {
    await close();
    await restored.drop();
  }
});
