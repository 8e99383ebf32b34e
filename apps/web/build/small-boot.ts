import fs from 'node:fs/promises';
import path from 'node:path';

import type { Plugin } from 'vite';

/** Removes comments and indentation from `boot.js`, which blocks every page. A minifier might emit newer syntax. */
export function smallBoot(): Plugin {
  return {
    name: 'wasl-small-boot',
    apply: 'build',
    writeBundle: {
      // Runs first, because the service worker stores the file's digest.
      order: 'pre',
      sequential: true,
      async handler({ dir }) {
        if (dir === undefined) return;
        const file = path.join(dir, 'boot.js');
        const code = await fs.readFile(file, 'utf8');
        await fs.writeFile(file, code.replace(/^\s*\/\/.*\n/gm, '').replace(/^ +/gm, ''));
      },
    },
  };
}
