import { stripVTControlCharacters } from 'node:util';

import { expect, it } from 'vitest';

import { packageCommand, runNode } from './run.ts';

it('lets the test runner write no colour codes when the output is no terminal', async () => {
  const { output } = await runNode(
    packageCommand('packages/tooling', 'vitest'),
    ['run', '--root', 'packages/tooling', 'no-such-file'],
    { env: { CI: 'true' } },
  );
  expect(output).toContain('No test files found');
  expect(output).toBe(stripVTControlCharacters(output));
});
