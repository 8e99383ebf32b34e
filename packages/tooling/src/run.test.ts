import { stripVTControlCharacters } from 'node:util';

import { expect, it } from 'vitest';

import { packageCommand, runNode } from './run.ts';

it('prevents colour codes of the test runner when the output is not a terminal', async () => {
  const { output } = await runNode(
    packageCommand('packages/tooling', 'vitest'),
    ['run', '--root', 'packages/tooling', 'no-such-file'],
    { env: { CI: 'true' } },
  );
  expect(output).toContain('No test files found');
  expect(output).toBe(stripVTControlCharacters(output));
});
