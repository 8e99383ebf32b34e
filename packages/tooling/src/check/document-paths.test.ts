import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { expect, it } from 'vitest';

import { commentPathFaults, documentPathFaults } from './document-paths.ts';

it('reports missing paths in documents and comments, with their line', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'wasl-paths-'));
  const write = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  };
  write('apps/api/src/a.ts', '');
  write(
    'prisma/schema/a.prisma',
    '/// From docs/two.md and `apps/api/src/a.ts`.\nmodel A {}\n// docs/decisions, 86\n',
  );
  write('packages/premium/README.md', 'See `docs/decisions/one.md` and `docs/two.md`.');
  write('docs/decisions/one.md', 'Nothing\n| `apps/api/src/a.ts` `apps/api/src/b.ts`, `GET /x` |');
  write(
    'README.md',
    '`apps/api/src/<area>/`, `packages/*/README.md` and `apps/api/src/` are fine.',
  );
  const faults = documentPathFaults(root);
  const inComments = commentPathFaults(root);
  fs.rmSync(root, { recursive: true });
  expect(faults).toEqual([
    'packages/premium/README.md:1: docs/two.md is not there',
    'docs/decisions/one.md:2: apps/api/src/b.ts is not there',
  ]);
  expect(inComments).toEqual([
    'prisma/schema/a.prisma:1: docs/two.md is not there',
    'prisma/schema/a.prisma:3: docs/decisions, 86 is not there',
  ]);
});
