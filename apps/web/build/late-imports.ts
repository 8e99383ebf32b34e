import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

const ours = fileURLToPath(new URL('../src/lib/http/late-files.ts', import.meta.url));

/** Puts `src/lib/http/late-files.ts` in the place of what Vite runs around every `import()` of the built client. */
export function lateImports(): Plugin {
  return {
    name: 'wasl-late-imports',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `export { preload as __vitePreload } from ${JSON.stringify(ours)};`,
    },
  };
}
