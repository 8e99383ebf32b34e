import path from 'node:path';

import { repositoryRoot } from '../paths.ts';
import { packageCommand, runNode } from '../run.ts';
import type { StopSignal } from '../stop-signal.ts';

const tooling = 'packages/tooling';

/** `npm run fix`: applies the automatic fixes of oxlint, stylelint and oxfmt. */
export async function fix(stop: StopSignal): Promise<number> {
  const config = (name: string): string => path.join(repositoryRoot, tooling, name);
  const commands: [packageName: string, ...rest: string[]][] = [
    ['oxlint', '--fix'],
    [
      'stylelint',
      ...['--config', config('stylelint.config.mjs'), '--allow-empty-input', '--fix'],
      'apps/web/src/**/*.css',
    ],
    ['oxfmt', '.'],
  ];
  let worst = 0;
  for (const [packageName, ...rest] of commands) {
    const script = packageCommand(tooling, packageName);
    const { code } = await runNode(script, rest, { isShown: true, stop });
    worst = Math.max(worst, code);
  }
  return worst;
}
