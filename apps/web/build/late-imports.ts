import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

const ours = fileURLToPath(new URL('../src/lib/http/late-files.ts', import.meta.url));

/** Replaces Vite's wrapper around `import()` in the built client with `src/lib/http/late-files.ts`. */
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
