// @module-tag slow

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { repositoryRoot } from '../paths.ts';
import { schemaDrift } from './schema-drift.ts';

const copy = path.join(os.tmpdir(), `wasl-schema-${String(process.pid)}`);

afterEach(() => fs.rmSync(copy, { recursive: true, force: true }));

it('detects a column without a migration', async () => {
  fs.cpSync(path.join(repositoryRoot, 'prisma/schema'), copy, { recursive: true });
  const file = path.join(copy, 'files.prisma');
  const text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, text.replace(/^(model \w+ \{)$/m, '$1\n  planted String?'));
  expect(await schemaDrift(copy)).toContain('planted');
});
