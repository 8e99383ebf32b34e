import { parseArgs } from 'node:util';

import { runSeed } from './seed/index.ts';

const { values } = parseArgs({
  options: {
    demo: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
    dir: { type: 'string' },
  },
});

process.exitCode = await runSeed({
  demo: values.demo,
  dryRun: values['dry-run'],
  dir: values.dir,
  isQuick: true,
  environment: process.env,
  print: (line) => {
    process.stdout.write(`${line}\n`);
  },
  printFault: (line) => {
    process.stderr.write(`${line}\n`);
  },
});
