import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, it } from 'vitest';

import { useAdmin } from '../testing/admin.ts';
import { useTestApp } from '../testing/index.ts';

const app = useTestApp({ clock: { now: () => new Date(Date.now() + 48 * 3600_000) } });
const { admin, faults, out } = useAdmin(app);

async function anOrphan(): Promise<string> {
  const source = path.join(app.deps.settings.dataDir, 'orphan');
  await writeFile(source, 'x');
  return await app.deps.storage.put(source, 1, createHash('sha256').update('x').digest('hex'));
}

it('lists the files that a sweep would remove, and removes them', async () => {
  expect(await admin('files', 'status')).toBe(0);
  expect(out.at(-1)).toMatch(/own/);
  await app.deps.storeOwnership.keep();
  const key = await anOrphan();
  expect(await admin('files', 'sweep', '--dry-run')).toBe(0);
  expect(out.join('\n')).toContain(key);
  expect(await admin('files', 'sweep')).toBe(0);
  expect(out.at(-1)).toBe('1 are removed.');
  expect(await admin('files', 'sweep', '--dry-run')).toBe(0);
  expect(out.at(-2)).toMatch(/^0 of 0 files/);
});

it('does not sweep a store of another database until it is claimed with --yes', async () => {
  await anOrphan();
  const database = '11111111-1111-4111-8111-111111111111';
  await app.deps.storage.writeMarker(
    JSON.stringify({ database, keptAt: new Date().toISOString() }),
  );
  for (const words of [['status'], ['sweep'], ['sweep', '--dry-run'], ['sweep', '--over-limit']]) {
    expect(await admin('files', ...words)).toBe(1);
    expect(faults.at(-1)).toContain(database);
  }
  expect(await admin('files', 'claim')).toBe(0);
  expect(out.at(-1)).toMatch(/--yes/);
  expect(await admin('files', 'status')).toBe(1);
  expect(await admin('files', 'claim', '--yes')).toBe(0);
  expect(await admin('files', 'status')).toBe(0);
  expect(await admin('files', 'sweep')).toBe(0);
  expect(out.at(-1)).toBe('1 are removed.');
});
