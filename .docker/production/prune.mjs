// Puts a built checkout as a server needs it into another folder: programs, client, migrations, reference data, and the
// packages that run. Nothing that builds, checks or tests. `node .docker/production/prune.mjs <folder>`
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('Name the folder.');
const { packageManager } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));

const served = [
  'LICENSE',
  '.docker/healthy.mjs',
  '.docker/production/prepare.sh',
  'apps/api/dist',
  'apps/web/dist',
  // The lock file names them, so pnpm reads them.
  'packages/tooling/patches',
  'prisma/migrations',
  'prisma/prisma.config.ts',
  'prisma/schema',
  'prisma/src/schema-engine',
  'prisma/seed/reference',
  'prisma/seed/schemas',
];
const manifests = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'prisma/package.json'];
for (const folder of ['apps', 'packages']) {
  for (const name of fs.readdirSync(path.join(root, folder))) {
    const manifest = `${folder}/${name}/package.json`;
    if (fs.existsSync(path.join(root, manifest))) manifests.push(manifest);
  }
}
for (const name of [...served, ...manifests]) {
  fs.cpSync(path.join(root, name), path.join(target, name), { recursive: true });
}

// The lock file says every version; only what API and database name under "dependencies" is put in.
const pnpm = path.join(
  root,
  '.cache',
  packageManager.replace('@', '-'),
  'node_modules/pnpm/bin/pnpm.cjs',
);
const { status } = spawnSync(
  process.execPath,
  [
    pnpm,
    'install',
    '--prod',
    '--frozen-lockfile',
    '--prefer-offline',
    '--filter',
    '@wasl/api',
    '--filter',
    '@wasl/db',
  ],
  { cwd: target, stdio: 'inherit', env: { ...process.env, CI: '1' } },
);
if (status !== 0) process.exit(status ?? 1);
// Maps of the bundles, and the sources of our own packages, which stand in the bundles already.
for (const name of fs.readdirSync(path.join(target, 'apps/api/dist'))) {
  if (name.endsWith('.map')) fs.rmSync(path.join(target, 'apps/api/dist', name));
}
