import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, it } from 'vitest';

import { execute, repository, useTestFolder } from './set-up.ts';

const root = useTestFolder();
let runCount = 0;

/** Sample units under the names that start them. */
const units = {
  'wasl@3001.service': 'wasl@.service',
  'wasl-worker.service': 'wasl-worker.service',
};

/** Output of systemd's check for the units, changed by `change`. */
async function verdict(change: (text: string) => string): Promise<string> {
  const folder = path.join(root, String((runCount += 1)));
  await mkdir(folder);
  const files: string[] = [];
  for (const [name, sample] of Object.entries(units)) {
    const text = await readFile(path.join(repository, '.docker/production', sample), 'utf8');
    // Path of Node on this machine, because systemd checks that the program exists.
    const here = text.replaceAll('/usr/bin/node', process.execPath);
    const file = path.join(folder, name);
    await writeFile(file, change(here));
    files.push(file);
  }
  const { stdout, stderr } = await execute('systemd-analyze', ['verify', ...files]).catch(
    (error: unknown) => error as { stdout: string; stderr: string },
  );
  return `${stdout}${stderr}`;
}

it('accepts the systemd units unchanged and reports an error in a wrong one', async () => {
  expect(await verdict((text) => text)).toBe('');
  expect(await verdict((text) => text.replace('Restart=always', 'Restart=sometimes'))).toContain(
    'sometimes',
  );
  expect(await verdict((text) => text.replace('ProtectHome', 'ProtectHouse'))).toContain(
    'ProtectHouse',
  );
});
