import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import config from '../../dependency-cruiser.config.mjs';

/** One file that breaks one rule, with the files that it needs. */
const BREACHES: [rule: string, file: string, code: string][] = [
  ['premium-is-pure', 'packages/premium/src/clock.ts', `import fs from 'node:fs'; fs;`],
  ['contracts-only-zod', 'packages/contracts/src/a.ts', `import '@wasl/premium';`],
  [
    'contracts-http-below-areas',
    'packages/contracts/src/http/b.ts',
    `import '../processing/steps.ts';`,
  ],
  [
    'samples-only-in-tests',
    'apps/web/src/lib/sample.ts',
    `import '../../../../packages/contracts/src/testing/person.ts';`,
  ],
  ['rules-below-modules', 'apps/api/src/rules/r.ts', `import '../modules/a/index.ts';`],
  ['no-loose-files', 'apps/api/src/platform/mail/b.ts', `import '../rows.ts';`],
  ['web-features-below-app', 'apps/web/src/features/x/below.tsx', `import '../../app/frame.tsx';`],
  ['database-only-in-repositories', 'apps/api/src/modules/a/a.service.ts', `import '@wasl/db';`],
  ['database-only-in-repositories', 'apps/api/src/policies/p.ts', `import '@prisma/client';`],
  [
    'database-types-stay-in-repositories',
    'apps/api/src/policies/t.ts',
    `import type { Db } from '@wasl/db'; export type { Db };`,
  ],
  [
    'routes-never-reach-a-repository',
    'apps/api/src/modules/a/a.routes.ts',
    `import './a.repository.ts';`,
  ],
  ['modules-are-private', 'apps/api/src/modules/b/b.service.ts', `import '../a/a.repository.ts';`],
  [
    'modules-are-private-from-outside',
    'apps/api/src/app.ts',
    `import './modules/a/a.repository.ts';`,
  ],
  ['platform-knows-no-module', 'apps/api/src/platform/jobs.ts', `import '../modules/a/index.ts';`],
  [
    'platform-knows-no-module',
    'apps/api/src/platform/http/p.ts',
    `import '../../plugins/index.ts';`,
  ],
  ['core-never-imports-plugins', 'apps/api/src/bare.ts', `import './plugins/p/rows.ts';`],
  [
    'core-never-imports-plugins',
    'apps/api/src/modules/a/b.test.ts',
    `import '../../plugins/p/rows.ts';`,
  ],
  ['plugins-apart', 'apps/api/src/plugins/q/rows.ts', `import '../p/rows.ts';`],
  ['events-below-modules', 'apps/api/src/events/act.ts', `import '../modules/a/index.ts';`],
  ['web-plugins-below-app', 'apps/web/src/features/y/z.tsx', `import '../../plugins/index.ts';`],
  ['web-plugins-not-to-app', 'apps/web/src/plugins/p/page.tsx', `import '../../app/frame.tsx';`],
  [
    'web-administration-apart',
    'apps/web/src/administration/page.tsx',
    `import '../features/x/form.tsx';`,
  ],
  [
    'web-administration-unknown',
    'apps/web/src/features/y/link.tsx',
    `import '../../administration/page.tsx';`,
  ],
  ['web-features-apart', 'apps/web/src/features/y/page.tsx', `import '../x/form.tsx';`],
  ['web-shared-below-features', 'apps/web/src/ui/button.tsx', `import '../features/x/form.tsx';`],
  [
    'web-domain-below-features',
    'apps/web/src/domain/x/card.tsx',
    `import '../../features/x/form.tsx';`,
  ],
  [
    'web-never-to-server',
    'apps/web/src/lib/client.ts',
    `import '../../../api/src/modules/a/index.ts';`,
  ],
  ['web-never-to-server', 'apps/web/src/lib/rows.ts', `import '@wasl/db';`],
  [
    'api-never-to-web',
    'apps/api/src/platform/pages.ts',
    `import '../../../web/src/features/x/form.tsx';`,
  ],
  [
    'packages-below-apps',
    'packages/tooling/src/a.ts',
    `import '../../../apps/api/src/modules/a/index.ts';`,
  ],
  [
    'no-circle',
    'apps/bench/src/a.ts',
    `import type { b } from './b.ts'; export type A = typeof b;`,
  ],
  ['resolves', 'apps/bench/src/c.ts', `import './nowhere.ts';`],
];

/** Files that follow the rules, also as imports of the files above. */
const SOUND: [file: string, code: string][] = [
  ['prisma/src/index.ts', `export type Db = 1;`],
  [
    'apps/api/src/platform/database/rows.ts',
    `import type { Db } from '../../../../../prisma/src/index.ts'; export type { Db };`,
  ],
  ['apps/api/src/modules/all.ts', `export * from './a/index.ts';`],
  ['apps/api/src/main.ts', `import './modules/all.ts';`],
  ['apps/api/src/modules/a/index.ts', `export * from './a.repository.ts';`],
  ['apps/api/src/modules/a/a.repository.ts', `export const rows = 1;`],
  ['apps/api/src/modules/c/c.service.ts', `import '../a/index.ts'; import './c.repository.ts';`],
  ['apps/api/src/modules/c/c.repository.ts', `export {};`],
  ['apps/api/src/platform/rows.ts', `export {};`],
  ['packages/contracts/src/processing/steps.ts', `export {};`],
  ['packages/contracts/src/testing/person.ts', `export {};`],
  [
    'apps/api/src/modules/a/a.test.ts',
    `import '../../../../../packages/contracts/src/testing/person.ts';`,
  ],
  ['apps/api/src/plugins/index.ts', `export * from './p/rows.ts';`],
  ['apps/api/src/plugins/p/rows.ts', `import '../../platform/database/rows.ts';`],
  ['apps/api/src/server.ts', `import './plugins/index.ts';`],
  ['apps/web/src/app/frame.tsx', `import '../plugins/index.ts';`],
  ['apps/web/src/plugins/index.ts', `export * from './p/section.tsx';`],
  ['apps/web/src/plugins/p/section.tsx', `import '../../features/x/form.tsx';`],
  ['apps/web/src/features/x/form.tsx', `export {};`],
  ['apps/web/src/features/x/page.tsx', `import './form.tsx';`],
  ['apps/bench/src/b.ts', `import './a.ts';`],
];

describe('the import rules', () => {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'wasl-imports-'));
  let violations: { rule: string; from: string }[] = [];

  beforeAll(async () => {
    for (const [file, code] of [
      ...SOUND,
      ...BREACHES.map(([, file, code]) => [file, code] as const),
    ]) {
      fs.mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      fs.writeFileSync(path.join(folder, file), code);
    }
    const options = { ...config.options, baseDir: folder, ruleSet: config, validate: true };
    const { output } = await cruise(
      ['apps', 'packages', 'prisma'],
      options as unknown as ICruiseOptions,
    );
    violations = (output as ICruiseResult).summary.violations.map((violation) => ({
      rule: violation.rule.name,
      from: violation.from,
    }));
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  it.each(BREACHES)('%s reports %s', (rule, file) => {
    expect(violations).toContainEqual({ rule, from: file });
  });

  it('accept valid files', () => {
    const sound = SOUND.map(([file]) => file).filter((file) => !file.startsWith('apps/bench/'));
    expect(violations.filter(({ from }) => sound.includes(from))).toEqual([]);
  });

  it('each have a violation above', () => {
    const names = config.forbidden.map((rule) => rule.name);
    expect(names.filter((name) => !BREACHES.some(([rule]) => rule === name))).toEqual([]);
  });
});
